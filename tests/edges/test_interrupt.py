"""A scoring that is stopped, by Ctrl-C or by a kill: nothing that was paid is lost, and the results do not show it."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import time
from pathlib import Path
from typing import IO

import pytest

from tests.small_suite import COMMAND, Ended, bare_environment, called, run_of, scored, write_suite

N_CASES = 12
CASES = "".join(
    f'- {{id: c{number:02}, turns: [{{user: "Question {number}?", reference: An answer.}}]}}\n'
    for number in range(N_CASES)
)
RUNS = [run_of(f"c{number:02}", f"Question {number}?", "Another answer.") for number in range(N_CASES)]
CONFIG = 'judge: {model: "scripted:judge.yaml", votes: "fixed:1"}\nmetrics: {final_response_match_v2: 1.0}\n'
SLOW = "rules: [{replies: [{text: yes, seconds: 0.3}]}]\n"
PATIENCE_SECONDS = 60
AT_ONCE = ("--concurrency", "1")


def asked_so_far(folder: Path) -> int:
    """How many samples lie in the store."""
    base = folder / ".judge-eval" / "cache" / "cache.db"
    if not base.exists():
        return 0
    with sqlite3.connect(f"file:{base}?mode=ro", uri=True) as connection:
        try:
            return int(connection.execute("select count(*) from Cache").fetchone()[0])
        except sqlite3.OperationalError:  # the table is being made
            return 0


def stopped(folder: Path, how: signal.Signals, *arguments: str) -> Ended:
    """`judge-eval score`, stopped once three samples are in the store."""
    command = [COMMAND, "score", "s.cases.yaml", *AT_ONCE, *arguments]
    with subprocess.Popen(
        command, cwd=folder, env=bare_environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while asked_so_far(folder) < 3 and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.02)
        process.send_signal(how)
        return Ended(process.wait(PATIENCE_SECONDS), _all_of(process.stdout), _all_of(process.stderr))


def _all_of(stream: IO[bytes] | None) -> str:
    assert stream is not None
    return stream.read().decode()


@pytest.fixture
def expected(tmp_path: Path) -> bytes:
    """The results of a scoring that nobody stopped, with the same script."""
    (tmp_path / "whole").mkdir()
    write_suite(tmp_path / "whole", cases=CASES, runs=RUNS, config=CONFIG, judge=SLOW)
    assert scored(tmp_path / "whole", "--out", "out").code == 0
    return (tmp_path / "whole" / "out" / "results.json").read_bytes()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL], ids=["Ctrl-C", "kill -9"])
def test_the_same_command_goes_on(tmp_path: Path, expected: bytes, how: signal.Signals) -> None:
    """It asks what is missing only, at most the one call under way again, and gives the same bytes."""
    folder = tmp_path / "stopped"
    folder.mkdir()
    write_suite(folder, cases=CASES, runs=RUNS, config=CONFIG, judge=SLOW)
    ended = stopped(folder, how, "--out", "out")
    kept = asked_so_far(folder)
    assert 3 <= kept < N_CASES
    assert ended.stdout == ""
    assert not (folder / "out").exists()
    if how == signal.SIGINT:
        assert ended.code == 3
        last = ended.stderr.splitlines()[-1]
        assert (
            last == "stopped; what was sampled is kept in .judge-eval/cache: the same command again goes on from there"
        )
        assert "Traceback" not in ended.stderr
    assert scored(folder, *AT_ONCE, "--out", "out").code == 0
    session = json.loads((folder / "out" / "session.json").read_text(encoding="utf-8"))
    assert (session["calls"], session["cached"]) == (N_CASES - kept, kept)
    assert (folder / "out" / "results.json").read_bytes() == expected


@pytest.mark.parametrize("command_line", ["score s.cases.yaml", "rubric attack r.yaml --response no"])
def test_without_a_store_it_says_that_nothing_is_kept(tmp_path: Path, command_line: str) -> None:
    """Ctrl-C under --no-cache promises nothing that is not so."""
    write_suite(tmp_path, cases=CASES, runs=RUNS, config=CONFIG, judge="rules: [{replies: [{failure: hang}]}]\n")
    (tmp_path / "r.yaml").write_text("id: r\ncriteria: [{id: polite, text: The reply is polite.}]\n", encoding="utf-8")
    command = [COMMAND, *command_line.split(), "--no-cache"]
    with subprocess.Popen(command, cwd=tmp_path, env=bare_environment(), stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        told = b""
        while b"judge   " not in told:
            told += process.stderr.readline()
        time.sleep(0.3)  # the work begins right after its header
        process.send_signal(signal.SIGINT)
        told += process.stderr.read()
    assert process.returncode == 3
    assert told.decode().splitlines()[-1] == (
        "stopped; nothing was kept (--no-cache): the same command again starts anew"
    )
    assert b"Traceback" not in told


def test_one_store_serves_several_processes(tmp_path: Path) -> None:
    """Two suites scored at once on one store both come to their end, with equal results."""
    write_suite(
        tmp_path, cases=CASES, runs=RUNS, config=CONFIG, judge="rules: [{replies: [{text: yes, seconds: 0.01}]}]\n"
    )
    command = [COMMAND, "score", "s.cases.yaml", "--format", "json"]
    both = [subprocess.Popen(command, cwd=tmp_path, env=bare_environment(), stdout=subprocess.PIPE) for _ in range(2)]
    documents = [process.communicate(timeout=PATIENCE_SECONDS)[0] for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert documents[0] == documents[1]
    assert "0 calls made, 12 cached" in called(tmp_path, "score", "s.cases.yaml").stderr
