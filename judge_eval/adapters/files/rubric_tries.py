"""The last try of each rubric, one small file each in a folder of the project."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from judge_eval.adapters.files.atomic_write import keep_out_of_git, write_file
from judge_eval.core.fingerprint import fingerprint
from judge_eval.core.rubric_try import RubricTry


def last_try(folder: Path, rubric: str) -> RubricTry | None:
    """The last try of the rubric of that id; None where there is none, or none that can be read."""
    try:
        kept = RubricTry.model_validate_json(_file(folder, rubric).read_bytes())
    except (OSError, ValidationError):
        return None
    return kept if kept.rubric == rubric else None


def keep_try(folder: Path, tried: RubricTry) -> None:
    """Keeps a try as the last one of its rubric.

    Raises: InputError where the folder cannot be written.
    """
    file = _file(folder, tried.rubric)
    keep_out_of_git(folder)
    write_file(folder, file.name, [tried.model_dump_json(indent=1) + "\n"])


def _file(folder: Path, rubric: str) -> Path:
    """A name that every system can hold, whatever the id is."""
    return folder / f"{fingerprint(rubric)[:16]}.json"
