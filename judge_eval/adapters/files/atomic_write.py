"""Files that are whole, or not there at all."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from tempfile import NamedTemporaryFile

from judge_eval.errors import InputError, Problem

ANOTHER_OUT = "name a folder of your own with --out"
"""The remedy of commands that write where `--out` says."""


def write_file(folder: Path, name: str, pieces: Iterable[str], remedy: str | None = None) -> Path:
    """The path of the file that now holds `pieces`; a file of that name is replaced at once, never half written.

    Raises: InputError with that remedy where the folder cannot be made or written to.
    """
    path = folder / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile("w", encoding="utf-8", newline="\n", dir=folder, prefix=name, delete=False) as file:
            try:
                file.writelines(pieces)
            except BaseException:
                Path(file.name).unlink()
                raise
        Path(file.name).chmod(0o666 & ~_umask())
        Path(file.name).replace(path)
    except OSError as error:
        raise InputError(
            Problem(f"this file cannot be written: {error.strerror}", place=str(path), remedy=remedy)
        ) from error
    return path


def keep_out_of_git(folder: Path) -> None:
    """Makes the folder, with a .gitignore for all that is in it, which a person may change.

    Raises: InputError where the folder cannot be made or written to.
    """
    if not (folder / ".gitignore").is_file():
        write_file(folder, ".gitignore", ["*\n"])


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
