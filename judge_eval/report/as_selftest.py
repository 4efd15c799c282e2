"""What the simulations of `selftest` found, as tables: each promise beside what was kept of it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from judge_eval.calibration.selftest import Row
from judge_eval.report.canvas import Canvas
from judge_eval.report.marks import STYLES, figure
from judge_eval.stats.trials.promises import Kept
from judge_eval.text.counted import counted


def coverage_table(rows: Sequence[Row], canvas: Canvas) -> str:
    """A line a cell: the world, the labels, and how many of the intervals held the truth."""
    headings = [
        "labels drawn",
        "rate",
        "judge",
        "N",
        "n",
        "clusters of",
        "coverage",
        "promised",
        "width",
        "refused",
        "",
    ]
    return canvas.draw(headings, [_row(row, canvas) for row in rows], stack=len("labels drawn"))


def promise_table(kept: Sequence[Kept], canvas: Canvas) -> str:
    """A line a promise: how often it was broken, and how often the naive rule breaks it."""
    rows = [
        [
            Text(one.name),
            Text(figure(one.broken, 3)),
            Text(figure(one.at_most, 3)),
            Text(figure(one.naive, 3)),
            Text(figure(one.undecided, 3)),
            _mark(one.holds, canvas),
        ]
        for one in kept
    ]
    return canvas.draw(["promise", "broken", "at most", "naive rule", "undecided", ""], rows, stack=len("naive rule"))


def selftest_text(rows: Sequence[Row], kept: Sequence[Kept], canvas: Canvas) -> str:
    """Both tables, and what they come to."""
    broken = sum(not one.holds for one in (*rows, *kept))
    said = "every promise is kept" if not broken else f"{counted(broken, 'promise is', 'promises are')} broken"
    return "\n".join(
        (
            coverage_table(rows, canvas),
            promise_table(kept, canvas),
            f"{said}, within the standard errors of the simulation ({rows[0].repetitions:,} repetitions a line)\n",
        )
    )


def _row(row: Row, canvas: Canvas) -> list[Text]:
    cell, world = row.cell, row.cell.world
    reused = "" if cell.labelled_at is None else f" at {cell.labelled_at:g}"
    return [
        Text(f"{cell.drawn.replace('_', ' ')}{reused}"),
        Text(figure(world.rate)),
        Text("P(pass)" if world.probabilities else f"{world.sensitivity:g}/{world.specificity:g}"),
        Text(str(cell.judged)),
        Text(str(cell.labels)),
        Text(str(world.cluster_size)),
        Text("" if row.refused == row.repetitions else figure(row.coverage, 3)),
        Text(figure(cell.promised)),
        Text("" if row.refused == row.repetitions else figure(row.width, 3)),
        Text(str(row.refused or "")),
        _mark(row.holds, canvas),
    ]


def _mark(holds: bool, canvas: Canvas) -> Text:
    decision = "pass" if holds else "fail"
    return Text(canvas.marks.of(decision), style=STYLES[decision])
