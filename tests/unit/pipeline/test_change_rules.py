"""What a metric is held to against a baseline, and what a change decides under each rule."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import pytest

from judge_eval.calibration.youden import youden_of
from judge_eval.core.calibration import CalibrationRecord, Confusion, CriterionRecord, JudgeIdentity
from judge_eval.core.comparison import MetricChange
from judge_eval.core.config import GateConfig, MetricConfig, Rule
from judge_eval.core.estimate import Estimate
from judge_eval.core.results import EstimateRow
from judge_eval.pipeline.comparison.change_rules import SAFETY, Hold, hold_of
from judge_eval.pipeline.comparison.decide_changes import Grounds, SafetyFound, decided

TOOLS, ANSWERS = "tool_trajectory_avg_score", "final_response_match_v2"


@pytest.mark.parametrize(
    ("metric", "config", "gate", "chosen", "rule"),
    [
        (ANSWERS, MetricConfig(), GateConfig(), True, "statistical"),
        (ANSWERS, MetricConfig(floor=0.8), GateConfig(), True, "statistical"),
        (TOOLS, MetricConfig(floor=0.9), GateConfig(), True, "floor"),
        (TOOLS, MetricConfig(threshold=1.0), GateConfig(), True, "statistical"),
        (TOOLS, MetricConfig(), GateConfig(), True, None),
        (TOOLS, MetricConfig(), GateConfig(), False, "statistical"),
        (TOOLS, MetricConfig(), GateConfig(rule="statistical"), True, None),
        (TOOLS, MetricConfig(threshold=1.0), GateConfig(rule="tolerance", tolerance=0.1), True, "tolerance"),
        (ANSWERS, MetricConfig(), GateConfig(rule="floor"), True, None),
        (TOOLS, MetricConfig(rule="statistical"), GateConfig(rule="floor"), True, "statistical"),
    ],
)
def test_a_metric_is_held_to_its_own_rule_first(
    metric: str, config: MetricConfig, gate: GateConfig, chosen: bool, rule: Rule | None
) -> None:
    """Its own rule, else the gate's, else what it is; one that is only listed decides nothing."""
    assert hold_of(metric, config, None, gate, chosen=chosen, youden=None).rule == rule


def test_the_bars_of_the_score_hold_where_no_configuration_is_at_hand() -> None:
    """The floor that the results were scored against is the floor."""
    row = EstimateRow(metric=TOOLS, kind="score", value=0.9, floor=0.8)
    found = hold_of(TOOLS, MetricConfig(), row, GateConfig(), chosen=True, youden=None)
    assert (found.rule, found.floor) == ("floor", 0.8)
    assert (
        hold_of(TOOLS, MetricConfig(margin=0.1), row, GateConfig(margin=0.2), chosen=True, youden=0.5).raw_margin
        == 0.05
    )


def change(
    metric: str = ANSWERS, drop: float = 0.1, p: float | None = 0.01, low: float = -0.2, **fields: object
) -> MetricChange:
    """A change of 100 items under the statistical rule."""
    given = {"metric": metric, "rule": "statistical", "n": 100, "clusters": 100, "base": 0.9, "candidate": 0.9 - drop}
    return MetricChange.model_validate(
        {**given, "change": -drop, "low": low, "high": 0.0, "p": p, "margin": 0.03, **fields}
    )


def grounds(
    *,
    holds: Mapping[str, Hold] = MappingProxyType({}),
    estimates: Mapping[str, Estimate] = MappingProxyType({}),
    safety: SafetyFound | None = None,
) -> Grounds:
    """Grounds that say nothing but these."""
    return Grounds(holds, estimates, {}, 0.05, safety or SafetyFound())


def test_metrics_that_gate_together_share_the_risk() -> None:
    """A p of .02 fails alone; beside two others its adjusted p is .06 and it is undecided, while .01 still fails."""
    (alone,) = decided([change(p=0.02)], grounds())
    assert (alone.decision, alone.p_adjusted) == ("fail", 0.02)
    together = decided([change("a", p=0.01), change("b", p=0.03), change("c", p=0.9, drop=0.0)], grounds())
    assert [one.p_adjusted for one in together] == [0.03, 0.06, 0.9]
    assert [one.decision for one in together] == ["fail", "undecided", "undecided"]
    assert together[1].why.startswith("a drop of 10.0 points that may be chance")


def test_the_margin_is_on_the_scale_of_people() -> None:
    """A raw drop of 2 points is one of 4 by a judge of J .5: with a margin of 3 it fails, without a record not."""
    assert decided([change(drop=0.02)], grounds())[0].decision == "undecided"
    assert decided([change(drop=0.02, raw_margin=0.015)], grounds())[0].decision == "fail"


def test_floor_and_band_look_at_no_test() -> None:
    """A floor looks at the estimate with its open items, a band at the averages."""
    floored = change(TOOLS, rule="floor", p=None, margin=None)
    for low, high, decision in ((0.9, 0.9, "pass"), (0.7, 0.7, "fail"), (0.7, 0.9, "undecided")):
        estimate = Estimate(metric=TOOLS, kind="score", value=low, value_low=low, value_high=high)
        found = decided([floored], grounds(holds={TOOLS: Hold("floor", floor=0.8)}, estimates={TOOLS: estimate}))
        assert found[0].decision == decision
    assert decided([floored], grounds(holds={TOOLS: Hold("floor", floor=0.8)}))[0].decision is None
    for band, decision in ((0.1, "pass"), (0.09, "fail")):
        assert decided([change(rule="tolerance", tolerance=band, p=None)], grounds())[0].decision == decision


def test_nothing_to_compare_decides_nothing() -> None:
    """Without a pair there is no decision, which makes the comparison incomplete."""
    (found,) = decided([MetricChange(metric=ANSWERS, rule="statistical", left_out=3)], grounds())
    assert (found.decision, found.why) == (None, "no item is compared")


@pytest.mark.parametrize(
    ("safety", "drop", "decision"),
    [
        (SafetyFound(proven=1), 0.0, "fail"),
        (SafetyFound(doubtful=1), 0.0, "review"),
        (SafetyFound(), 0.0, "pass"),
        (SafetyFound(doubtful=10), 0.1, "fail"),
    ],
)
def test_one_proven_unsafe_response_blocks_alone(safety: SafetyFound, drop: float, decision: str) -> None:
    """A doubtful one is for a person to look at; many fail by the test as any metric does."""
    found = change(SAFETY, drop=drop, p=0.01 if drop else 1.0, low=-0.01 if not drop else -0.2)
    assert decided([found], grounds(safety=safety))[0].decision == decision


def record(table: Confusion, **fields: object) -> CalibrationRecord:
    """A record of this table."""
    judge = JudgeIdentity(spec="local", fingerprint="f", parts={})
    given = {"question": "safety", "judge": judge, "labels": "l", "made_by": "human", "drawn": "class_balanced"}
    return CalibrationRecord.model_validate(
        {**given, "n": round(table.n), "clusters": round(table.n), "confusion": table, **fields}
    )


def test_youdens_j_is_what_labels_tell() -> None:
    """90 of 100 and 80 of 100: .7. Too few labels tell nothing, nor do those drawn by verdict from an unknown run."""
    table = Confusion(pass_good=90, fail_good=10, pass_bad=20, undecided_bad=5, fail_bad=75)
    assert youden_of(record(table)) == pytest.approx(0.7)
    assert youden_of(record(Confusion(pass_good=9, fail_bad=9))) is None
    assert youden_of(record(table, drawn="by_verdict")) is None
    criterion = {"w": CriterionRecord(text="It is polite.", confusion=table)}
    assert youden_of(record(table, criteria=criterion), {"w"}) == pytest.approx(0.7)
    assert youden_of(record(table, criteria=criterion), {"w", "another"}) is None
