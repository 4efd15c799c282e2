"""tool_arguments: the share of expected arguments that are right."""

from __future__ import annotations

from pytest import approx

from judge_eval.core.case import Equal, Ignore, Tolerance
from tests.dialogues import call, calls_scored, expected, wanted

NAME = "tool_arguments"


def test_each_argument_is_one_unit() -> None:
    """Of two calls with three expected arguments, one of which is wrong, two thirds are right."""
    expects = [expected("lookup", order="1"), expected("refund", order="1", amount=5)]
    score = calls_scored(NAME, expects, [call("lookup", order="1"), call("refund", order="1", amount=6)])
    assert (score.value, score.reason) == (approx(2 / 3), "refund: amount is 6, expected 5 (2 of 3 arguments right)")


def test_a_call_that_was_not_made_is_all_wrong() -> None:
    """An expected call without a partner loses all its arguments."""
    score = calls_scored(NAME, [expected("a", x=1), expected("b", y=1, z=1)], [call("a", x=1)])
    assert score.value == approx(1 / 3)
    assert score.reason == "b(y=1, z=1) has no call of its name in its place (1 of 3 arguments right)"


def test_a_call_without_arguments_is_one_unit() -> None:
    """It is right by being made in order; ignored arguments are no units."""
    expects = [expected("a"), wanted("b", {"note": Ignore()}), expected("c", x=1)]
    assert calls_scored(NAME, expects, [call("a"), call("b"), call("c", x=2)]).value == approx(2 / 3)


def test_calls_are_aligned_by_name_in_order() -> None:
    """Where b comes before a, only one of the two can be aligned, so one of the two arguments is right."""
    assert calls_scored(NAME, [expected("a", x=1), expected("b", x=1)], [call("b", x=1), call("a", x=1)]).value == 0.5


def test_of_several_alignments_the_best_counts() -> None:
    """A first try with a wrong argument does not spoil the second that is right, nor the call after it."""
    calls = [call("lookup", order="2"), call("lookup", order="1"), call("refund")]
    assert calls_scored(NAME, [expected("lookup", order="1"), expected("refund")], calls).value == 1


def test_the_longest_alignment_goes_before_the_best() -> None:
    """Against b, c, a made, b and c are aligned though their arguments are wrong, so that a's right one is lost."""
    expects = [expected("a", x=1), expected("b", x=1), expected("c", x=1)]
    assert calls_scored(NAME, expects, [call("b", x=2), call("c", x=2), call("a", x=1)]).value == 0


def test_surplus_arguments_and_calls_cost_nothing_here() -> None:
    """What was not expected is the trajectory metrics' concern."""
    score = calls_scored(NAME, [expected("a", x=1)], [call("z"), call("a", x=1, extra=True)])
    assert (score.value, score.reason) == (1, "")


def test_matchers_decide_what_is_right() -> None:
    """A tolerance makes a near number right."""
    expects = [wanted("a", {"x": Tolerance(value=5, tolerance=1), "y": Equal(value=1)})]
    assert calls_scored(NAME, expects, [call("a", x=5.5, y=2)]).value == 0.5


def test_the_edges_are_as_for_every_metric_on_calls() -> None:
    """Expecting nothing and doing nothing is 1; an unexpected call is 0; ignored tools are left out."""
    assert calls_scored(NAME, [], []).value == 1
    assert calls_scored(NAME, [], [call("a")]).value == 0
    assert calls_scored(NAME, [], [call("a")], ignoreTools=["a"]).value == 1
