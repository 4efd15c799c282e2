"""Labels of several files pooled: each item once, and only what was drawn in one way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from judge_eval.adapters.files.labels.beside_labels import Beside
from judge_eval.core.fingerprint import fingerprint
from judge_eval.core.label import Draw, Label, LabelSet
from judge_eval.errors import InputError, Problem

_ASKED = ("question", "prompt", "response", "reference", "context", "calls", "before", "criterion", "applies_to", "run")
"""What makes two labels be of one item."""

_ANYHOW: tuple[Draw, ...] = ("class_balanced", "convenience")
"""Draws that tell the same figures, so that they may stand together."""


@dataclass(frozen=True, slots=True)
class LabelsOfFile:
    """The labels of one question in one file, under the path that was named, and what stands beside it."""

    file: str
    labels: Sequence[Label]
    beside: Beside

    @property
    def drawn(self) -> Draw:
        """How they were chosen, as far as the file tells."""
        if self.beside.worklist is not None:
            return self.beside.worklist.drawn
        # Whoever makes both good and bad ones by construction chooses how many of each there are.
        return "class_balanced" if all(one.made_by == "construction" for one in self.labels) else "convenience"


@dataclass(frozen=True, slots=True)
class Pooled:
    """The labels of one question as one set, the file of each by its id, and how many were left out as said twice."""

    labels: LabelSet
    file_of: Mapping[str, str]
    repeated: int = 0


def pooled(question: str, files: Sequence[LabelsOfFile], drawn: Draw | None) -> Pooled:
    """The labels of one question in all files; `drawn` says how they were chosen, where no worklist does.

    Raises: InputError where labels contradict each other, an id stands for two items, or the files do not pool.
    """
    kept: dict[str, tuple[Label, str]] = {}
    problems: list[Problem] = []
    repeated = 0
    for of_file in files:
        for label in of_file.labels:
            first, at = kept.setdefault(_item_of(label), (label, of_file.file))
            if first is label:
                continue
            repeated += 1
            if (first.label, first.labels, first.made_by) != (label.label, label.labels, label.made_by):
                problems.append(_contradiction(first, at, label, of_file.file))
    labels = tuple(label for label, _ in kept.values())
    problems += [*_ids_of_two(labels), *_apart(question, files, drawn)]
    if problems:
        raise InputError(problems)
    worklist = files[0].beside.worklist
    return Pooled(
        LabelSet(
            question=question,
            labels=labels,
            drawn=drawn or _together(files),
            population=None if worklist is None else worklist.population,
            judge=None if worklist is None else worklist.judge,
            cut_off=None if worklist is None else worklist.cut_off,
            policy="\n\n".join(dict.fromkeys(one.beside.policy for one in files if one.beside.policy)) or None,
            sources=tuple(dict.fromkeys(PurePath(one.file).name for one in files)),
        ),
        {label.id: file for label, file in kept.values()},
        repeated,
    )


def _item_of(label: Label) -> str:
    return label.item or fingerprint(label.model_dump(mode="json", include=set(_ASKED)))


def _together(files: Sequence[LabelsOfFile]) -> Draw:
    first = files[0].drawn
    return first if all(one.drawn == first for one in files) else "convenience"


def _contradiction(first: Label, at: str, second: Label, there: str) -> Problem:
    return Problem(
        f"two labels of one item differ: '{first.id}' in {at} and '{second.id}' in {there}",
        place=there,
        remedy="join what several annotators say into the labels of one row, or keep the adjudicated one",
    )


def _ids_of_two(labels: Sequence[Label]) -> Iterator[Problem]:
    for label_id, count in Counter(label.id for label in labels).items():
        if count > 1:
            yield Problem(f"the label id '{label_id}' stands for {count} items", remedy="give each an id of its own")


def _apart(question: str, files: Sequence[LabelsOfFile], drawn: Draw | None) -> Iterator[Problem]:
    """Why the files are no one draw."""
    for one in files:
        if drawn is not None and one.beside.worklist is not None and one.drawn != drawn:
            remedy = "leave --drawn out: the worklist knows"
            yield Problem("these labels were drawn otherwise", one.file, found=one.drawn, expected=drawn, remedy=remedy)
    remedy = "calibrate them one by one: a record stands for one draw"
    draws = [drawn if drawn is not None and one.beside.worklist is None else one.drawn for one in files]
    if len({"anyhow" if draw in _ANYHOW else draw for draw in draws}) > 1:
        told = ", ".join(f"{one.file} {draw}" for one, draw in zip(files, draws, strict=True))
        yield Problem(f"the labels of {question} were not drawn alike", found=told, remedy=remedy)
        return
    origins = {_origin(one) for one in files}
    if len(origins) > 1:
        told = ", ".join(one.file for one in files)
        yield Problem(f"the labels of {question} come from different runs or judges", found=told, remedy=remedy)


def _origin(one: LabelsOfFile) -> tuple[str, str, float | None] | None:
    """The run and the judge by whose verdicts they were drawn; None where they were drawn from none."""
    worklist = one.beside.worklist
    return None if worklist is None else (worklist.population.fingerprint, worklist.judge, worklist.cut_off)
