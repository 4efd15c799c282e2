"""Policy files; they stand where rubrics do."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from judge_eval.adapters.files.parsing.document import read_document
from judge_eval.adapters.files.parsing.problems import validated
from judge_eval.adapters.files.rubrics import looked_in
from judge_eval.core.policy import Policy
from judge_eval.errors import InputError, Problem, nearest

_SUFFIXES = (".yaml", ".yml", ".json")


def read_policy(path: Path) -> Policy:
    """The policy in `path`.

    Raises: InputError with every problem found.
    """
    return validated(Policy, read_document(path))


def find_policy(name: str, folders: Sequence[Path], base: Path = Path()) -> Policy:
    """The policy that `name` means: a file, from `base` on, where it is written as one, else one in `folders`.

    Raises: InputError where there is none, with the nearest name.
    """
    if name.endswith(_SUFFIXES):
        return read_policy(base / name)
    places = [folder / f"{name}{suffix}" for folder in folders for suffix in _SUFFIXES]
    found = next((place for place in places if place.is_file()), None)
    if found is None:
        there = [folder for folder in folders if folder.is_dir()]
        known = {path.stem for folder in there for path in folder.iterdir() if path.suffix in _SUFFIXES}
        expected, remedy = f"{name}.yaml {looked_in(folders)}", nearest(name, known) or "write its file"
        raise InputError(Problem(f"there is no policy '{name}'", expected=expected, remedy=remedy))
    return read_policy(found)
