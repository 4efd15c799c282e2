"""From what the person names to the files that hold cases, with the runs and the configuration beside each."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from judge_eval.errors import InputError, Problem, nearest

CASE_SUFFIXES = (".evalset.json", ".test.json", ".cases.yaml", ".cases.json", ".cases.jsonl")
"""The names by which a folder's case files are known; other files are read when they are named."""

RUNS_SUFFIX = ".runs.jsonl"
RESULTS_SUFFIX = ".evalset_result.json"
NATIVE_CONFIG = "judge-eval.yaml"
ADK_CONFIGS = ("test_config.json", "eval_config.json")

_NO_CASES = (*ADK_CONFIGS, NATIVE_CONFIG)
_NO_CASE_SUFFIXES = (RUNS_SUFFIX, RESULTS_SUFFIX, ".session.json")
_CLOSED_FOLDERS = frozenset({"node_modules", "__pycache__"})


@dataclass(frozen=True, slots=True)
class CaseFile:
    """A file of cases; `wanted` None: all of its cases. `runs` and `config` stand beside it, where there are any."""

    path: Path
    wanted: frozenset[str] | None = None
    runs: Path | None = None
    config: Path | None = None
    notes: tuple[str, ...] = ()


def find_cases(selections: Sequence[str]) -> list[CaseFile]:
    """The files that files, folders, globs and `file.json:id1,id2` name, each once, in the order given.

    Raises: InputError where one of them names nothing, with every problem found.
    """
    found: dict[Path, CaseFile] = {}
    problems: list[Problem] = []
    for selection in selections:
        try:
            for file in _select(selection):
                key = file.path.resolve()
                found[key] = _both(found[key], file) if key in found else file
        except InputError as error:
            problems.extend(error.problems)
    if not problems and not found:
        remedy = "name a file, a folder or a glob of cases"
        problems.append(Problem("no cases were named", place="CASES", remedy=remedy))
    if problems:
        raise InputError(problems)
    return [_with_neighbours(file) for file in found.values()]


def config_for(case_file: Path) -> tuple[Path | None, tuple[str, ...]]:
    """The configuration that holds for `case_file`, and what choosing it left aside.

    That is `judge-eval.yaml` beside it or in a folder above, else ADK's file in its own folder.
    """
    folder = case_file.resolve().parent
    native = next(
        (above / NATIVE_CONFIG for above in (folder, *folder.parents) if (above / NATIVE_CONFIG).is_file()), None
    )
    adk = [case_file.parent / name for name in ADK_CONFIGS if (case_file.parent / name).is_file()]
    found = [*([_near(native)] if native is not None else []), *adk]
    if not found:
        return None, ()
    return found[0], tuple(f"{found[0]} holds, {other} is left aside" for other in found[1:])


def stem_of(path: Path) -> str:
    """The file's name before its known suffix: `X` of `X.evalset.json`."""
    name = path.name
    suffix = next((suffix for suffix in CASE_SUFFIXES if name.endswith(suffix)), path.suffix)
    return name.removesuffix(suffix)


def _select(selection: str) -> Iterator[CaseFile]:
    path = Path(selection)
    if _is_there(path):
        yield from _named(path)
    elif glob.has_magic(selection) and (matches := _matches(selection)):
        for match in matches:
            yield from _named(match)
    elif (split := _split(selection)) is not None:
        yield split
    else:
        raise InputError(_nothing_found(selection, path))


def _named(path: Path) -> Iterator[CaseFile]:
    """The file itself, or every case file below a folder. Raises: InputError where there is none."""
    if not path.is_dir():
        yield CaseFile(path)
        return
    files = list(_below(path))
    if not files:
        expected = ", ".join(f"*{suffix}" for suffix in CASE_SUFFIXES)
        remedy = "name the file itself, or write a first case with `judge-eval init`"
        problem = Problem("this folder holds no case files", place=str(path), expected=expected, remedy=remedy)
        raise InputError(problem)
    yield from map(CaseFile, files)


def _below(folder: Path) -> Iterator[Path]:
    """The case files below `folder`, sorted; hidden folders and installed packages are not entered."""
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in _CLOSED_FOLDERS)
        yield from (Path(parent) / name for name in sorted(names) if name.endswith(CASE_SUFFIXES))


def _matches(pattern: str) -> list[Path]:
    """What the glob matches, sorted, without configurations, sessions, runs and results."""
    paths = map(Path, sorted(glob.glob(pattern, recursive=True)))  # noqa: PTH207 - Path.glob takes no absolute pattern
    return [path for path in paths if path.name not in _NO_CASES and not path.name.endswith(_NO_CASE_SUFFIXES)]


def _split(selection: str) -> CaseFile | None:
    """The file and the ids of `file.json:id1,id2`, at the first colon before which a file stands."""
    for place, letter in enumerate(selection):
        if letter == ":" and _is_there(Path(selection[:place])) and Path(selection[:place]).is_file():
            wanted = frozenset(name.strip() for name in selection[place + 1 :].split(",") if name.strip())
            if not wanted:
                remedy = "write the ids after the colon, or leave the colon out"
                raise InputError(Problem("no case ids were named", place=selection, remedy=remedy))
            return CaseFile(Path(selection[:place]), wanted)
    return None


def _both(first: CaseFile, second: CaseFile) -> CaseFile:
    """The file named twice: all of its cases, or those that either names."""
    if first.wanted is None or second.wanted is None:
        return replace(first, wanted=None)
    return replace(first, wanted=first.wanted | second.wanted)


def _with_neighbours(file: CaseFile) -> CaseFile:
    config, notes = config_for(file.path)
    runs = file.path.parent / f"{stem_of(file.path)}{RUNS_SUFFIX}"
    return replace(file, runs=runs if runs.is_file() else None, config=config, notes=notes)


def _near(path: Path) -> Path:
    """The path as a person here would write it: from the working folder where it lies below that."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


def _is_there(path: Path) -> bool:
    """Whether there is such a file or folder; a name that no system allows is none."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _nothing_found(selection: str, path: Path) -> Problem:
    file = selection.rpartition(":")[0]
    remedy = _near_names(path)
    if glob.has_magic(selection):
        message, remedy = "the glob matches no case files", "put it in quotes, and check it with ls"
    elif file and not remedy:
        message, remedy = f"there is no such file, nor one named '{file}'", "check the path before the colon"
    else:
        message = "there is no such file or folder"
    return Problem(message, place=selection, remedy=remedy or "check the path")


def _near_names(path: Path) -> str | None:
    """The nearest name in the folder of `path`, as a remedy."""
    try:
        names: Iterable[str] = [entry.name for entry in path.parent.iterdir()]
    except (OSError, ValueError):
        return None
    return nearest(path.name, names)
