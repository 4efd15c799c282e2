"""A table of labels, CSV or TSV, as people keep them in a spreadsheet, row by row."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

from pydantic import JsonValue

from judge_eval.adapters.files.parsing.document import Document
from judge_eval.adapters.files.parsing.source import read_text
from judge_eval.calibration.thresholds import MAX_FILE_BYTES
from judge_eval.errors import InputError, Problem

_SEPARATORS = ",;\t"
"""Spreadsheets of some countries write semicolons."""

_SAID = re.compile(r"sep=(.)\r?\n")
"""A first line by which some spreadsheets are told the separator."""


def read_table(path: Path) -> Iterator[Document]:
    """The rows of a table whose first row names the columns; an empty cell is an empty text.

    Raises: InputError where it cannot be read, a row has more cells than there are columns, or a name stands twice.
    """
    text = read_text(path, MAX_FILE_BYTES)
    said = _SAID.match(text)
    separator = _separator(text) if said is None else said[1]
    # Lines end where spreadsheets end them, and not at each character that Unicode calls a line separator.
    lines = StringIO(text[said.end() :] if said else text, newline="")
    reader = csv.reader(lines, delimiter=separator, strict=True)
    names: list[str] | None = None
    try:
        for cells in reader:
            if names is None:
                names = _names(path, cells)
            elif any(cells):
                yield _row(path, reader.line_num, names, cells)
    except csv.Error as error:
        remedy = "save it as CSV with quotes around text that holds commas or line ends; longer texts stand in JSONL"
        raise InputError(
            Problem(f"this is no table: {error}", place=str(path), line=reader.line_num, remedy=remedy)
        ) from error


def _separator(text: str) -> str:
    """What parts the column names."""
    first = text.partition("\n")[0]
    return max(_SEPARATORS, key=first.count)


def _names(path: Path, cells: list[str]) -> list[str]:
    names = [cell.strip() for cell in cells]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        message = f"the column '{twice}' stands twice"
        raise InputError(Problem(message, place=str(path), line=1, remedy="rename one of them"))
    return names


def _row(path: Path, line: int, names: list[str], cells: list[str]) -> Document:
    """The row as an object; `line` is where it ends."""
    if len(cells) > len(names):
        raise InputError(
            Problem(
                "a row has more cells than there are columns",
                place=str(path),
                line=line,
                found=f"{len(cells)} cells",
                expected=f"at most {len(names)}",
                remedy="put quotes around text that holds the separator",
            )
        )
    value: JsonValue = dict(zip(names, [*cells, *[""] * (len(names) - len(cells))], strict=True))
    return Document(f"{path}:{line}", "", value, lines=False)
