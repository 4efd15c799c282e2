"""What the suite decides."""

from __future__ import annotations

from typing import Any

import pytest

from judge_eval.core.config import GateConfig, MetricConfig
from judge_eval.core.estimate import Estimate, EstimateKind
from judge_eval.core.results import CaseResult, ScoreRow
from judge_eval.core.verdict import Decision
from judge_eval.errors import InputError
from judge_eval.metrics.metric import Metric, Options
from judge_eval.pipeline.counts.case_counts import CaseCounts
from judge_eval.pipeline.gate import Ruling, bars, rule
from judge_eval.pipeline.plan import Measured, Plan


def plan(**configs: MetricConfig) -> Plan:
    """A plan whose metrics are never measured here."""

    def unused(*_: Any) -> Any:
        raise AssertionError

    measured = (Measured(Metric(name, unused, Options), Options(), config) for name, config in configs.items())
    return Plan(measured=tuple(measured))


def counted(plan: Plan, *decisions: Decision) -> CaseCounts:
    """The counts of one case a decision."""
    counts = CaseCounts()
    metric = next(iter(plan.configs))
    for number, decision in enumerate(decisions):
        row = ScoreRow(metric=metric, status="scored", value=1.0, decision=decision)
        counts.add([CaseResult(id=str(number), status="passed", scores=(row,))], plan)
    return counts


def estimate(
    low: float, high: float | None = None, *, n: int = 10, undecided: int = 0, kind: EstimateKind = "score"
) -> Estimate:
    """An estimate of the metric m with these bounds."""
    most = low if high is None else high
    return Estimate(
        metric="m", kind=kind, value=low, value_low=low, value_high=most, n=n, clusters=n, undecided=undecided
    )


def ruled(plan: Plan, counts: CaseCounts, *estimates: Estimate, gate: GateConfig | None = None) -> Ruling:
    """The gate over one plan."""
    return rule(estimates, bars([plan]), counts, gate or GateConfig())


def test_floor_holds_by_the_point() -> None:
    """A floor passes where the value reaches it, whatever the interval says."""
    floored = plan(m=MetricConfig(floor=0.8))
    assert ruled(floored, CaseCounts(), estimate(0.8)).status == "passed"
    failed = ruled(floored, CaseCounts(), estimate(0.79))
    assert failed.status == "failed"
    assert failed.exit_code(GateConfig()) == 1


def test_floor_between_the_bounds_is_undecided() -> None:
    """A floor that undecided items could still reach is undecided: exit 0, or 1 under on_undecided: fail."""
    ruling = ruled(plan(m=MetricConfig(floor=0.8)), CaseCounts(), estimate(0.7, 0.9, n=100, undecided=5))
    assert ruling.status == "undecided"
    assert ruling.exit_code(GateConfig()) == 0
    assert ruling.exit_code(GateConfig(on_undecided="fail")) == 1


def test_floor_is_held_against_the_pass_rate() -> None:
    """Where a metric has a score and a pass rate, the pass rate is the headline that the floor decides."""
    ruling = ruled(plan(m=MetricConfig(floor=0.8)), CaseCounts(), estimate(0.7), estimate(0.9, kind="pass_rate"))
    assert [row.decided_by for row in ruling.estimates] == [None, "floor"]
    assert ruling.status == "passed"


def test_pass_share_counts_cases() -> None:
    """By default every case must reach its thresholds; pass_share asks for fewer."""
    gated = plan(m=MetricConfig(threshold=1.0))
    counts = counted(gated, "pass", "pass", "pass", "fail")
    assert ruled(gated, counts, estimate(0.75)).status == "failed"
    assert ruled(gated, counts, estimate(0.75), gate=GateConfig(pass_share=0.75)).status == "passed"


def test_not_applicable_leaves_the_denominator() -> None:
    """Cases that a threshold does not apply to neither pass nor fail."""
    gated = plan(m=MetricConfig(threshold=1.0))
    counts = counted(gated, "pass", "not_applicable", "not_applicable")
    assert ruled(gated, counts, estimate(1.0)).status == "passed"


def test_agent_error_counts_as_not_passed() -> None:
    """A run whose agent broke off is failed in the share of cases."""
    gated = plan(m=MetricConfig(threshold=1.0))
    counts = CaseCounts()
    row = ScoreRow(metric="m", status="scored", value=1.0, decision="pass")
    counts.add([CaseResult(id="a", status="failed", error="crash", scores=(row,))], gated)
    assert ruled(gated, counts, estimate(1.0)).status == "failed"


def test_unscored_cases_make_it_incomplete() -> None:
    """A case without a run is never passed over: exit 3, or 0 under on_incomplete: pass."""
    gated = plan(m=MetricConfig(threshold=1.0))
    counts = counted(gated, "pass")
    counts.add([CaseResult(id="b", status="error", error="no run")], gated)
    ruling = ruled(gated, counts, estimate(1.0), gate=GateConfig(pass_share=0.5))
    assert ruling.status == "incomplete"
    assert ruling.exit_code(GateConfig()) == 3
    assert ruling.exit_code(GateConfig(on_incomplete="pass")) == 0


def test_a_gated_metric_with_nothing_to_score_is_incomplete() -> None:
    """A floor over no items at all is not passed."""
    ruling = ruled(plan(m=MetricConfig(floor=0.5)), CaseCounts(), Estimate(metric="m", kind="score"))
    assert ruling.status == "incomplete"


def test_too_many_undecided_items_make_it_incomplete() -> None:
    """The share of undecided items above the allowed one is incomplete, at it is not."""
    free = plan(m=MetricConfig())
    assert ruled(free, CaseCounts(), estimate(0.5, n=100, undecided=6)).status == "incomplete"
    assert ruled(free, CaseCounts(), estimate(0.5, n=100, undecided=5)).status == "passed"


def test_a_metric_that_nobody_judged_is_incomplete() -> None:
    """A metric that was asked for and could not be judged is exit 3, even without threshold or floor."""
    free = plan(m=MetricConfig())
    counts = CaseCounts()
    row = ScoreRow(metric="m", status="error", reason="not judged: no judge")
    counts.add([CaseResult(id="a", status="reported", scores=(row,))], free)
    assert ruled(free, counts, estimate(0.0, 1.0)).exit_code(GateConfig()) == 3


def test_a_run_that_was_judged_in_part_is_not_called_unjudged() -> None:
    """Its items that were asked about stand; the sentence says that others are lacking."""
    counts = CaseCounts()
    row = ScoreRow(metric="m", status="error", reason="not judged: budget spent", asked=2)
    counts.add([CaseResult(id="a", status="undecided", scores=(row,))], plan(m=MetricConfig()))
    assert ruled(plan(m=MetricConfig()), counts, estimate(0.0, 1.0)).incomplete == (
        "m: 1 run not wholly judged: budget spent",
    )


def test_different_floors_for_one_suite_are_refused() -> None:
    """Two configurations with different floors cannot decide one estimate."""
    with pytest.raises(InputError, match="different floors"):
        bars([plan(m=MetricConfig(floor=0.8)), plan(m=MetricConfig(floor=0.9))])


def test_different_thresholds_decide_case_by_case() -> None:
    """Where folders bring different thresholds, the row names none of them and still decides by the cases."""
    bar = bars([plan(m=MetricConfig(threshold=0.8)), plan(m=MetricConfig(threshold=0.9))])["m"]
    assert bar.threshold is None
    assert bar.by_case


def test_a_crash_never_passes_even_where_nothing_decides() -> None:
    """Without any threshold, a run whose agent broke off still fails the suite."""
    free = plan(m=MetricConfig())
    counts = CaseCounts()
    row = ScoreRow(metric="m", status="scored", value=1.0)
    counts.add([CaseResult(id="a", status="failed", error="crash", scores=(row,))], free)
    assert ruled(free, counts, estimate(1.0)).status == "failed"
