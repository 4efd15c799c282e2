"""Case ids that several of ADK's files share: told apart by the eval set, and left alone everywhere else."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from judge_eval.adapters.files.cases import shape_of
from judge_eval.adapters.files.discovery import CaseFile, stem_of
from judge_eval.adapters.files.found import BrokenCase, FoundCase
from judge_eval.adapters.files.parsing.source import read_text
from judge_eval.calibration.thresholds import MAX_FILE_BYTES
from judge_eval.errors import InputError, Problem


@dataclass(frozen=True, slots=True)
class _Ids:
    """What one of ADK's files holds."""

    file: CaseFile
    eval_set: str | None
    ids: tuple[str, ...]

    @property
    def labels(self) -> tuple[str | None, ...]:
        """What can tell its cases from those of other files, the best first."""
        path = self.file.path
        return self.eval_set, stem_of(path), path.resolve().parent.name, path.as_posix()


@dataclass(frozen=True, slots=True)
class SharedIds:
    """The names of cases whose ids stand in several of ADK's files, such as `set_a/greeting`; none has another id."""

    names: Mapping[str, Mapping[str, str]] = field(default_factory=dict[str, Mapping[str, str]])
    """By the shared id, and the place of the file that it stands in."""
    eval_sets: Mapping[str, str | None] = field(default_factory=dict[str, str | None])
    """The eval set of each of these files, by its place."""
    beside: Mapping[str, str] = field(default_factory=dict[str, str])
    """The file of cases that each file of runs stands beside."""

    @property
    def notes(self) -> Iterator[str]:
        """A note for each id, saying what its cases are called here."""
        for case_id, names in self.names.items():
            listed = ", ".join(sorted(names.values()))
            yield f"the case id '{case_id}' stands in {len(names)} eval sets: its cases are {listed} here"

    def named(self, found: FoundCase | BrokenCase) -> FoundCase | BrokenCase:
        """The case under the name that it has here."""
        name = self.names.get(found.id, {}).get(found.origin.place)
        if name is None:
            return found
        if isinstance(found, BrokenCase):
            return replace(found, id=name)
        return replace(found, case=found.case.model_copy(update={"id": name, "cluster": name}))

    def of_run(self, place: str, eval_set: str | None, case_id: str) -> str:
        """The name of the case that a run is of, told by the eval set that it names, or that its file stands beside.

        Raises: InputError where neither tells it.
        """
        names = self.names.get(case_id)
        if names is None:
            return case_id
        told = [
            file for file in names if file == self.beside.get(place) or (eval_set and eval_set == self.eval_sets[file])
        ]
        if len(told) == 1:
            return names[told[0]]
        raise InputError(
            Problem(
                "several eval sets have a case of this id, and the run does not say which it is of",
                place=place,
                field="case_id",
                found=f"'{case_id}'",
                expected=" or ".join(sorted(names.values())),
                remedy="write one of these, or score the eval sets one at a time",
            )
        )


def shared_ids(files: Sequence[CaseFile]) -> SharedIds:
    """The ids that several of ADK's files share, with the names that tell them apart, in whatever order they come."""
    if sum(file.path.suffix.lower() == ".json" for file in files) < 2:
        return SharedIds()
    holders: dict[str, list[_Ids]] = {}
    read = [found for file in files if (found := _ids_in(file)) is not None]
    for found in read:
        for case_id in dict.fromkeys(found.ids):
            holders.setdefault(case_id, []).append(found)
    names = {
        case_id: {
            str(found.file.path): f"{label}/{case_id}" for found, label in zip(holding, _labels(holding), strict=True)
        }
        for case_id, holding in sorted(holders.items())
        if len(holding) > 1
    }
    return SharedIds(
        names,
        {str(found.file.path): found.eval_set for found in read},
        {str(file.runs): str(file.path) for file in files if file.runs is not None},
    )


def _labels(holding: Sequence[_Ids]) -> Iterable[str | None]:
    """The first kind of label by which these files differ."""
    kinds = list(zip(*(found.labels for found in holding), strict=True))
    return next((kind for kind in kinds if None not in kind and len(set(kind)) == len(kind)), kinds[-1])


def _ids_in(file: CaseFile) -> _Ids | None:
    """The ids in one of ADK's files that are wanted; None for a file of another shape, or one that cannot be read.

    What is wrong with a file is told by its reader.
    """
    if file.path.suffix.lower() != ".json":
        return None
    try:
        value: Any = json.loads(read_text(file.path, MAX_FILE_BYTES))
        ids = tuple(_ids_of(value, file.path))
        eval_set: str | None = value["eval_set_id"] if hasattr(value, "keys") else None
    except (InputError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None
    wanted = tuple(one for one in ids if file.wanted is None or one in file.wanted)
    return _Ids(file, eval_set, wanted) if wanted else None


def _ids_of(value: Any, path: Path) -> Iterator[str]:
    match shape_of(value):
        case "eval set":
            cases = value.get("eval_cases", value.get("evalCases"))
            yield from (case.get("eval_id", case.get("evalId")) for case in cases)
        case "legacy eval set":
            yield from (case["name"] for case in value)
        case "legacy test":
            yield stem_of(path)
        case _:
            return
