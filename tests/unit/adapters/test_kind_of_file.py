"""A file that is named in the place of recorded runs: the message says what it is, and where it belongs."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from judge_eval.adapters.files.kind_of_file import kind_of
from tests.small_suite import ALL_YES, scored, write_suite

ROOT = Path(__file__).parents[3]

OF_OURS = {
    "results.json": "results of judge-eval, and recorded runs were wanted (name the runs.jsonl beside it)",
    "verdicts.jsonl": "verdicts, and recorded runs were wanted (name the runs.jsonl beside it)",
    "session.json": "the session of a score, and",
    "eval-report.json": "a report of judge-eval, and",
    "cases.jsonl": "cases, and recorded runs were wanted (name it as CASES;",
}


@pytest.mark.parametrize("name", OF_OURS)
def test_every_file_of_an_out_folder_is_known(tmp_path: Path, name: str) -> None:
    """What --out wrote beside runs.jsonl is told by its kind, with the runs' own file as the remedy."""
    write_suite(tmp_path, judge=ALL_YES)
    assert scored(tmp_path, "--out", "out").code == 0
    ended = scored(tmp_path, "--runs", f"out/{name}")
    assert (ended.code, ended.stderr.count("error:")) == (2, 1)
    assert f"out/{name}:1: this file holds {OF_OURS[name]}" in ended.stderr


@pytest.mark.parametrize(
    ("file", "says"),
    [
        ("cases/support_agent_adk/support_agent_adk.evalset.json", "an eval set, and"),
        ("cases/support_agent/support_agent.cases.yaml", "cases, and"),
        ("cases/support_agent/judge-eval.yaml", "a configuration, and recorded runs were wanted (name it by --config)"),
        ("cases/support_agent_adk/test_config.json", "a configuration, and"),
        ("rubrics/tool-use.yaml", "a rubric, and recorded runs were wanted (name it under rubrics:"),
        ("rubrics/safety.yaml", "a policy, and recorded runs were wanted (name it under policy: of safety_v1)"),
    ],
)
def test_every_file_that_ships_is_known(tmp_path: Path, file: str, says: str) -> None:
    """Cases, configurations, rubrics and policies are told by their kind, with the place where each belongs."""
    write_suite(tmp_path)
    name = Path(file).name
    shutil.copy(ROOT / file, tmp_path / name) if name != "judge-eval.yaml" else None
    ended = scored(tmp_path, "--runs", name)
    assert (ended.code, ended.stderr.count("error:")) == (2, 1)
    assert f"this file holds {says}" in ended.stderr


KINDS: list[tuple[Any, str | None]] = [
    ([{"query": "x", "expected_tool_use": []}], "a legacy test of ADK's"),
    ([{"name": "x", "data": []}], "a legacy eval set of ADK's"),
    ({"id": "x", "metric": "safety", "label": True}, "labels"),
    ({"rules": [{"replies": ["yes"]}]}, "a judge's script"),
    ([{"case_id": "x", "turns": []}], "recorded runs"),
    ({"a": 1}, None),
    ([], None),
    (["x"], None),
    ("x", None),
]


@pytest.mark.parametrize(("value", "holds"), KINDS)
def test_the_keys_tell_the_kind(value: Any, holds: str | None) -> None:
    """The first entry of a list speaks for it; keys that nobody knows tell nothing."""
    kind = kind_of(value)
    assert (kind.holds if kind is not None else None) == holds


def test_a_folder_is_no_file_of_runs(tmp_path: Path) -> None:
    """The runs of an --out folder are named by their file."""
    write_suite(tmp_path)
    (tmp_path / "out").mkdir()
    ended = scored(tmp_path, "--runs", "out")
    assert "this is a folder, and a file of runs was wanted (name a file in it, such as out/runs.jsonl)" in ended.stderr


def test_runs_in_one_document_say_how_to_write_them(tmp_path: Path) -> None:
    """A list of runs in a .json file is no results file of ADK's."""
    write_suite(tmp_path)
    (tmp_path / "runs.json").write_text(json.dumps([{"case_id": "sum", "turns": []}]), encoding="utf-8")
    assert "write one run a line, in a .jsonl file" in scored(tmp_path, "--runs", "runs.json").stderr
