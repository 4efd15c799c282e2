"""The sample store: what is put is got, by anybody, and nothing else is believed."""

from __future__ import annotations

import asyncio
import pickle
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import pytest

from judge_eval.adapters.samples.store import DiskSampleStore, NoStore
from judge_eval.core.sample import Sample
from judge_eval.errors import InputError

ResultT = TypeVar("ResultT")
KEY = "k" * 64
SAMPLE = Sample(item="i", index=0, text='{"answer": "yes"} 東京 \x00', token_shares={"yes": 0.9}, date="2026-11-30")


def within(folder: Path, work: Callable[[DiskSampleStore], Awaitable[ResultT]]) -> ResultT:
    """What `work` brings from a store in `folder`, opened for it and closed again."""

    async def run() -> ResultT:
        store = DiskSampleStore(folder)
        try:
            return await work(store)
        finally:
            await store.aclose()

    return asyncio.run(run())


def got(folder: Path, key: str = KEY) -> Sample | None:
    """What a store in `folder` has under `key`."""
    return within(folder, lambda store: store.get(key))


def put(folder: Path, sample: Sample = SAMPLE) -> None:
    """Puts a sample into a store in `folder`."""
    within(folder, lambda store: store.put(KEY, sample))


def changed(folder: Path, statement: str, *values: object) -> None:
    """Changes the store's database as a stranger would."""
    with closing(sqlite3.connect(folder / "cache.db")) as database, database:
        database.execute(statement, values)


def test_what_is_put_is_got_in_the_next_run(tmp_path: Path) -> None:
    """To the byte, with everything that came with it."""
    assert got(tmp_path) is None
    put(tmp_path)
    assert got(tmp_path) == SAMPLE


def test_the_folder_is_made_and_keeps_itself_out_of_git(tmp_path: Path) -> None:
    """On first use, with a .gitignore of its own that a person may change."""
    folder = tmp_path / "a" / "b"
    DiskSampleStore(folder)
    assert not folder.exists()
    put(folder)
    assert (folder / ".gitignore").read_text(encoding="utf-8") == "*\n"
    (folder / ".gitignore").write_text("mine\n", encoding="utf-8")
    put(folder)
    assert (folder / ".gitignore").read_text(encoding="utf-8") == "mine\n"


def test_nothing_is_ever_evicted(tmp_path: Path) -> None:
    """A store far past the library's own limit of size keeps every sample."""
    put(tmp_path)
    changed(tmp_path, "UPDATE Settings SET value = 1 WHERE key = 'size_limit'")
    changed(tmp_path, "UPDATE Settings SET value = 10 WHERE key = 'cull_limit'")
    changed(tmp_path, "UPDATE Settings SET value = 'least-recently-stored' WHERE key = 'eviction_policy'")
    keys = [f"{number:064}" for number in range(30)]

    async def fill(store: DiskSampleStore) -> list[Sample | None]:
        for key in keys:
            await store.put(key, SAMPLE)
        return [await store.get(key) for key in (KEY, *keys)]

    assert within(tmp_path, fill) == [SAMPLE] * 31


@pytest.mark.parametrize(
    "torn", [b"", b"{", b'{"item": "i"}', b"\xff\xfe", b"[1]", b'{"item": "i", "index": 0, "x": 1}']
)
def test_a_torn_or_foreign_entry_is_a_miss(tmp_path: Path, torn: bytes) -> None:
    """It is asked again, and then put right."""
    put(tmp_path)
    changed(tmp_path, "UPDATE Cache SET value = ?", torn)
    assert got(tmp_path) is None
    put(tmp_path)
    assert got(tmp_path) == SAMPLE


class Explosive:
    """What runs code when it is unpickled."""

    def __reduce__(self) -> tuple[Callable[[str], object], tuple[str]]:
        return exec, ("raise SystemExit('unpickled')",)


def test_a_pickle_is_never_read(tmp_path: Path) -> None:
    """A shared folder must not be able to run code: mode 4 is the library's mark of a pickle."""
    put(tmp_path)
    changed(tmp_path, "UPDATE Cache SET mode = 4, value = ?", pickle.dumps(Explosive()))
    assert got(tmp_path) is None
    (tmp_path / "evil.val").write_bytes(pickle.dumps(Explosive()))
    changed(tmp_path, "UPDATE Cache SET mode = 4, value = NULL, filename = 'evil.val'")
    assert got(tmp_path) is None


def test_a_folder_that_is_no_store_is_an_input_error(tmp_path: Path) -> None:
    """A database that somebody broke, or a file in the folder's place, is said with a remedy, not again and again."""
    (tmp_path / "cache.db").write_bytes(b"this is no database" * 1000)
    with pytest.raises(InputError, match="--no-cache"):
        got(tmp_path)
    file = tmp_path / "file"
    file.write_text("x", encoding="utf-8")
    with pytest.raises(InputError, match="--no-cache"):
        put(file)


def test_a_table_that_is_gone_is_an_input_error(tmp_path: Path) -> None:
    """Also where the database breaks while it is open."""

    async def work(store: DiskSampleStore) -> None:
        await store.put(KEY, SAMPLE)
        changed(tmp_path, "ALTER TABLE Cache RENAME TO Gone")
        with pytest.raises(InputError, match="cannot be used"):
            await store.get("another")
        with pytest.raises(InputError, match="cannot be used"):
            await store.put("another", SAMPLE)

    within(tmp_path, work)


WRITER = """
import asyncio, sys
from pathlib import Path
from judge_eval.adapters.samples.store import DiskSampleStore
from judge_eval.core.sample import Sample

async def fill():
    store = DiskSampleStore(Path(sys.argv[1]))
    for number in range(40):
        await store.put(f"{sys.argv[2]}-{number}", Sample(item=sys.argv[2], index=number))
    await store.aclose()

asyncio.run(fill())
"""


def test_several_processes_share_a_folder(tmp_path: Path) -> None:
    """What eight processes put at the same time is all there."""
    names = "abcdefgh"
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path), name]) for name in names]
    assert [writer.wait() for writer in writers] == [0] * 8

    async def read(store: DiskSampleStore) -> list[Sample | None]:
        return [await store.get(f"{name}-{number}") for name in names for number in range(40)]

    assert within(tmp_path, read) == [Sample(item=name, index=number) for name in names for number in range(40)]


def test_many_tasks_share_a_store(tmp_path: Path) -> None:
    """The calls of one event loop take turns."""

    async def work(store: DiskSampleStore) -> list[Sample | None]:
        samples = [Sample(item="i", index=number) for number in range(50)]
        await asyncio.gather(*(store.put(str(sample.index), sample) for sample in samples))
        return list(await asyncio.gather(*(store.get(str(number)) for number in range(50))))

    assert [sample and sample.index for sample in within(tmp_path, work)] == list(range(50))


def test_a_store_that_was_never_used_closes_as_well(tmp_path: Path) -> None:
    """Nothing was made, so nothing is left."""

    async def nothing(store: DiskSampleStore) -> None:
        assert isinstance(store, DiskSampleStore)

    within(tmp_path / "never", nothing)
    assert not (tmp_path / "never").exists()


def test_no_store_keeps_nothing() -> None:
    """Every sample is asked anew."""

    async def work() -> Sample | None:
        store = NoStore()
        await store.put(KEY, SAMPLE)
        found = await store.get(KEY)
        await store.aclose()
        return found

    assert asyncio.run(work()) is None
