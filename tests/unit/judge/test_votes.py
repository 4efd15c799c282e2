"""When a rule has its end, and what the samples add up to."""

from __future__ import annotations

from math import isclose, sqrt

import pytest

from judge_eval.core.sample import Distribution, Sample
from judge_eval.core.verdict import Decision
from judge_eval.judge.rules import Aggregate, ByDistribution, Fixed, Lead, Rule
from judge_eval.judge.vote import Tally, more_to_ask, tally
from tests.judge_parts import MENU, said

Y, N, C, S, F = "yes", "no", "cannot_tell", "not_applicable", None


def tallied(rule: Rule, *answers: str | None, aggregate: Aggregate = "decisions") -> Tally:
    """The tally of these answers; None is a failed sample."""
    return tally(rule, aggregate, said(*answers), MENU, 0.5)


@pytest.mark.parametrize(
    ("answers", "more"),
    [
        ((), 2),  # two are needed whatever they say: they go out together
        ((Y, Y), 0),
        ((Y, N), 2),  # a tie needs two more to lead by two
        ((Y, N, Y), 1),
        ((Y, N, Y, Y), 0),
        ((Y, F), 1),  # leads by one; a failed sample is asked, not usable
        ((Y, F, Y), 0),  # 2 of 3
        ((F, F), 2),
        ((F, F, Y, Y), 1),  # leads by two, but 2 of 4 is no strict majority
        ((F, F, Y, Y, Y), 0),
        ((C, C), 0),  # cannot_tell is a vote
        ((C, Y, C), 1),
        ((Y, N, Y, N, Y, N, Y), 1),  # only one is left
        ((Y, N, Y, N, Y, N, Y, N), 0),
    ],
)
def test_lead_2_max_8_asks_what_is_certainly_needed(answers: tuple[str | None, ...], more: int) -> None:
    """Only calls that are needed whatever they bring go out together, and never more than eight."""
    assert more_to_ask(Lead(2, 8), said(*answers), MENU) == more


@pytest.mark.parametrize(("answers", "more"), [((), 3), ((Y, Y, Y), 0), ((Y, N, Y), 2), ((Y, Y, N, Y, Y), 0)])
def test_lead_3_starts_with_three(answers: tuple[str | None, ...], more: int) -> None:
    """A lead of three needs three samples at least."""
    assert more_to_ask(Lead(3, 15), said(*answers), MENU) == more


def test_fixed_asks_all_at_once() -> None:
    """Whatever they say."""
    assert [more_to_ask(Fixed(5), said(*[Y] * n), MENU) for n in (0, 2, 5)] == [5, 3, 0]


def test_a_distribution_is_asked_once() -> None:
    """Also where it failed."""
    assert [more_to_ask(ByDistribution(), said(*[F] * n), MENU) for n in (0, 1)] == [1, 0]


@pytest.mark.parametrize(
    ("rule", "answers", "decision"),
    [
        (Lead(2, 8), (Y, Y), "pass"),
        (Lead(2, 8), (N, Y, N, N), "fail"),
        (Lead(2, 8), (Y, N, Y, N, Y, N, Y, N), "undecided"),
        (Lead(2, 8), (Y, N, Y, N, Y, N, F, Y), "undecided"),  # 4 of 8, leading by one
        (Lead(2, 8), (C, C), "undecided"),
        (Lead(2, 8), (S, S), "not_applicable"),
        (Fixed(5), (Y, Y, Y, N, N), "pass"),
        (Fixed(5), (F, F, F, F, Y), "undecided"),  # ADK says 1.0, PASSED
        (Fixed(5), (Y, Y, Y, Y, F), "pass"),  # ADK discards all
        (Fixed(5), (Y, Y, N, F, F), "undecided"),  # 2 of 5
        (Fixed(2), (Y, N), "undecided"),
        (Fixed(4), (Y, Y, N, C), "undecided"),  # 2 of 4 is no strict majority
        (Fixed(1), (Y,), "pass"),
        (Fixed(1), (F,), "undecided"),
    ],
)
def test_a_strict_majority_of_those_asked_decides(
    rule: Rule, answers: tuple[str | None, ...], decision: Decision
) -> None:
    """Failed samples count as asked; without a majority of all, the item is undecided."""
    assert tallied(rule, *answers).decision == decision


def test_3_to_2_and_5_to_0_are_told_apart() -> None:
    """Both pass; votes, value and spread differ. sd of 1,1,1,0,0 is sqrt(.3), over sqrt(5): sqrt(.06)."""
    close, clear = tallied(Fixed(5), Y, Y, Y, N, N), tallied(Fixed(5), Y, Y, Y, Y, Y)
    assert (close.decision, clear.decision) == ("pass", "pass")
    assert (close.votes, clear.votes) == ({"yes": 3, "no": 2}, {"yes": 5})
    assert (close.value, clear.value) == (0.6, 1.0)
    assert close.spread is not None and isclose(close.spread, sqrt(0.06))
    assert clear.spread == 0


@pytest.mark.parametrize(
    ("answers", "aggregate", "credit"),
    [
        ((Y, Y, Y, N, N), "decisions", 1.0),
        ((Y, Y, Y, N, N), "mean", 0.6),
        ((Y, Y, Y, Y, Y), "mean", 1.0),
        ((N, N, N, Y, Y), "decisions", 0.0),
        ((Y, Y, N, N, C), "decisions", None),
        ((Y, Y, N, N, C), "mean", 0.5),
        ((Y, F, F, F, F), "mean", None),  # 1 of 5 has a value: no quorum
        ((S, S, S, Y, Y), "decisions", None),
    ],
)
def test_what_enters_a_mean(answers: tuple[str | None, ...], aggregate: Aggregate, credit: float | None) -> None:
    """The decision as 1 or 0, or the mean of the samples where that was asked for; nothing without a quorum."""
    assert tallied(Fixed(5), *answers, aggregate=aggregate).credit == credit


def test_an_answer_without_a_value_has_no_part_in_the_value() -> None:
    """cannot_tell is a vote and usable, but has no value; one value alone has no spread."""
    found = tallied(Fixed(3), C, Y, C)
    assert (found.value, found.spread, found.usable, found.asked) == (1.0, None, 3, 3)
    assert tallied(Fixed(2), C, C).value is None


def distributed(yes: float, no: float, unknown: float = 0.0, skip: float = 0.0) -> Sample:
    """A sample with these shares."""
    shares = {"yes": yes, "no": no, "cannot_tell": unknown, "not_applicable": skip}
    answer = max(shares, key=lambda name: shares[name])
    return Sample(item="i", index=0, answer=answer, distribution=Distribution(shares=shares, lost=0.0))


@pytest.mark.parametrize(
    ("sample", "decision", "value"),
    [
        (distributed(0.9, 0.1), "pass", 0.9),
        (distributed(0.5, 0.5), "pass", 0.5),  # the cut-off is inclusive
        (distributed(0.2, 0.8), "fail", 0.2),
        (distributed(0.3, 0.3, 0.4), "pass", 0.5),
        (distributed(0.3, 0.1, 0.6), "undecided", 0.75),
        (distributed(0.1, 0.1, 0.2, 0.6), "not_applicable", 0.5),
        (distributed(0.0, 0.0, 0.5, 0.5), "undecided", None),
    ],
)
def test_a_distribution_is_cut(sample: Sample, decision: Decision, value: float | None) -> None:
    """P(pass) among the answers that have a value decides, unless most of the mass is on no judgement."""
    found = tally(ByDistribution(), "decisions", [sample], MENU, 0.5)
    assert (found.decision, found.spread) == (decision, None)
    assert found.value is None if value is None else found.value is not None and isclose(found.value, value)


def test_the_cut_off_is_the_one_given() -> None:
    """A calibrated cut-off moves the decision, not the value."""
    found = tally(ByDistribution(), "decisions", [distributed(0.9, 0.1)], MENU, 0.95)
    assert (found.decision, found.value, found.credit) == ("fail", 0.9, 0.0)


def test_a_failed_distribution_is_undecided() -> None:
    """Without a distribution nothing is decided."""
    assert tally(ByDistribution(), "decisions", said(F), MENU, 0.5).decision == "undecided"


def test_the_mean_takes_probabilities_as_they_are() -> None:
    """Under a mean a distribution enters with its P(pass)."""
    assert tally(ByDistribution(), "mean", [distributed(0.8, 0.2)], MENU, 0.5).credit == 0.8
