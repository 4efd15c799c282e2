"""The items that newly broke, each with the reason and both final answers abreast; then what else changed, by name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from textwrap import wrap

from judge_eval.core.comparison import ChangedItem, ItemSide
from judge_eval.report.canvas import Canvas
from judge_eval.report.visible import visible
from judge_eval.text.counted import counted

MOST_SHOWN = 20
"""Newly broken items that are shown in full; comparison.json has them all."""
WIDTH = 110
"""Characters of a line where the canvas sets no width."""
MOST_LINES = 8
"""Lines of an answer that are shown."""


def items_text(items: Sequence[ChangedItem], canvas: Canvas) -> str:
    """The changed items, newly broken ones in full; empty where nothing changed."""
    broken = [item for item in items if item.turned == "broken"]
    blocks = ["".join(f"{line}\n" for line in _block(item, canvas.width or WIDTH)) for item in broken[:MOST_SHOWN]]
    if len(broken) > MOST_SHOWN:
        blocks.append(f"and {counted(len(broken) - MOST_SHOWN, 'more item')} that got worse\n")
    for turned, heading in (("open", "undecided"), ("fixed", "better")):
        names = [_name(item) for item in items if item.turned == turned]
        if names:
            rest = f" and {len(names) - MOST_SHOWN} more" if len(names) > MOST_SHOWN else ""
            blocks.append(f"{heading}: {', '.join(names[:MOST_SHOWN])}{rest}\n")
    return "\n".join(blocks)


def _block(item: ChangedItem, width: int) -> Iterator[str]:
    """The lines of one item."""
    yield f"worse: {_name(item)}"
    if item.user:
        yield f"  user: {visible(item.user)}"[:width]
    column = max((width - 7) // 2, 20)
    yield f"  {'baseline: ' + _decided(item.base):<{column}} | candidate: {_decided(item.candidate)}"
    for label in ("reason", "answer"):
        left, right = _lines(item.base, label, column), _lines(item.candidate, label, column)
        for one, other in zip_longest(left, right, fillvalue=""):
            yield f"  {one:<{column}} | {other}".rstrip()


def _name(item: ChangedItem) -> str:
    turn = "" if item.turn is None else f", turn {item.turn + 1}"
    criterion = "" if item.criterion is None else f", {item.criterion}"
    return visible(f"{item.case_id}{turn}, {item.metric}{criterion}")


def _decided(side: ItemSide) -> str:
    return f"{side.value:.2f}" if side.decision is None else f"{side.decision} ({side.value:.2f})"


def _lines(side: ItemSide, label: str, width: int) -> list[str]:
    text = side.reason if label == "reason" else side.response
    if text is None:
        text = "no answer at hand"
    lines = wrap(visible(text), width)
    return lines if len(lines) <= MOST_LINES else [*lines[: MOST_LINES - 1], "…"]
