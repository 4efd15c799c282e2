"""`judge-eval cache` stats, verify and gc: what lies in a store, sound or not."""

from __future__ import annotations

import asyncio
import pickle
import sqlite3
from collections.abc import Generator
from contextlib import closing
from pathlib import Path

import pytest

from judge_eval.adapters.samples.folder import SampleFolder
from judge_eval.adapters.samples.store import DiskSampleStore
from judge_eval.core.run import Tokens
from judge_eval.core.sample import Sample
from tests.own_environment import own_environment
from tests.small_suite import Ended, called

STORE = ".judge-eval/cache"
SAMPLE = Sample(item="i", index=0, text="yes", tokens=Tokens(input=10, output=1))


@pytest.fixture(autouse=True)
def _alone() -> Generator[None]:  # pyright: ignore[reportUnusedFunction]
    """An environment of its own."""
    with own_environment():
        yield


def key(number: int) -> str:
    """A fingerprint."""
    return f"{number:064x}"


def fill(folder: Path, *samples: Sample) -> None:
    """Puts samples into the project's store."""

    async def put() -> None:
        store = DiskSampleStore(folder / STORE)
        for number, sample in enumerate(samples):
            await store.put(key(number), sample)
        await store.aclose()

    asyncio.run(put())


def asked(judge: str, version: str | None, date: str) -> Sample:
    """A sample of that judge."""
    return SAMPLE.model_copy(update={"judge": judge, "model_version": version, "date": f"{date}T12:00:00+00:00"})


def spoil(folder: Path) -> None:
    """Tears one entry, and puts two foreign ones beside it: a pickle, and a key of another program's."""
    with closing(sqlite3.connect(folder / STORE / "cache.db")) as base, base:
        base.execute("update Cache set value = substr(value, 1, 20) where key = ?", (key(0),))
        base.execute("update Cache set mode = 4, value = ? where key = ?", (pickle.dumps("x"), key(1)))
        base.execute("update Cache set key = 'somebody' where key = ?", (key(2),))


def cache(folder: Path, *arguments: str) -> Ended:
    """The command in `folder`."""
    return called(folder, "cache", *arguments)


TWO_JUDGES = (
    asked("openai:m", "m-1", "2026-01-05"),
    asked("openai:m", "m-1", "2026-02-05"),
    asked("openai:m", "m-2", "2026-03-05"),
    asked("gemini:g", None, "2026-04-05"),
)


def test_stats_count_by_judge_and_model(tmp_path: Path) -> None:
    """Samples, tokens and dates a judge and version, and the bytes on disk."""
    fill(tmp_path, *TWO_JUDGES)
    ended = cache(tmp_path, "stats")
    assert ended.code == 0
    rows = [line.split() for line in ended.stdout.splitlines()]
    assert ["gemini:g", "not", "said", "1", "11", "2026-04-05", "2026-04-05"] in rows
    assert ["openai:m", "m-1", "2", "22", "2026-01-05", "2026-02-05"] in rows
    assert ["openai:m", "m-2", "1", "11", "2026-03-05", "2026-03-05"] in rows
    assert ["4", "samples"] in rows
    assert f"{SampleFolder(tmp_path / STORE).n_bytes:,} bytes in {STORE}" in ended.stdout


def test_stats_of_a_store_without_samples(tmp_path: Path) -> None:
    """None, and no table."""
    fill(tmp_path)
    asyncio.run(DiskSampleStore(tmp_path / STORE).get(key(0)))
    assert cache(tmp_path, "stats").stdout.startswith("0 samples\n")


def test_stats_tell_of_broken_entries(tmp_path: Path) -> None:
    """They are counted beside the sound ones."""
    fill(tmp_path, *TWO_JUDGES)
    spoil(tmp_path)
    ended = cache(tmp_path, "stats")
    assert "1 sample\n" in ended.stdout
    assert "3 torn or foreign entries besides: judge-eval cache verify" in ended.stdout


def test_verify_lists_what_is_broken(tmp_path: Path) -> None:
    """Each by its key with what is wrong; exit code 1."""
    fill(tmp_path, *TWO_JUDGES)
    spoil(tmp_path)
    ended = cache(tmp_path, "verify")
    assert ended.code == 1
    assert ended.stdout.splitlines() == [
        f"{key(0)}: torn: no whole sample",
        f"{key(1)}: foreign: not written by judge-eval",
        "somebody: foreign: its key is no fingerprint",
        "1 sample sound, 3 not",
    ]


def test_verify_of_a_sound_store_is_content(tmp_path: Path) -> None:
    """Exit code 0."""
    fill(tmp_path, *TWO_JUDGES)
    ended = cache(tmp_path, "verify")
    assert (ended.code, ended.stdout) == (0, "4 samples sound, 0 not\n")


def test_a_database_that_is_none_is_an_input_error(tmp_path: Path) -> None:
    """Exit code 2, and what to do about it."""
    fill(tmp_path, SAMPLE)
    (tmp_path / STORE / "cache.db").write_bytes(b"no database" * 100)
    for command in ("stats", "verify", "gc"):
        ended = cache(tmp_path, command)
        assert ended.code == 2
        assert "move the folder away" in ended.stderr


def test_a_broken_page_is_found(tmp_path: Path) -> None:
    """What SQLite itself finds wrong is listed, or the database cannot be read at all: never a clean bill."""
    fill(tmp_path, *(SAMPLE.model_copy(update={"text": "x" * 3000}) for _ in range(20)))
    path = tmp_path / STORE / "cache.db"
    with closing(sqlite3.connect(path)) as base:
        base.execute("pragma wal_checkpoint(truncate)")
    data = bytearray(path.read_bytes())
    data[4096 * 8 : 4096 * 9] = b"\xff" * 4096
    path.write_bytes(data)
    assert cache(tmp_path, "verify").code in (1, 2)


@pytest.mark.parametrize(
    ("flags", "kept"),
    [
        (["--older-than", "1d"], []),
        (["--model", "openai:m"], [3]),
        (["--model", "m-2"], [0, 1, 3]),
        (["--model", "g"], [0, 1, 2]),
        (["--model", "*:*"], []),
        (["--model", "nobody"], [0, 1, 2, 3]),
        ([], [0, 1, 2, 3]),
    ],
)
def test_gc_removes_what_the_flags_mean(tmp_path: Path, flags: list[str], kept: list[int]) -> None:
    """By age, by judge, by model; without flags no sample goes."""
    fill(tmp_path, *TWO_JUDGES)
    assert cache(tmp_path, "gc", "--yes", *flags).code == 0
    assert [entry.key for entry in SampleFolder(tmp_path / STORE).entries()] == [key(number) for number in kept]


def test_gc_keeps_what_is_young(tmp_path: Path) -> None:
    """Of a sample of 2026 and one of the year 3000 the older one goes; all flags must mean it."""
    fill(tmp_path, TWO_JUDGES[0], asked("openai:m", "m-1", "3000-01-01"))
    cache(tmp_path, "gc", "--yes", "--older-than", "1h", "--model", "nobody")
    assert "2 samples" in cache(tmp_path, "stats").stdout
    cache(tmp_path, "gc", "--yes", "--older-than", "1h", "--model", "m-1")
    assert [entry.key for entry in SampleFolder(tmp_path / STORE).entries()] == [key(1)]


def test_gc_removes_broken_entries_and_gives_room_back(tmp_path: Path) -> None:
    """Afterwards verify is content, and the database is smaller."""
    large = SAMPLE.model_copy(update={"text": "x" * 200_000})
    fill(tmp_path, large, large, SAMPLE, SAMPLE)
    spoil(tmp_path)
    before = SampleFolder(tmp_path / STORE).n_bytes
    assert "removed 0 samples and 3 torn or foreign entries" in cache(tmp_path, "gc", "--yes").stdout
    assert cache(tmp_path, "verify").stdout == "1 sample sound, 0 not\n"
    assert SampleFolder(tmp_path / STORE).n_bytes < before
    assert "nothing to remove" in cache(tmp_path, "gc", "--yes").stdout


def test_gc_asks_first_and_removes_nothing_where_it_cannot(tmp_path: Path) -> None:
    """Off a terminal `--yes` is wanted: exit code 2, and every sample is still there."""
    fill(tmp_path, *TWO_JUDGES)
    ended = cache(tmp_path, "gc", "--older-than", "1d")
    assert ended.code == 2
    assert "--yes" in ended.stderr
    assert "4 samples" in cache(tmp_path, "stats").stdout


@pytest.mark.parametrize(("answer", "samples"), [("y", "0 samples"), ("n", "4 samples")])
def test_gc_does_what_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str, samples: str) -> None:
    """On a terminal the answer decides."""
    fill(tmp_path, *TWO_JUDGES)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)

    def answered(prompt: str) -> str:
        assert "remove 4 samples" in prompt or not prompt.strip()
        return answer

    monkeypatch.setattr("click.termui.visible_prompt_func", answered)
    cache(tmp_path, "gc", "--older-than", "1d")
    monkeypatch.undo()
    assert samples in cache(tmp_path, "stats").stdout


@pytest.mark.parametrize("command", [["stats"], ["verify"], ["gc"], ["export", "c.jsonl"]])
def test_without_a_store_there_is_nothing_to_do(tmp_path: Path, command: list[str]) -> None:
    """Exit code 2, and no folder is made by looking."""
    ended = cache(tmp_path, *command, "--cache", "none")
    assert ended.code == 2
    assert "there is no sample store here" in ended.stderr
    assert not (tmp_path / "none").exists()


def test_what_is_foreign_does_no_harm_to_a_terminal(tmp_path: Path) -> None:
    """Control characters in a foreign key are shown, not obeyed."""
    fill(tmp_path, SAMPLE)
    with closing(sqlite3.connect(tmp_path / STORE / "cache.db")) as base, base:
        base.execute("update Cache set key = ?", ("\x1b[2J",))
    assert "\\x1b[2J: foreign" in cache(tmp_path, "verify").stdout
