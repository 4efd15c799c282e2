"""JUDGE_EVAL_… variables that nothing reads are told, once, with the nearest that something does."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.small_suite import called, installed, scored, write_suite


@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        ("JUDGE_EVAL_CONCURENCY", "did you mean JUDGE_EVAL_CONCURRENCY?"),
        ("JUDGE_EVAL_JUDGES", "did you mean JUDGE_EVAL_JUDGE?"),
        ("JUDGE_EVAL_OLDER_THEN", "did you mean JUDGE_EVAL_OLDER_THAN?"),
        ("JUDGE_EVAL_XQZ", "each flag has one: JUDGE_EVAL_NO_CACHE is --no-cache"),
    ],
)
def test_a_misspelt_variable_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, remedy: str) -> None:
    """One line on stderr, whichever command was called; the command itself goes on as ever."""
    monkeypatch.setenv(name, "2")
    write_suite(tmp_path)
    ended = scored(tmp_path)
    line = f"warning: {name} is set, and nothing reads it ({remedy})\n"
    assert (ended.code, ended.stderr.count(line), ended.stderr.count("warning:")) == (0, 1, 1)
    assert line in called(tmp_path, "model", "list").stderr


@pytest.mark.parametrize("name", ["JUDGE_EVAL_API_KEY", "JUDGE_EVAL_OLDER_THAN", "JUDGE_EVAL_FORMAT", "JUDGE_EVALS"])
def test_a_variable_that_some_command_reads_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """A variable of another command's flag, or of no flag, is no mistake; nor is one that is not ours."""
    monkeypatch.setenv(name, "table")
    write_suite(tmp_path)
    assert "warning" not in scored(tmp_path).stderr


def test_those_of_env_files_are_told_too(tmp_path: Path) -> None:
    """A name in a .env file is looked at when that is loaded, and no name is told twice."""
    write_suite(tmp_path)
    (tmp_path / ".env").write_text("JUDGE_EVAL_CACH=x\n", encoding="utf-8")
    told = installed(tmp_path, "score", "s.cases.yaml", JUDGE_EVAL_VOTS="auto").stderr.decode()
    assert told.count("did you mean JUDGE_EVAL_CACHE?") == told.count("did you mean JUDGE_EVAL_VOTES?") == 1
    assert told.count("warning:") == 2
