"""What text is drawn on: a plain stream, or a terminal with its width and colours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO
from textwrap import wrap

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from judge_eval.report.marks import Marks


@dataclass(frozen=True, slots=True)
class Canvas:
    """What the text is drawn on; `width` None: as wide as the text needs."""

    marks: Marks
    width: int | None = None
    color: bool = False

    def draw(self, thing: Table | Text) -> str:
        """The text of rich's thing, at its natural width, without trailing spaces."""
        out = StringIO()
        console = Console(
            file=out,
            width=10_000,
            force_terminal=self.color,
            color_system="standard" if self.color else None,
            highlight=False,
            emoji=False,
            markup=False,
            legacy_windows=False,
        )
        console.print(thing)
        return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"

    def draw_with_remarks(self, headings: Sequence[str], rows: Sequence[Sequence[Text]], remarks: Sequence[str]) -> str:
        """A table with a remark a row: as a last column where the canvas is wide enough, else under the row."""
        beside = _table([*headings], [[*row, Text(remark)] for row, remark in zip(rows, remarks, strict=True)])
        drawn = self.draw(beside)
        if self.width is None or max(cell_len(Text.from_ansi(line).plain) for line in drawn.splitlines()) <= self.width:
            return drawn
        lines = self.draw(_table(headings[:-1], rows)).splitlines()
        lead = len(lines) - len(rows)
        under: list[str] = lines[:lead]
        for line, remark in zip(lines[lead:], remarks, strict=True):
            under.append(line)
            under.extend("    " + piece for piece in wrap(remark, max(self.width - 4, 20)))
        return "\n".join(under) + "\n"


def _table(headings: Sequence[str], rows: Sequence[Sequence[Text]]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in headings:
        table.add_column(heading, no_wrap=True, vertical="top")
    for row in rows:
        table.add_row(*row)
    return table


def stacked(name: str, width: int = 16) -> str:
    """A metric's name over several short lines, broken after underscores."""
    lines = [""]
    for word in name.split("_"):
        piece = word if not lines[-1] else f"_{word}"
        if lines[-1] and len(lines[-1]) + len(piece) > width:
            lines[-1] += "_"
            lines.append(word)
        else:
            lines[-1] += piece
    return "\n".join(lines)
