"""What text is drawn on: a plain stream, or a terminal with its width and colours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import TypeVar

from rich.cells import cell_len
from rich.color import ColorSystem
from rich.style import Style
from rich.text import Text

from judge_eval.report.marks import Marks
from judge_eval.report.visible import visible

Row = Sequence[Text]
CellT = TypeVar("CellT", str, Text)

ROOMY = 16
"""Characters of a heading's line; columns stand two spaces apart."""

TIGHT = 9
"""Characters of a heading's line where the canvas is narrow; columns stand one space apart."""


@dataclass(frozen=True, slots=True)
class Canvas:
    """What the text is drawn on; `width` None: as wide as the text needs."""

    marks: Marks
    width: int | None = None
    color: bool = False

    def draw(self, headings: Sequence[str], rows: Sequence[Row], *, stack: int = ROOMY) -> str:
        """The table at its natural width, a line a row, without trailing spaces."""
        gap = " " if stack == TIGHT else "  "
        heads = [stacked(heading, stack).split("\n") for heading in headings]
        depth = max(map(len, heads), default=0)
        columns = [[visible(row[place].plain) for row in rows] for place in range(len(heads))]
        widths = [max(map(cell_len, (*head, *column))) for head, column in zip(heads, columns, strict=True)]
        raised = [[""] * (depth - len(head)) + head for head in heads]
        lines = [
            self._styled(gap.join(map(_filled, line, widths)).rstrip(), "bold") for line in zip(*raised, strict=True)
        ]
        for row, texts in zip(rows, zip(*columns, strict=True), strict=True):
            cells = (
                self._styled(_filled(text, width), cell.style)
                for cell, text, width in zip(row, texts, widths, strict=True)
            )
            lines.append(gap.join(cells).rstrip())
        return "\n".join(lines) + "\n"

    def draw_with_remarks(self, headings: Sequence[str], rows: Sequence[Row], remarks: Sequence[str]) -> str:
        """A table with a remark a row, headed by the last heading.

        The remarks are a last column where the canvas is wide enough, else they stand under their rows. Where even
        the rows are too wide, the columns go into blocks one under the other, each with the first column.
        """
        beside = self.draw(headings, [[*row, Text(remark)] for row, remark in zip(rows, remarks, strict=True)])
        if self._holds(beside):
            return beside
        roomy = self.draw(headings[:-1], rows)
        if self._holds(roomy):
            return self._with_remarks(roomy, remarks)
        tight = [
            self.draw(_chosen(headings, block), [_chosen(row, block) for row in rows], stack=TIGHT)
            for block in self._blocks(headings[:-1], rows)
        ]
        return "\n".join([*tight[:-1], self._with_remarks(tight[-1], remarks)])

    def _holds(self, drawn: str) -> bool:
        return (
            self.width is None or max(cell_len(Text.from_ansi(line).plain) for line in drawn.splitlines()) <= self.width
        )

    def _styled(self, text: str, style: str | Style) -> str:
        """The text as the canvas shows it: with the escapes of its style where there are colours."""
        if not self.color or not style:
            return text
        look = Style.parse(style) if isinstance(style, str) else style
        return look.render(text, color_system=ColorSystem.STANDARD)

    def _with_remarks(self, drawn: str, remarks: Sequence[str]) -> str:
        """The drawn table with each remark under its row."""
        lines = drawn.splitlines()
        lead = len(lines) - len(remarks)
        under = lines[:lead]
        for line, remark in zip(lines[lead:], remarks, strict=True):
            under.append(line)
            under.extend("    " + piece for piece in wrap(visible(remark), max((self.width or 0) - 4, 20)))
        return "\n".join(under) + "\n"

    def _blocks(self, headings: Sequence[str], rows: Sequence[Row]) -> Iterator[list[int]]:
        """The places of the columns of each block; a block holds two columns at least."""
        widths = [
            max(
                [cell_len(line) for line in stacked(heading, TIGHT).split("\n")] + [row[place].cell_len for row in rows]
            )
            for place, heading in enumerate(headings)
        ]
        block, taken = [0], widths[0]
        for place in range(1, len(headings)):
            if len(block) > 1 and taken + 1 + widths[place] > (self.width or 0):
                yield block
                block, taken = [0], widths[0]
            block.append(place)
            taken += 1 + widths[place]
        yield block


def _filled(text: str, width: int) -> str:
    """The text with spaces up to `width` cells of a terminal, of which some letters take two."""
    return text + " " * (width - cell_len(text))


def _chosen(row: Sequence[CellT], places: Sequence[int]) -> list[CellT]:
    return [row[place] for place in places]


def stacked(name: str, width: int = ROOMY) -> str:
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
