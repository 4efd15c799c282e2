"""A table on the canvas, held against the one that rich lays out."""

from __future__ import annotations

from io import StringIO

from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.table import Table
from rich.text import Text

from judge_eval.report.canvas import Canvas, stacked
from judge_eval.report.marks import UNICODE
from judge_eval.report.visible import visible

HEADINGS = ("case", "tool_trajectory_avg_score", "reason")
CELLS = st.text(alphabet="ab _.é✓–中ｗ한😀\u0301\t\x1b\x07", max_size=12)
ROWS = st.lists(st.tuples(CELLS, CELLS, CELLS), max_size=5)


@given(ROWS, st.integers(1, 3))
def test_columns_stand_as_rich_would_set_them(rows: list[tuple[str, ...]], n_columns: int) -> None:
    """At their natural width, headings at the bottom, also where letters take two cells of a terminal or none."""
    headings, cells = HEADINGS[:n_columns], [[Text(cell) for cell in row[:n_columns]] for row in rows]
    assert Canvas(UNICODE).draw(headings, cells) == by_rich(headings, cells)


@given(ROWS)
def test_colours_add_nothing_but_escapes(rows: list[tuple[str, ...]]) -> None:
    """A terminal that shows colours shows the same letters in the same places."""
    styles = ("", "green", "bold red")
    cells = [[Text(cell, style) for cell, style in zip(row, styles, strict=True)] for row in rows]
    plain, coloured = (Canvas(UNICODE, color=color).draw(HEADINGS, cells) for color in (False, True))
    shown = (Text.from_ansi(line).plain.rstrip() for line in coloured.removesuffix("\n").split("\n"))
    assert "".join(f"{line}\n" for line in shown) == plain
    assert "\x1b[1mcase" in coloured


def by_rich(headings: tuple[str, ...], rows: list[list[Text]]) -> str:
    """The table as rich draws it, without trailing spaces."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in headings:
        table.add_column(stacked(heading), no_wrap=True, vertical="bottom")
    for row in rows:
        table.add_row(*(Text(visible(cell.plain)) for cell in row))
    console = Console(file=StringIO(), width=1_000, highlight=False, emoji=False, markup=False, legacy_windows=False)
    with console.capture() as captured:
        console.print(table)
    return "".join(f"{line.rstrip()}\n" for line in captured.get().splitlines())
