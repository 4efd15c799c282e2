"""`score --agent` stopped by Ctrl-C: what the agent did is kept, and the message says how to go on."""

from __future__ import annotations

import json
import re
import signal
import subprocess
from pathlib import Path

import pytest

from tests.commands.test_run import AGENT, CASES
from tests.small_suite import COMMAND, bare_environment, installed


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project whose agent waits for a door in one of three cases, two of which come first."""
    (tmp_path / "door.py").write_text(AGENT, encoding="utf-8")
    first, waits, fails = CASES.splitlines(keepends=True)
    (tmp_path / "x.cases.jsonl").write_text(first + fails + waits, encoding="utf-8")
    return tmp_path


def stopped(folder: Path, *arguments: str) -> str:
    """What `score --agent` says on stderr, stopped while the agent waits."""
    command = [COMMAND, "score", "x.cases.jsonl", "--agent", "door:root_agent", *arguments]
    with subprocess.Popen(
        command, cwd=folder, env=bare_environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    ) as process:
        assert process.stderr is not None and process.stdout is not None
        told = ""
        while "a tool that prints" not in told:
            told += process.stderr.readline()
        process.send_signal(signal.SIGINT)
        told += process.stderr.read()
        assert process.stdout.read() == ""
    assert process.returncode == 3
    assert "Traceback" not in told
    return told


def kept(path: Path) -> list[str]:
    """The cases of the runs in a file."""
    return [json.loads(line)["case_id"] for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize(
    ("out", "file"), [((), ".judge-eval/stopped-1.runs.jsonl"), (("--out", "out"), "out/runs.jsonl")]
)
def test_its_runs_are_kept(folder: Path, out: tuple[str, ...], file: str) -> None:
    """The commands of the message record the rest and score all of it."""
    told = stopped(folder, *out)
    assert f"2 runs of the agent are kept in {file}" in told
    assert kept(folder / file) == ["Fail", "Hello"]
    assert (folder / file).with_name(".gitignore").is_file() is not bool(out)
    (folder / "open").touch()
    rest = re.search(r"`judge-eval (.*)` records the rest, then score with (--runs .*)", told)
    assert rest is not None
    recorded = installed(folder, *rest[1].split())
    assert recorded.stdout.decode() == f"recorded 1 run in {file}; 2 were there already\n"
    scored = installed(folder, "score", "x.cases.jsonl", *rest[2].split())
    assert re.findall("^(?:Hello|Wait|Fail)", scored.stdout.decode(), re.MULTILINE) == ["Fail", "Hello", "Wait"]
    assert sorted(kept(folder / file)) == ["Fail", "Hello", "Wait"]


def test_every_repeat_is_recorded_in_the_end(folder: Path) -> None:
    """The command that goes on asks for as many repeats as the one that was stopped."""
    told = stopped(folder, "--repeat", "2")
    (folder / "open").touch()
    rest = re.search(r"`judge-eval (.* --repeat 2 --out (\S+))` records the rest", told)
    assert rest is not None
    installed(folder, *rest[1].split())
    assert sorted(kept(folder / rest[2])) == ["Fail", "Fail", "Hello", "Hello", "Wait", "Wait"]


def test_an_earlier_stop_is_not_overwritten(folder: Path) -> None:
    """Each stop keeps its runs in a file of its own."""
    assert "stopped-1.runs.jsonl" in stopped(folder)
    assert "stopped-2.runs.jsonl" in stopped(folder)


def test_without_any_run_nothing_is_promised(folder: Path) -> None:
    """Where no conversation had ended, no file is made."""
    (folder / "x.cases.jsonl").write_text(CASES.splitlines(keepends=True)[1], encoding="utf-8")
    assert stopped(folder).endswith("; no run of the agent had ended\n")
    assert not (folder / ".judge-eval").exists()


def test_its_time_is_bounded(folder: Path) -> None:
    """Under --timeout the suite is scored with the runs that ended; of the others it says why there is none."""
    first, waits, _ = CASES.splitlines(keepends=True)
    (folder / "y.cases.jsonl").write_text(waits + first, encoding="utf-8")
    ended = installed(folder, "score", "y.cases.jsonl", "--agent", "door:root_agent", "--timeout", "8s")
    assert ended.returncode == 3, ended.stderr.decode()
    assert "the agent did not come to its end within 8 s (--timeout)" in ended.stdout.decode()
    assert "Traceback" not in ended.stderr.decode()
