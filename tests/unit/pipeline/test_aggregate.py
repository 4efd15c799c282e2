"""The sums over a suite."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from judge_eval.core.config import MetricConfig
from judge_eval.core.estimate import Estimate
from judge_eval.core.score import Score
from judge_eval.core.verdict import Decision, Verdict
from judge_eval.judge.question import Question, QuestionOptions
from judge_eval.metrics.metric import Metric, Options
from judge_eval.pipeline.counts.aggregate import Tallies
from judge_eval.pipeline.counts.sample_tally import SampleTally
from judge_eval.pipeline.plan import Judged, Measured, Plan


def unused(*_: Any) -> Any:
    """What no test here calls."""
    raise AssertionError


SHARE = Metric("share", unused, Options)
SECONDS = replace(SHARE, name="seconds", unit="seconds")
ANSWER = Question("answer", "q", unused, unused, QuestionOptions)
PLAN = Plan(
    measured=(Measured(SHARE, Options(), MetricConfig()), Measured(SECONDS, Options(), MetricConfig())),
    judged=(Judged(ANSWER, QuestionOptions(), MetricConfig(), judge=None),),
)


def score(metric: str, value: float | None, **fields: Any) -> Score:
    """A score of a case, with or without a value."""
    status = fields.pop("status", "scored" if value is not None else "undecided")
    return Score(case_id="c", metric=metric, status=status, value=value, **fields)


def answered(*decisions: Decision, asked: int = 2, rule: str = "judge") -> Score:
    """A judged conversation with one turn a decision."""
    turns = tuple(
        score(
            "answer",
            None if decision == "undecided" else float(decision == "pass"),
            turn=number,
            decision=decision,
            verdicts=(Verdict(question="q", item="i", decision=decision, asked=asked, usable=asked, decided_by=rule),),
        )
        for number, decision in enumerate(decisions)
    )
    return score("answer", None, turns=turns, low=0, high=1)


def estimates(*scored: tuple[Score, str]) -> dict[tuple[str, str], Estimate]:
    """The estimates by metric and kind, over (score, cluster) pairs."""
    tallies = Tallies([PLAN])
    for one, cluster in scored:
        tallies.add([[one]], cluster)
    return {(estimate.metric, estimate.kind): estimate for estimate in tallies.estimates()}


def test_undecided_items_bound_the_value() -> None:
    """Two of three pass and one is undecided: the pass rate is 2/3, and at most 1."""
    found = estimates((answered("pass", "pass", "undecided"), "a"))["answer", "pass_rate"]
    assert (found.value, found.value_low, found.value_high) == (2 / 3, 2 / 3, 1.0)
    assert (found.n, found.clusters, found.undecided) == (3, 1, 1)
    assert found.method == "none: one cluster"


def test_errors_stay_in_the_denominator() -> None:
    """A run that could not be scored counts as an error of every metric, with all that it could have been."""
    tallies = Tallies([PLAN])
    tallies.add([[score("share", 1.0)]], "a")
    tallies.add([[score("share", None, status="error")]], "b")
    found = tallies.estimates()[0]
    assert (found.value, found.value_low, found.value_high, found.errors, found.n) == (1.0, 0.5, 1.0, 1, 2)


def test_not_applicable_leaves_the_denominator() -> None:
    """A metric that does not apply is counted apart."""
    found = estimates((score("share", 0.5), "a"), (score("share", None, status="not_applicable"), "b"))
    assert (found["share", "score"].n, found["share", "score"].not_applicable) == (1, 1)


def test_unbounded_values_have_no_bounds_to_fall_back_on() -> None:
    """Seconds that could not be measured leave the interval open, and say so."""
    found = estimates((score("seconds", 2.0), "a"), (score("seconds", None, status="error"), "b"))["seconds", "score"]
    assert found.value == 2.0
    assert found.low is None
    assert "may have any value" in found.method


def test_rule_decided_items_are_counted() -> None:
    """Items that a rule decided enter with their value and are told apart."""
    found = estimates((answered("pass", rule="identical texts", asked=0), "a"), (answered("fail"), "b"))
    rate = found["answer", "pass_rate"]
    assert (rate.value, rate.n, rate.by_rule) == (0.5, 2, 1)


def test_saved_calls_count_judged_items_only() -> None:
    """Two judged items at two calls each save six calls against five votes each."""
    tally = SampleTally()
    tally.add([answered("pass", "fail")])
    tally.add([answered("pass", rule="identical texts", asked=0)])
    samples = tally.counts()
    assert (samples.asked, samples.usable, samples.saved_against_fixed_5) == (4, 4, 6)


@given(st.lists(st.tuples(st.floats(0, 1), st.sampled_from("abcd")), min_size=1, max_size=12), st.randoms())
def test_order_never_shows(items: list[tuple[float, str]], random: Any) -> None:
    """The estimates are equal to the last bit in any order of cases."""
    shuffled = list(items)
    random.shuffle(shuffled)
    first = estimates(*((score("share", value), cluster) for value, cluster in items))
    second = estimates(*((score("share", value), cluster) for value, cluster in shuffled))
    assert first == second
