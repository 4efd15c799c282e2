"""An interval as every report draws it: its ends stay apart whatever their signs."""

from __future__ import annotations

import pytest

from judge_eval.core.results import EstimateRow, ScoreRow
from judge_eval.report.as_estimates import EstimateTable
from judge_eval.report.canvas import Canvas
from judge_eval.report.marks import ASCII, UNICODE, Marks, bounded, cell, interval, signed_interval, with_interval


@pytest.mark.parametrize(
    ("low", "high", "marks", "drawn"),
    [
        (0.1, 0.5, UNICODE, "0.100–0.500"),
        (0.1, 0.5, ASCII, "0.100-0.500"),
        (-0.5, -0.1, UNICODE, "-0.500 to -0.100"),
        (-0.5, 0.1, ASCII, "-0.500 to 0.100"),
        (-0.0001, 0.1, UNICODE, "-0.000 to 0.100"),
        (-2000.0, 3.0, UNICODE, "-2000 to 3.000"),
        (None, 0.1, UNICODE, ""),
        (0.1, None, UNICODE, ""),
    ],
)
def test_an_interval_is_drawn(low: float | None, high: float | None, marks: Marks, drawn: str) -> None:
    """A dash stands between two ends, and a word where the first has a minus; half an interval is none."""
    assert interval(low, high, marks) == drawn


def test_the_interval_of_a_difference_has_signs() -> None:
    """Both ends of a difference have a sign; what has no interval has no brackets."""
    assert with_interval("a gain", signed_interval(-0.25, 1.0, 1)) == "a gain (-0.2 to +1.0)"
    assert with_interval("a gain", signed_interval(None, 1.0)) == "a gain"


def test_a_metric_with_negative_values_is_legible() -> None:
    """Its estimate, the bounds of what is open and an undecided score never put a dash before a minus."""
    row = EstimateRow(metric="m", kind="score", value=-0.3, value_low=-0.4, value_high=-0.2, low=-0.5, high=-0.1, n=9)
    drawn = EstimateTable([row]).drawn(Canvas(UNICODE))
    assert "-0.300 (-0.400 to -0.200)" in drawn and "-0.500 to -0.100" in drawn
    assert bounded(row.model_copy(update={"value_low": -0.3, "value_high": -0.3}), UNICODE) == "-0.300"
    assert cell(ScoreRow(metric="m", status="undecided", low=-1.0, high=-0.5), UNICODE) == "-1.00 to -0.50 ?"
