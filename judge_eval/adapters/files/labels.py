"""Label files: JSONL and CSV, with the worklist and the policy that may stand beside them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from judge_eval.adapters.files.document import Document, parse_line, read_document
from judge_eval.adapters.files.json_lines import read_lines, too_long
from judge_eval.adapters.files.label_rows import KIND_OF, Columns, label_of
from judge_eval.adapters.files.label_table import read_table
from judge_eval.adapters.files.problems import Findings, validated
from judge_eval.adapters.files.source import read_text
from judge_eval.calibration.thresholds import MAX_FILE_BYTES
from judge_eval.core.label import Draw, Label, LabelSet
from judge_eval.core.worklist import Worklist, WorklistItem
from judge_eval.errors import InputError, Problem

WORKLIST_SUFFIX = ".draw.json"
POLICY_SUFFIX = ".policy.md"


@dataclass(frozen=True, slots=True)
class ReadLabels:
    """The label sets of all files, by question, and how many rows carry no label yet.

    `drawn` holds the items of worklists by the label's id within its question.
    """

    sets: tuple[LabelSet, ...]
    unlabelled: int = 0
    drawn: Mapping[tuple[str, str], WorklistItem] = field(default_factory=dict[tuple[str, str], WorklistItem])


def read_labels(
    files: Sequence[Path], *, columns: Columns | None = None, question: str | None = None, drawn: Draw | None = None
) -> ReadLabels:
    """The labels in `files`; `question` is theirs where a row names none, `drawn` says how they were chosen.

    Raises: InputError with every problem found, or where there is no label at all.
    """
    findings = Findings()
    found: dict[str, list[Label]] = {}
    beside: dict[str, list[_Beside]] = {}
    items: dict[tuple[str, str], WorklistItem] = {}
    unlabelled = 0
    for path in files:
        try:
            of_file = _Beside.of(path)
            asked = question or of_file.question
            for label in _labels_in(path, columns or Columns(), asked, findings):
                if label.y is None and not label.labels and label.label is None:
                    unlabelled += 1
                    continue
                placed, item = of_file.placed(label)
                found.setdefault(placed.question, []).append(placed)
                if item is not None:
                    items[placed.question, placed.id] = item
            for name in {label.question for labels in found.values() for label in labels}:
                beside.setdefault(name, []).append(of_file)
        except InputError as error:
            findings.add(error.problems)
    findings.add(_twice(found))
    findings.raise_any()
    if not found:
        places = ", ".join(map(str, files))
        message = f"none of the {unlabelled} rows carries a label" if unlabelled else "there is no label in any file"
        raise InputError(Problem(message, place=places, remedy="fill in the column 'label': yes or no"))
    sets = [_set(name, found[name], beside[name], drawn, files) for name in sorted(found)]
    return ReadLabels(tuple(sets), unlabelled, items)


@dataclass(frozen=True, slots=True)
class _Beside:
    """What stands beside a label file: the worklist that it was written from, and the policy of its annotators."""

    worklist: Worklist | None = None
    policy: str | None = None

    @classmethod
    def of(cls, path: Path) -> _Beside:
        """What is there. Raises: InputError where it cannot be read."""
        worklist, policy = path.with_suffix(WORKLIST_SUFFIX), path.with_suffix(POLICY_SUFFIX)
        return cls(
            validated(Worklist, read_document(worklist)) if worklist.is_file() else None,
            read_text(policy, MAX_FILE_BYTES).strip() if policy.is_file() else None,
        )

    @property
    def question(self) -> str | None:
        """The question that the worklist was drawn for."""
        return None if self.worklist is None else self.worklist.question

    def placed(self, label: Label) -> tuple[Label, WorklistItem | None]:
        """The label with its place in the run, where it was drawn from one."""
        if self.worklist is None:
            return label, None
        item = next((item for item in self.worklist.items if item.id == label.id), None)
        if item is None:
            return label, None
        update = {
            "item": item.key,
            "run": item.place,
            "cluster": label.cluster or item.cluster,
            "probability": item.probability,
            "applies_to": KIND_OF.get(self.worklist.metric, label.applies_to),
        }
        return label.model_copy(update=update), item


def _labels_in(path: Path, columns: Columns, question: str | None, findings: Findings) -> Iterator[Label]:
    """The labels of one file, as they stand; what is wrong with a row goes to `findings`."""
    rows = read_table(path) if path.suffix.lower() in (".csv", ".tsv") else _lines(path, findings)
    for row in rows:
        try:
            yield label_of(row, columns, question)
        except InputError as error:
            findings.add(error.problems)


def _lines(path: Path, findings: Findings) -> Iterator[Document]:
    for line in read_lines(path):
        if line.data is None:
            findings.add([too_long(path, line)])
            continue
        try:
            yield parse_line(line.data, str(path), line.number)
        except InputError as error:
            findings.add(error.problems)


def _twice(found: Mapping[str, Sequence[Label]]) -> Iterator[Problem]:
    for question, labels in found.items():
        for label_id, count in Counter(label.id for label in labels).items():
            if count > 1:
                remedy = "join its annotators into one row's labels, or give each row an id of its own"
                yield Problem(f"the label id '{label_id}' stands {count} times for {question}", remedy=remedy)


def _set(
    question: str, labels: Sequence[Label], beside: Sequence[_Beside], drawn: Draw | None, files: Sequence[Path]
) -> LabelSet:
    """The labels of one question; they stand for a run only where all of them were drawn from the same one."""
    worklists = {one.worklist.population.fingerprint: one.worklist for one in beside if one.worklist is not None}
    whole = len(worklists) == 1 and all(label.item is not None for label in labels)
    worklist = next(iter(worklists.values())) if whole else None
    policies = list(dict.fromkeys(one.policy for one in beside if one.policy))
    # Whoever makes both good and bad ones by construction chooses how many of each there are.
    by_nature: Draw = "class_balanced" if all(one.made_by == "construction" for one in labels) else "convenience"
    return LabelSet(
        question=question,
        labels=tuple(labels),
        drawn=drawn or (worklist.drawn if worklist is not None else by_nature),
        population=worklist.population if worklist is not None else None,
        judge=worklist.judge if worklist is not None else None,
        policy="\n\n".join(policies) or None,
        sources=tuple(path.name for path in files),
    )
