"""What a judge said of a rubric's criteria, and what changed since the rubric was tried last."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from judge_eval.core.results import ScoreRow
from judge_eval.core.rubric_try import RubricTry, TriedCriterion
from judge_eval.report.canvas import Canvas
from judge_eval.report.marks import STYLES, WORDS, cell, figure


def rubric_try_table(rows: Sequence[ScoreRow], latest: RubricTry, before: RubricTry | None, canvas: Canvas) -> str:
    """A line a criterion: verdict, votes, what changed and why it was judged so; then the rubric as a whole."""
    criteria = [row for row in rows if row.criterion is not None]
    known = {(one.turn, one.criterion): one for one in before.criteria} if before is not None else {}
    several = len({row.turn for row in criteria}) > 1
    changes = [
        _change(tried, known.get((tried.turn, tried.criterion))) if before is not None else ""
        for tried in latest.criteria
    ]
    table = [
        [
            Text(f"{row.criterion}{f' turn {(row.turn or 0) + 1}' if several else ''}"),
            Text(cell(row, canvas.marks), STYLES.get(row.decision, "")),
            Text(change, "yellow" if change.startswith("was") else ""),
        ]
        for row, change in zip(criteria, changes, strict=True)
    ]
    headings = ["criterion", "verdict", "since last try", "why"]
    parts = [canvas.draw_with_remarks(headings, table, [row.reason for row in criteria])] if criteria else []
    parts += [f"{_whole(row, canvas)}\n" for row in rows if row.criterion is None]
    parts += [f"{line}\n" for line in _apart(latest, before)]
    return "".join(parts)


def _change(now: TriedCriterion, before: TriedCriterion | None) -> str:
    if before is None:
        return "new"
    reworded = ", reworded" if now.wording != before.wording else ""
    if now.decision != before.decision or now.status != before.status:
        return f"was {WORDS[before.decision] if before.decision is not None else before.status}{reworded}"
    if figure(now.value) != figure(before.value):
        return f"was {figure(before.value)}{reworded}"
    return f"same{reworded}"


def _whole(row: ScoreRow, canvas: Canvas) -> str:
    if row.status in ("not_applicable", "error"):
        return f"rubric: {row.reason}"
    return f"rubric: {cell(row, canvas.marks)}"


def _apart(latest: RubricTry, before: RubricTry | None) -> list[str]:
    """What the lines cannot show: criteria that are gone, and that the last try was on other work."""
    if before is None:
        return []
    now = {one.criterion for one in latest.criteria}
    gone = dict.fromkeys(one.criterion for one in before.criteria if one.criterion not in now)
    lines = [f"gone since the last try: {', '.join(gone)}"] if gone else []
    return [*lines, "the last try was on other work"] if latest.work != before.work else lines
