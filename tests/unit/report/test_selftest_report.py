"""What `judge-eval selftest` prints: each promise beside what was kept of it."""

from __future__ import annotations

from judge_eval.calibration.selftest import Cell, World, row_of
from judge_eval.report.as_selftest import selftest_text
from judge_eval.report.canvas import Canvas
from judge_eval.report.marks import UNICODE
from judge_eval.stats.trials.promises import Kept


def test_a_broken_promise_is_counted_and_marked() -> None:
    """A line a cell and a promise; one that is broken in half of the runs is told."""
    row = row_of(Cell(World(0.8), 200, 50, "random"), 20)
    kept = Kept("gate, 20 items", 0.5, 0.05, 0.4, 0.3, 100)
    text = selftest_text([row], [kept], Canvas(UNICODE))
    assert "1 promise is broken" in text
    assert "gate, 20 items  0.500   0.050    0.400       0.300      ✗" in text


def test_kept_promises_are_told_with_the_repetitions() -> None:
    """Nothing broken: that is said, and on how many repetitions it rests."""
    row = row_of(Cell(World(0.8), 200, 50, "random"), 20)
    text = selftest_text([row], [Kept("certificate", 0.0, 0.1, 0.5, None, 100)], Canvas(UNICODE))
    assert "every promise is kept" in text and "20 repetitions a line" in text
