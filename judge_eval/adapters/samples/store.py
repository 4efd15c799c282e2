"""The sample store: a folder on disk that several processes may share, and no store at all."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast

from diskcache import Cache, Disk  # pyright: ignore[reportMissingTypeStubs]
from diskcache.core import MODE_RAW  # pyright: ignore[reportMissingTypeStubs]
from pydantic import ValidationError

from judge_eval.adapters.samples.batches import Batches
from judge_eval.core.sample import Sample
from judge_eval.errors import InputError, Problem


class _BytesDisk(Disk):
    """Values as bytes in the database itself; whatever else lies there is foreign, and never unpickled."""

    def put(self, key: Any) -> Any:
        return str(key), True

    def get(self, key: Any, raw: bool) -> Any:
        return key if raw else None

    def store(self, value: Any, read: bool, key: Any = None) -> Any:
        return 0, MODE_RAW, None, sqlite3.Binary(value)

    def fetch(self, mode: int, filename: Any, value: Any, read: bool) -> bytes | None:
        return value if mode == MODE_RAW and isinstance(value, bytes) else None


class DiskSampleStore:
    """Samples as JSON in `folder`, which is made on first use and keeps itself out of git; nothing is ever evicted.

    The calls run in a thread of their own, so that they never hold up the event loop.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="sample-store")
        self._reads = Batches(self._read, self._thread)
        self._writes = Batches(self._write, self._thread)
        self._cache: Any = None

    async def get(self, key: str) -> Sample | None:
        """The sample under `key`; None where there is none, or where the entry is torn or foreign.

        Raises: InputError where the folder is no store.
        """
        data = await self._reads.do(key)
        if data is None:
            return None
        try:
            return Sample.model_validate_json(data)
        except ValidationError:
            return None

    async def put(self, key: str, sample: Sample) -> None:
        """Keeps `sample` under `key` for good. Raises: InputError where the folder takes nothing."""
        await self._writes.do((key, sample.model_dump_json().encode()))

    async def aclose(self) -> None:
        """Closes the database."""
        if self._cache is not None:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._cache.close)
        self._thread.shutdown(wait=False)

    def _read(self, keys: Sequence[str]) -> list[bytes | None]:
        try:
            return [cast("bytes | None", self._opened().get(key, retry=True)) for key in keys]
        except sqlite3.DatabaseError as error:
            raise self._unusable(error) from error

    def _write(self, entries: Sequence[tuple[str, bytes]]) -> list[None]:
        """Writes all or none of them."""
        try:
            with self._opened().transact(retry=True):
                for key, data in entries:
                    self._opened().set(key, data, retry=True)
        except sqlite3.DatabaseError as error:
            raise self._unusable(error) from error
        return [None] * len(entries)

    def _opened(self) -> Any:
        if self._cache is None:
            try:
                self._folder.mkdir(parents=True, exist_ok=True)
                ignore = self._folder / ".gitignore"
                if not ignore.exists():
                    ignore.write_text("*\n", encoding="utf-8")
                self._cache = Cache(str(self._folder), disk=_BytesDisk, eviction_policy="none", cull_limit=0)
            except (OSError, sqlite3.DatabaseError) as error:
                raise self._unusable(error) from error
        return self._cache

    def _unusable(self, error: Exception) -> InputError:
        return InputError(
            Problem(
                f"the sample store cannot be used: {error}",
                place=str(self._folder),
                remedy="name another folder with --cache, move this one away, or go without: --no-cache",
            )
        )


class NoStore:
    """A store that keeps nothing: every sample is asked anew."""

    async def get(self, key: str) -> Sample | None:
        """Nothing, ever."""
        return None

    async def put(self, key: str, sample: Sample) -> None:
        """Lets the sample go."""

    async def aclose(self) -> None:
        """Releases nothing, for nothing is held."""
