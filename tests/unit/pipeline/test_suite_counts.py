"""What is counted of a suite: the same in any order of its runs, by case where cases count, by item where items do."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from judge_eval.core.case import Case, Turn
from judge_eval.core.config import MetricConfig
from judge_eval.core.content import Part
from judge_eval.core.results import CaseResult, ScoreRow
from judge_eval.core.score import Score
from judge_eval.judge import catalog
from judge_eval.metrics.metric import Metric, Options
from judge_eval.pipeline.adjudicate import unadjudicated
from judge_eval.pipeline.counts.suite_counts import SuiteCounts
from judge_eval.pipeline.counts.trials import Trial
from judge_eval.pipeline.decide import unscored
from judge_eval.pipeline.plan import Judged, Measured, Plan, Plans

METRIC = "share"
MATCH = "final_response_match_v2"


def unused(*_: Any) -> Any:
    """What no test here calls."""
    raise AssertionError


PLANS = Plans((Plan(measured=(Measured(Metric(METRIC, unused, Options), Options(), MetricConfig(threshold=1.0)),)),))
Suite = dict[str, list[bool]]
SUITES: st.SearchStrategy[Suite] = st.dictionaries(
    st.sampled_from("abcdef"), st.lists(st.booleans(), min_size=1, max_size=4), min_size=1
)


def trial(case_id: str, repeat: int, passed: bool) -> Trial:
    """One repeat that passes or fails."""
    row = ScoreRow(metric=METRIC, status="scored", value=float(passed), decision="pass" if passed else "fail")
    result = CaseResult(id=case_id, repeat=repeat, status="passed" if passed else "failed", scores=(row,))
    return Trial(result, (Score(case_id=case_id, repeat=repeat, metric=METRIC, status="scored", value=float(passed)),))


def counted(trials: Iterable[tuple[Trial, int]]) -> SuiteCounts:
    """The counts of repeats that come in this order, each with how many its case has; each case is a cluster."""
    counts = SuiteCounts(PLANS)
    for one, of in trials:
        counts.add(one, of, one.result.id)
    return counts


def said(counts: SuiteCounts) -> tuple[object, ...]:
    """Everything that the counts say."""
    shares = counts.cases.deciding
    return (counts.tallies.estimates(), counts.repeats.used(), shares.bounds(), shares.cases, shares.whole)


def trials_of(suite: Suite) -> list[tuple[Trial, int]]:
    """The repeats of a suite, case by case."""
    return [
        (trial(case_id, repeat, passed), len(passes))
        for case_id, passes in suite.items()
        for repeat, passed in enumerate(passes)
    ]


@given(SUITES, st.integers(0, 99))
def test_the_order_of_runs_never_shows(suite: Suite, seed: int) -> None:
    """However the repeats of different cases end in between each other, nothing changes in the last bit."""
    trials = trials_of(suite)
    shuffled = random.Random(seed).sample(trials, len(trials))
    assert said(counted(shuffled)) == said(counted(trials))


@given(SUITES)
def test_the_mean_over_cases_is_the_share_of_cases(suite: Suite) -> None:
    """Where a metric is 1 or 0, the estimate, the gate's share of cases and pass^1 are one number, over all cases."""
    counts = counted(trials_of(suite))
    (estimate,) = counts.tallies.estimates()
    assert (estimate.n, counts.cases.deciding.cases) == (len(suite), len(suite))
    low, high = counts.cases.deciding.bounds()
    assert low == high
    assert estimate.value is not None and low is not None
    assert abs(estimate.value - low) < 1e-12
    used = counts.repeats.used()
    assert (used is None) == all(len(passes) == 1 for passes in suite.values())
    assert used is None or used.pass_power[0].value == estimate.value


def test_a_run_that_is_lacking_leaves_its_judged_items_open() -> None:
    """What corrects a judged rate hears of them too: nobody knows what they would have been."""
    turns = tuple(Turn(user=(Part(text=text),), reference="Yes.") for text in "xyz")
    case = Case(id="c", cluster="c", turns=turns)
    question = catalog.load(MATCH)
    plan = Plan(judged=(Judged(question, question.options(), MetricConfig(), judge=None),))
    counts = SuiteCounts(Plans((plan,)))
    scores = unadjudicated(plan, case, "no run of this case was given")
    counts.add(Trial(unscored("c", "no run of this case was given"), scores), 1, "c")
    assert counts.judged.by_metric[MATCH].open == 3
