"""tool_trajectory_f1, _recall and _precision: partial credit for calls in order."""

from __future__ import annotations

import pytest
from pytest import approx

from tests.dialogues import call, calls_scored, expected


@pytest.mark.parametrize(
    ("expected_names", "called_names", "common"),
    [
        ("abcd", "abc", 3),
        ("abcd", "abcd", 4),
        ("abcd", "dcba", 1),
        ("abc", "axbxc", 3),
        ("abab", "baba", 3),
        ("aa", "a", 1),
        ("a", "b", 0),
    ],
)
def test_all_three_follow_from_the_common_subsequence(expected_names: str, called_names: str, common: int) -> None:
    """With L calls in common: F1 is 2L over both, recall L over expected, precision L over made."""
    wanted, made = [expected(name) for name in expected_names], [call(name) for name in called_names]
    assert calls_scored("tool_trajectory_f1", wanted, made).value == approx(2 * common / (len(wanted) + len(made)))
    assert calls_scored("tool_trajectory_recall", wanted, made).value == approx(common / len(wanted))
    assert calls_scored("tool_trajectory_precision", wanted, made).value == approx(common / len(made))


def test_three_of_four_calls_earn_six_sevenths() -> None:
    """For a, b, c made and a, b, c, d expected, F1 is 2·3 / (4 + 3), where ADK gives 0."""
    score = calls_scored("tool_trajectory_f1", [expected(name) for name in "abcd"], [call(name) for name in "abc"])
    assert score.value == approx(6 / 7)
    assert score.reason == "d() was not called (3 of 4 expected calls in order, among 3 made: precision 1.00)"


@pytest.mark.parametrize("metric", ["tool_trajectory_f1", "tool_trajectory_recall", "tool_trajectory_precision"])
def test_the_edges_are_as_for_every_metric_on_calls(metric: str) -> None:
    """Expecting nothing and doing nothing is 1; doing something unexpected or nothing expected is 0."""
    assert calls_scored(metric, [], []).value == 1
    assert calls_scored(metric, [], [call("a")]).value == 0
    assert calls_scored(metric, [expected("a")], []).value == 0


def test_arguments_count_unless_they_are_ignored() -> None:
    """A call with a wrong argument is not the expected one, but is under `ignore_args`."""
    wanted, made = [expected("a", id=1), expected("b")], [call("a", id=2), call("b")]
    score = calls_scored("tool_trajectory_recall", wanted, made)
    assert score.value == approx(1 / 2)
    assert score.reason == "a: id is 2, expected 1 (1 of 2 expected calls in order, among 2 made: precision 0.50)"
    assert calls_scored("tool_trajectory_recall", wanted, made, ignore_args=True).value == 1


def test_recall_tells_its_precision_even_where_it_is_perfect() -> None:
    """A run that does all that is expected and more has recall 1, and the reason shows what the rest costs."""
    score = calls_scored("tool_trajectory_recall", [expected("a")], [call("a"), call("b")])
    assert score.value == 1
    assert score.reason == (
        "called b, which was not expected (1 of 1 expected calls in order, among 2 made: precision 0.50)"
    )
