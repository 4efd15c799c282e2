"""Rubric files, and where they are looked for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from judge_eval.adapters.files.document import read_document
from judge_eval.adapters.files.problems import validated
from judge_eval.adapters.files.shipped import shipped_folder
from judge_eval.core.rubric import Rubric
from judge_eval.errors import InputError, Problem, nearest

_SUFFIXES = (".yaml", ".yml", ".json")


def read_rubric(path: Path) -> Rubric:
    """The rubric in `path`.

    Raises: InputError with every problem found.
    """
    return validated(Rubric, read_document(path))


def rubric_folders(config: Path | None, shipped: Path | None = None) -> tuple[Path, ...]:
    """Where rubrics are looked for, in this order: `rubrics/` beside the configuration, then the shipped ones."""
    own = (config.parent / "rubrics",) if config is not None else ()
    last = shipped or shipped_folder("rubrics")
    return tuple(folder for folder in (*own, last) if folder is not None and folder.is_dir())


def find_rubric(name: str, folders: Sequence[Path], base: Path = Path()) -> Rubric:
    """The rubric that `name` means: a file, from `base` on, where it is written as one, else an id in `folders`.

    Raises: InputError where there is none, with the nearest id, or where the file tells another id than its name.
    """
    if name.endswith(_SUFFIXES):
        return read_rubric(base / name)
    files = {path.stem: path for folder in reversed(folders) for path in sorted(folder.iterdir()) if _is_rubric(path)}
    if name not in files:
        remedy = nearest(name, files) or (f"there are {', '.join(sorted(files))}" if files else "write its file")
        looked = ", ".join(str(folder / f"{name}.yaml") for folder in folders) or "rubrics/"
        raise InputError(Problem(f"there is no rubric '{name}'", place=looked, remedy=remedy))
    rubric = read_rubric(files[name])
    if rubric.id != name:
        message = "the rubric's id is not the name of its file"
        problem = Problem(
            message,
            place=str(files[name]),
            field="id",
            found=f"'{rubric.id}'",
            expected=f"'{name}'",
            remedy="rename either",
        )
        raise InputError(problem)
    return rubric


def _is_rubric(path: Path) -> bool:
    return path.suffix in _SUFFIXES and path.is_file()
