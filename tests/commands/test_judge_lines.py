"""The header's lines on judges: which judge answers which metric, and where its file is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.small_suite import ALL_YES, called, scored, write_suite

TWO = """\
judge: {model: "scripted:judge.yaml"}
metrics:
  final_response_match_v2: {threshold: 1.0}
  multi_turn_task_success_v1: {judge: "scripted:other.yaml", votes: "fixed:1"}
"""


def judge_lines(stderr: str) -> list[str]:
    """What the header says of judges."""
    return [line.removeprefix("judge   ") for line in stderr.splitlines() if line.startswith("judge   ")]


def test_each_judge_names_its_metrics(tmp_path: Path) -> None:
    """A judge per metric has a line with its metrics; one judge for all has one line."""
    write_suite(tmp_path, config=TWO)
    (tmp_path / "other.yaml").write_text(ALL_YES, encoding="utf-8")
    assert judge_lines(scored(tmp_path).stderr) == [
        "scripted:judge.yaml, votes lead:2,max:8: final_response_match_v2",
        "scripted:other.yaml, votes fixed:1: multi_turn_task_success_v1",
    ]
    named = scored(tmp_path, "--judge", "scripted:judge.yaml", "--votes", "fixed:1").stderr
    assert judge_lines(named) == [
        "scripted:judge.yaml, votes fixed:1: final_response_match_v2, multi_turn_task_success_v1"
    ]


def test_the_flag_leaves_no_word_of_the_configured_judge(tmp_path: Path) -> None:
    """Under --judge the header tells one judge of a metric, whatever ADK's configuration names."""
    write_suite(tmp_path, config=None)
    options = {"threshold": 1.0, "judge_model_options": {"judge_model": "gemini-2.5-pro"}}
    config = {"criteria": {"final_response_match_v2": options}}
    (tmp_path / "test_config.json").write_text(json.dumps(config), encoding="utf-8")
    ended = scored(tmp_path, "--judge", "scripted:judge.yaml")
    assert "gemini" not in ended.stderr
    assert judge_lines(ended.stderr) == ["scripted:judge.yaml, votes lead:2,max:8: final_response_match_v2"]


@pytest.mark.parametrize("where", [".", "suite", "suite/deeper"])
def test_a_configured_file_is_found_beside_the_configuration(tmp_path: Path, where: str) -> None:
    """`scripted:FILE` means the same file from every working folder; on the command line it is the person's own."""
    suite = tmp_path / "suite"
    (suite / "deeper").mkdir(parents=True)
    write_suite(suite)
    ended = called(tmp_path / where, "score", suite / "s.cases.yaml")
    assert ended.code == 0, ended.stderr
    beside = called(tmp_path, "score", suite / "s.cases.yaml", "--judge", "scripted:judge.yaml")
    assert (beside.code, "judge.yaml: there is no such file" in beside.stderr) == (2, True)
