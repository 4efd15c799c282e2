"""A runs file that grows run by run, so that a capture which was stopped can go on from there."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from pydantic import ValidationError

from judge_eval.adapters.files.native.writer import run_line
from judge_eval.adapters.files.runs import read_runs
from judge_eval.core.run import Run
from judge_eval.errors import InputError, Problem

_LINE_START = b'{"agent":'
"""How each line begins that `run_line` writes."""


class Recording:
    """The runs in a file, and the way to append to it; every run appended is on disk at once.

    `recorded` are the (case id, repeat) of the runs that were there, `agents` their agents' fingerprints. A last
    line that a kill cut short is dropped.

    Raises: InputError where the file holds anything but runs, or cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: BinaryIO | None = None
        try:
            _mend(path)
            is_begun = path.exists() and path.stat().st_size > 0
        except OSError as error:
            raise InputError(self._unwritable(error)) from error
        self.recorded: set[tuple[str, int]] = set()
        self.agents: set[str | None] = set()
        for found in read_runs([path]) if is_begun else ():
            self.recorded.add((found.run.case_id, found.run.repeat))
            self.agents.add(found.run.agent)

    def append(self, run: Run) -> None:
        """Writes one run; the first one makes the file. Raises: InputError where the disk refuses it."""
        try:
            if self._file is None:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                self._file = self._path.open("ab")
            self._file.write(run_line(run))
            self._file.flush()
        except OSError as error:
            raise InputError(self._unwritable(error)) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()

    def _unwritable(self, error: OSError) -> Problem:
        message = f"the runs cannot be written here: {error.strerror}"
        return Problem(message, place=str(self._path), remedy="name a file of your own with --out")


def _mend(path: Path) -> None:
    """Ends the last line of a runs file: with a line end where only that is missing, else by dropping it."""
    if not path.exists():
        return
    with path.open("r+b") as file:
        content = file.read()
        start = content.rfind(b"\n") + 1
        last = content[start:]
        if not last:
            return
        try:
            Run.model_validate_json(last)
            file.write(b"\n")
        except ValidationError:
            # Only a line of ours is dropped: the file may be no runs file at all, named by mistake.
            if last.startswith(_LINE_START) or _LINE_START.startswith(last):
                file.truncate(start)
