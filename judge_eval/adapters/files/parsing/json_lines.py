"""JSONL files, one line at a time: a file of any length needs the memory of one line."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from judge_eval.adapters.files.parsing.source import unreadable
from judge_eval.calibration.thresholds import MAX_LINE_BYTES
from judge_eval.errors import InputError, Problem


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a file, without its end; `data` None: it is longer than `MAX_LINE_BYTES` and was skipped."""

    number: int
    data: bytes | None


def read_lines(path: Path) -> Iterator[Line]:
    """The lines of `path` that hold anything, as they come.

    Raises: InputError where the file cannot be read.
    """
    try:
        with path.open("rb") as file:
            number = 0
            while first := file.readline(MAX_LINE_BYTES + 1):
                number += 1
                if number == 1:
                    first = first.removeprefix(codecs.BOM_UTF8)
                if len(first) > MAX_LINE_BYTES and not first.endswith(b"\n"):
                    _skip_rest(file)
                    yield Line(number, None)
                elif data := first.strip():
                    yield Line(number, data)
    except (OSError, ValueError) as error:
        raise InputError(unreadable(path, error)) from error


def too_long(path: Path, line: Line) -> Problem:
    """The problem of a line that was skipped for its length."""
    return Problem(
        "the line is too long",
        place=str(path),
        line=line.number,
        found=f"more than {MAX_LINE_BYTES:,} bytes",
        expected=f"at most {MAX_LINE_BYTES:,} bytes a line",
        remedy="write one value a line; leave large files out of events and results",
    )


def _skip_rest(file: BinaryIO) -> None:
    """Reads to the end of the line, in pieces."""
    while (piece := file.readline(MAX_LINE_BYTES)) and not piece.endswith(b"\n"):
        pass
