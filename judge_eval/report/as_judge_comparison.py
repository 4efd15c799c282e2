"""Several judges on the same labels, as a table, and the items on which they differ."""

from __future__ import annotations

from textwrap import shorten

from rich.text import Text

from judge_eval.core.appraisal import Comparison, Figure
from judge_eval.report.canvas import Canvas
from judge_eval.report.marks import Marks, figure, interval, signed_interval, with_interval
from judge_eval.report.visible import visible
from judge_eval.text.counted import counted

MOST_SPLITS = 20
SHOWN = 60


def comparison_text(comparison: Comparison, canvas: Canvas) -> str:
    """A line a judge; then the first items on which they differ, a line each."""
    head = (
        f"{comparison.question}: {len(comparison.judges)} judges on {counted(comparison.n, 'item')} that all decided\n"
    )
    rows = [
        [
            Text(visible(one.judge)),
            Text(_agreement(one.agreement, canvas.marks)),
            Text(_difference(one.difference)),
            Text(f"{one.calls:,}"),
            Text(f"{one.tokens.count:,}"),
            Text(f"{one.seconds:.1f}"),
        ]
        for one in comparison.judges
    ]
    headings = ["judge", "agrees with people", "less the first", "calls", "tokens", "seconds"]
    table = canvas.draw_with_remarks([*headings, ""], rows, ["" for _ in rows])
    return "\n".join(part for part in (head, table, _splits(comparison, canvas)) if part)


def _splits(comparison: Comparison, canvas: Canvas) -> str:
    if not comparison.splits:
        return "the judges decide every item alike\n"
    shown = comparison.splits[:MOST_SPLITS]
    rows = [
        [
            Text(visible(one.id)),
            Text(one.people),
            *(Text(decision) for decision in one.decisions),
            Text(shorten(visible(one.response), SHOWN, placeholder="…")),
        ]
        for one in shown
    ]
    judges = [visible(one.judge) for one in comparison.judges]
    said = f"they differ on {counted(len(comparison.splits), 'item')}"
    if len(shown) < len(comparison.splits):
        said += f", of which {len(shown)} are shown"
    return f"{said}\n\n{canvas.draw(['item', 'people', *judges, 'response'], rows, stack=SHOWN)}"


def _agreement(found: Figure, marks: Marks) -> str:
    return with_interval(figure(found.value, 3), interval(found.low, found.high, marks))


def _difference(found: Figure) -> str:
    """The difference and its interval, or why there is none."""
    if found.value is None:
        return found.why
    return with_interval(f"{found.value:+.3f}", signed_interval(found.low, found.high))
