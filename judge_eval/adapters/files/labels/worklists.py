"""Worklists on disk: a table for people to fill in, and beside it what they are not to see."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from io import StringIO
from pathlib import Path

from judge_eval.adapters.files.atomic_write import ANOTHER_OUT, write_file
from judge_eval.adapters.files.labels.beside_labels import WORKLIST_SUFFIX
from judge_eval.core.label import Label
from judge_eval.core.rubric import Criterion
from judge_eval.core.worklist import Worklist
from judge_eval.errors import InputError, Problem

_FORMULA = ("=", "+", "-", "@", "\t", "\r")

COLUMNS = ("id", "question", "criterion", "prompt", "context", "reference", "response", "label", "notes")


def write_worklist(folder: Path, worklist: Worklist, rows: Iterable[Label]) -> Path:
    """The table to fill in, below `folder`, under the name of its question.

    Raises: InputError where it is there already, since somebody may have filled it in, or cannot be written.
    """
    name = f"worklist-{worklist.question}"
    table = folder / f"{name}.csv"
    if table.exists():
        remedy = "give it to calibrate, or move it away"
        raise InputError(Problem("a worklist is there already, and may hold labels", place=str(table), remedy=remedy))
    write_file(folder, f"{name}{WORKLIST_SUFFIX}", [worklist.model_dump_json(indent=1) + "\n"], ANOTHER_OUT)
    # Without a byte order mark spreadsheets take UTF-8 for something else.
    return write_file(folder, table.name, ("\ufeff", *_lines(rows)), ANOTHER_OUT)


def _lines(rows: Iterable[Label]) -> Iterator[str]:
    yield _line(COLUMNS)
    for row in rows:
        shown = (_asked(row.criterion), row.prompt, row.context, row.reference, row.response)
        yield _line((row.id, row.question, *(_cell(text or "") for text in shown), "", ""))


def _asked(criterion: str | Criterion | None) -> str | None:
    """What a person is asked: the criterion, with each point of its scale, of which they write one."""
    if not isinstance(criterion, Criterion):
        return criterion
    return "\n".join((criterion.text, *(f"{point}: {said}" for point, said in sorted((criterion.scale or {}).items()))))


def _cell(text: str) -> str:
    """The text, so that no spreadsheet takes what an agent wrote for a formula and runs it."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def _line(cells: Iterable[str]) -> str:
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()
