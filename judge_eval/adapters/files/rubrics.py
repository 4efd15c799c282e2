"""Rubric files, and where they are looked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from judge_eval.adapters.files.kind_of_file import POLICY, RUBRIC, kind_of
from judge_eval.adapters.files.parsing.document import Document, read_document
from judge_eval.adapters.files.parsing.problems import validated
from judge_eval.adapters.files.rubric_schema import SCHEMA_KEY
from judge_eval.adapters.files.shipped import shipped_folder
from judge_eval.core.rubric import Rubric
from judge_eval.errors import InputError, Problem, nearest

_SUFFIXES = (".yaml", ".yml", ".json")
_SHIPPED_POLICY = "safety"
_NO_RUBRICS = frozenset({"attacks", _SHIPPED_POLICY})
"""What ships beside the rubrics and is none; a person's own rubric may have such a name."""


def read_rubric(path: Path) -> Rubric:
    """The rubric in `path`.

    Raises: InputError with every problem found.
    """
    return validated(Rubric, rubric_document(path))


def rubric_document(path: Path) -> Document:
    """The file in `path` without the line that names its schema.

    Raises: InputError where it cannot be read or is not well formed, or is a policy.
    """
    document = read_document(path)
    if kind_of(document.value) == POLICY:
        remedy = "`judge-eval rubric show safety_v1` prints what its judge reads"
        raise InputError(Problem("this is a policy of safety_v1, not a rubric", place=str(path), remedy=remedy))
    if isinstance(document.value, dict) and SCHEMA_KEY in document.value:
        value = {key: inner for key, inner in document.value.items() if key != SCHEMA_KEY}
        return replace(document, value=value)
    return document


def rubric_folders(config: Path | None, shipped: Path | None = None) -> tuple[Path, ...]:
    """Where rubrics are looked for, in this order: `rubrics/` beside the configuration, then the shipped ones.

    The first need not be there.
    """
    own = (config.parent / "rubrics",) if config is not None else ()
    last = shipped or shipped_folder("rubrics")
    return own if last is None else (*own, last)


def looked_in(folders: Sequence[Path]) -> str:
    """The folders as a person knows them: their own by its path, ours by what it holds."""
    shipped = shipped_folder("rubrics")
    own = [f"in {folder}/" for folder in folders if folder != shipped]
    return " or ".join([*own, *(["among those that ship"] if shipped in folders else [])]) or "in rubrics/"


def files_in(folder: Path) -> list[Path]:
    """The rubric files of a folder, sorted; policies and other files that stand beside them are no rubrics.

    A file that cannot be read may be one: whoever reads it tells its faults.

    Raises: InputError where there is none.
    """
    found = [path for path in sorted(folder.iterdir()) if _is_rubric(path) and _may_be_rubric(path)]
    if not found:
        message, expected = "this folder holds no rubrics", "files such as my-rubric.yaml"
        raise InputError(
            Problem(message, place=str(folder), expected=expected, remedy="name another folder, or a file")
        )
    return found


def find_rubric(name: str, folders: Sequence[Path], base: Path = Path()) -> Rubric:
    """The rubric that `name` means: a file, from `base` on, where it is written as one, else an id in `folders`.

    Raises: InputError where there is none, with the nearest id, or where the file tells another id than its name.
    """
    path = rubric_path(name, folders, base)
    rubric = read_rubric(path)
    if not name.endswith(_SUFFIXES):
        check_is_named_by_id(rubric, path)
    return rubric


def check_is_named_by_id(rubric: Rubric, path: Path, line: int | None = None) -> None:
    """Raises: InputError where the file in `path` is not named by the rubric's id, which stands on `line`."""
    if rubric.id != path.stem:
        message, found = "the rubric's id is not the name of its file", f"'{rubric.id}'"
        expected, remedy = f"'{path.stem}'", "rename either"
        raise InputError(
            Problem(message, place=str(path), line=line, field="id", found=found, expected=expected, remedy=remedy)
        )


def rubric_path(name: str, folders: Sequence[Path], base: Path = Path()) -> Path:
    """The file that `name` means: itself, from `base` on, where it is written as a file, else an id in `folders`.

    Raises: InputError where no folder has that id, with the nearest one.
    """
    if name.endswith(_SUFFIXES):
        return base / name
    there = [folder for folder in reversed(folders) if folder.is_dir()]
    files = {path.stem: path for folder in there for path in sorted(folder.iterdir()) if _is_rubric(path)}
    shipped = shipped_folder("rubrics")
    if name == _SHIPPED_POLICY and shipped is not None and shipped in folders:
        files.setdefault(name, shipped / f"{name}.yaml")  # its reader says what it is
    if name not in files:
        remedy = nearest(name, files) or (f"there are {', '.join(sorted(files))}" if files else "write its file")
        message, expected = f"there is no rubric '{name}'", f"{name}.yaml {looked_in(folders)}"
        raise InputError(Problem(message, expected=expected, remedy=remedy))
    return files[name]


def _is_rubric(path: Path) -> bool:
    if path.stem in _NO_RUBRICS and path.parent == shipped_folder("rubrics"):
        return False
    return path.suffix in _SUFFIXES and path.is_file()


def _may_be_rubric(path: Path) -> bool:
    try:
        kind = kind_of(read_document(path).value)
    except InputError:
        return True
    return kind is None or kind == RUBRIC
