"""A sample store from outside: every entry that lies in its folder, sound or not."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from diskcache.core import DBNAME, MODE_RAW  # pyright: ignore[reportMissingTypeStubs]
from pydantic import ValidationError

from judge_eval.core.sample import Sample
from judge_eval.errors import InputError, Problem

_KEY = re.compile(r"[0-9a-f]{64}")
_ROWS = "select rowid, key, mode, value, filename from Cache order by key"


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry; where it is no sound sample, `fault` says why and `sample` is None."""

    row: int
    key: str
    sample: Sample | None
    fault: str = ""


class SampleFolder:
    """The store in a folder that is there already; nothing in it is changed but by `remove`."""

    def __init__(self, folder: Path) -> None:
        """Raises: InputError where the folder holds no store."""
        self.folder = folder
        self._base = folder / DBNAME
        if not self._base.is_file():
            raise InputError(
                Problem(
                    "there is no sample store here",
                    place=str(folder),
                    remedy="name its folder with --cache; judge-eval score makes one with the first sample",
                )
            )

    @property
    def n_bytes(self) -> int:
        """The bytes on disk, those of the database's journal included."""
        return sum(path.stat().st_size for path in self.folder.glob(f"{DBNAME}*"))

    def faults(self) -> tuple[str, ...]:
        """What the database itself says is broken; empty where it is whole. Raises: InputError where it is none."""
        said = [str(row[0]) for row in self._read("pragma integrity_check")]
        return tuple(line for line in said if line != "ok")

    def entries(self) -> Iterator[Entry]:
        """The entries, by key. Raises: InputError where the database cannot be read."""
        for row, key, mode, value, filename in self._read(_ROWS):
            fault = _fault_of_place(key, mode, value, filename)
            if fault:
                yield Entry(row, str(key), None, fault)
                continue
            try:
                yield Entry(row, key, Sample.model_validate_json(value))
            except ValidationError:
                yield Entry(row, key, None, "torn: no whole sample")

    def remove(self, rows: Iterable[int]) -> None:
        """Removes these entries for good, and gives their room back to the disk.

        Raises: InputError where the database takes no change.
        """
        try:
            with closing(sqlite3.connect(self._base, timeout=60, isolation_level=None)) as base:
                base.execute("begin immediate")
                base.executemany("delete from Cache where rowid = ?", [(row,) for row in rows])
                base.execute("commit")
                base.execute("vacuum")
        except sqlite3.DatabaseError as error:
            raise self._unusable(error) from error

    def _read(self, query: str) -> Iterator[tuple[Any, ...]]:
        try:
            with closing(sqlite3.connect(self._base, timeout=60)) as base:
                yield from base.execute(query)
        except sqlite3.DatabaseError as error:
            raise self._unusable(error) from error

    def _unusable(self, error: Exception) -> InputError:
        remedy = "move the folder away: what it held is asked anew"
        return InputError(Problem(f"the sample store cannot be used: {error}", place=str(self.folder), remedy=remedy))


def _fault_of_place(key: object, mode: object, value: object, filename: object) -> str:
    """Why an entry is none that this store wrote, before its content is looked at; empty where it may be."""
    if not isinstance(key, str) or not _KEY.fullmatch(key):
        return "foreign: its key is no fingerprint"
    if mode != MODE_RAW or filename is not None or not isinstance(value, bytes):
        return "foreign: not written by judge-eval"
    return ""
