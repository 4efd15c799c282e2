"""A runs file that grows: appended to, gone on with after any kill, and never made of a stranger's file."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge_eval.adapters.files.native.writer import run_line
from judge_eval.adapters.files.recording import Recording
from judge_eval.adapters.files.runs import read_runs
from judge_eval.core.run import Run, RunTurn
from judge_eval.errors import InputError

RUNS = [
    Run(case_id=f"case-{number}", repeat=repeat, agent="shop@1f3c", turns=(RunTurn(user="ñ"),))
    for number in range(2)
    for repeat in range(2)
]


def _record(path: Path, runs: list[Run]) -> None:
    with Recording(path) as recording:
        for run in runs:
            if (run.case_id, run.repeat) not in recording.recorded:
                recording.append(run)


def test_runs_are_appended(tmp_path: Path) -> None:
    """A folder that is not there is made; what was recorded stays, and its agents are known."""
    path = tmp_path / "new" / "x.runs.jsonl"
    _record(path, RUNS[:2])
    _record(path, RUNS)
    assert [found.run for found in read_runs([path])] == RUNS
    with Recording(path) as recording:
        assert recording.recorded == {(run.case_id, run.repeat) for run in RUNS}
        assert recording.agents == {"shop@1f3c"}


def test_every_run_is_on_disk_at_once(tmp_path: Path) -> None:
    """A run can be read while the next one is under way."""
    path = tmp_path / "x.runs.jsonl"
    with Recording(path) as recording:
        recording.append(RUNS[0])
        assert path.read_bytes() == run_line(RUNS[0])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder for all examples."""
    return tmp_path_factory.mktemp("torn")


@given(cut=st.integers(0, sum(len(run_line(run)) for run in RUNS)))
def test_a_file_cut_anywhere_is_gone_on_with(folder: Path, cut: int) -> None:
    """Wherever a kill cut the file short, recording again makes the whole of it."""
    path = folder / "x.runs.jsonl"
    whole = b"".join(map(run_line, RUNS))
    path.write_bytes(whole[:cut])
    _record(path, RUNS)
    assert path.read_bytes() == whole


def test_nothing_is_made_without_a_run(tmp_path: Path) -> None:
    """A capture that comes to nothing leaves no file behind; an empty file is one to begin with."""
    _record(tmp_path / "x.runs.jsonl", [])
    assert not (tmp_path / "x.runs.jsonl").exists()
    (tmp_path / "y.runs.jsonl").touch()
    _record(tmp_path / "y.runs.jsonl", RUNS[:1])
    assert (tmp_path / "y.runs.jsonl").read_bytes() == run_line(RUNS[0])


@pytest.mark.parametrize("content", [b"# Notes\n\nNo line end", b'{"case_id": 7}\n', b"text"])
def test_a_stranger_s_file_is_left_alone(tmp_path: Path, content: bytes) -> None:
    """A file that holds anything but runs is an input error, and not one byte of it changes."""
    path = tmp_path / "notes.jsonl"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"notes\.jsonl"):
        Recording(path)
    assert path.read_bytes() == content


def test_what_cannot_be_written_is_said(tmp_path: Path) -> None:
    """A folder in the file's place, and a file in the folder's, are input errors with a remedy."""
    (tmp_path / "file").touch()
    with Recording(tmp_path / "file" / "x.runs.jsonl") as recording, pytest.raises(InputError, match="--out"):
        recording.append(RUNS[0])
    with pytest.raises(InputError, match="--out"):
        Recording(tmp_path)
