"""Label files: JSONL and tables, read row by row and pooled by question."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from judge_eval.adapters.files.labels.beside_labels import Beside
from judge_eval.adapters.files.labels.label_rows import Columns, label_of
from judge_eval.adapters.files.labels.label_table import read_table
from judge_eval.adapters.files.labels.pooled_labels import LabelsOfFile, Pooled, pooled
from judge_eval.adapters.files.parsing.document import Document, parse_line
from judge_eval.adapters.files.parsing.json_lines import read_lines, too_long
from judge_eval.adapters.files.parsing.problems import Findings
from judge_eval.core.label import Draw, Label, LabelSet
from judge_eval.core.worklist import WorklistItem
from judge_eval.errors import InputError, Problem


@dataclass(frozen=True, slots=True)
class ReadLabels:
    """The label sets of all files, by question.

    `drawn` holds the items of worklists, and `file_of` the file's path, by the label's id within its question. `notes`
    tell what a person should know of how they were read.
    """

    sets: tuple[LabelSet, ...]
    drawn: Mapping[tuple[str, str], WorklistItem] = field(default_factory=dict[tuple[str, str], WorklistItem])
    file_of: Mapping[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])
    notes: tuple[str, ...] = ()


def read_labels(
    files: Sequence[Path], *, columns: Columns | None = None, question: str | None = None, drawn: Draw | None = None
) -> ReadLabels:
    """The labels in `files`; `question` is theirs where a row names none, `drawn` says how they were chosen.

    Raises: InputError with every problem found, or where there is no label at all.
    """
    findings = Findings()
    found: dict[str, list[LabelsOfFile]] = {}
    unlabelled = 0
    lost: list[str] = []
    for path in files:
        by_question: dict[str, list[Label]] = {}
        beside = Beside()
        try:
            beside = Beside.of(path)
            for label in _labels_in(path, columns or Columns(), question, beside, findings):
                by_question.setdefault(label.question, []).append(label)
        except InputError as error:
            findings.add(error.problems)
        for name, labels in by_question.items():
            told = [label for label in labels if label.labels or label.label is not None]
            unlabelled += len(labels) - len(told)
            lost += [str(path)] if any(map(beside.lost, told)) else []
            if told:
                found.setdefault(name, []).append(LabelsOfFile(str(path), told, beside))
    pools = list(_pools(found, drawn, findings))
    findings.raise_any()
    if not pools:
        places = ", ".join(map(str, files))
        message = f"none of the {unlabelled} rows carries a label" if unlabelled else "there is no label in any file"
        raise InputError(Problem(message, place=places, remedy="fill in the column 'label': yes or no"))
    return ReadLabels(
        tuple(one.labels for one in pools),
        {(name, label.id): item for name, files in found.items() for label, item in _drawn(files)},
        {(one.labels.question, label): file for one in pools for label, file in one.file_of.items()},
        tuple(_notes(pools, unlabelled, lost)),
    )


def _pools(found: Mapping[str, Sequence[LabelsOfFile]], drawn: Draw | None, findings: Findings) -> Iterator[Pooled]:
    for name in sorted(found):
        try:
            yield pooled(name, found[name], drawn)
        except InputError as error:
            findings.add(error.problems)


def _drawn(files: Sequence[LabelsOfFile]) -> Iterator[tuple[Label, WorklistItem]]:
    for one in files:
        for label in one.labels:
            if label.id in one.beside.items:
                yield label, one.beside.items[label.id]


def _notes(pools: Sequence[Pooled], unlabelled: int, lost: Sequence[str]) -> Iterator[str]:
    if unlabelled:
        yield f"{unlabelled} rows carry no label yet, and are left out"
    for one in pools:
        if one.repeated:
            yield f"{one.labels.question}: {one.repeated} labels stand twice, and count once"
    for name in lost:
        yield f"{name} holds rows of a worklist, whose .draw.json is not beside it: how they were drawn is not known"


def _labels_in(
    path: Path, columns: Columns, question: str | None, beside: Beside, findings: Findings
) -> Iterator[Label]:
    """The labels of one file, each in its place; what is wrong with a row goes to `findings`."""
    rows = read_table(path) if path.suffix.lower() in (".csv", ".tsv") else _lines(path, findings)
    for row in rows:
        try:
            label = beside.placed(label_of(row, columns, question or beside.question), row)
        except InputError as error:
            findings.add(error.problems)
            continue
        if label.odd_mark is not None:
            findings.add([_odd(row, label)])
        else:
            yield label


def _odd(row: Document, label: Label) -> Problem:
    """A number that means nothing."""
    return Problem(
        "this number is no mark",
        place=row.place,
        line=row.line_of(("label",)),
        field="label",
        found=str(label.odd_mark),
        expected="yes, no, 1 or 0, or a point of the criterion's scale",
        remedy="write the criterion with its scale: {id, text, scale: {0: …, 1: …, 2: …}, pass_at}",
    )


def _lines(path: Path, findings: Findings) -> Iterator[Document]:
    for line in read_lines(path):
        if line.data is None:
            findings.add([too_long(path, line)])
            continue
        try:
            yield parse_line(line.data, str(path), line.number)
        except InputError as error:
            findings.add(error.problems)
