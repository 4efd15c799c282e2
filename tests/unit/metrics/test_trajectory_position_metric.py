"""tool_trajectory_position: matching places over the longer sequence."""

from __future__ import annotations

import pytest
from pytest import approx

from tests.dialogues import call, calls_scored, expected

NAME = "tool_trajectory_position"


@pytest.mark.parametrize(
    ("expected_names", "called_names", "value"),
    [
        ("abc", "abc", 1),
        ("abc", "axc", 2 / 3),
        ("abc", "ab", 2 / 3),
        ("ab", "abcd", 2 / 4),
        ("abc", "xabc", 0),
        ("", "", 1),
        ("", "a", 0),
        ("a", "", 0),
    ],
)
def test_places_are_counted_over_the_longer_sequence(expected_names: str, called_names: str, value: float) -> None:
    """A call counts only at its own place; both empty is 1, and calls where none is expected are 0."""
    wanted, made = [expected(name) for name in expected_names], [call(name) for name in called_names]
    assert calls_scored(NAME, wanted, made).value == approx(value)


def test_a_place_matches_by_name_or_by_arguments_too() -> None:
    """Arguments count, unless they are ignored; the reason names the first place that is wrong."""
    wanted, made = [expected("a", id=1), expected("b")], [call("a", id=2), call("b")]
    score = calls_scored(NAME, wanted, made)
    assert (score.value, score.reason) == (approx(1 / 2), "a: id is 2, expected 1")
    assert calls_scored(NAME, wanted, made, ignore_args=True).value == 1
