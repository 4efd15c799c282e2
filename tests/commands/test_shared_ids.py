"""Case ids that several eval sets share: told apart, in any order of the files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from judge_eval.adapters.files.discovery import find_cases
from judge_eval.adapters.files.shared_ids import shared_ids
from judge_eval.core.results import Results
from tests.edges.odd_file import said
from tests.small_suite import Ended, called

SAYS = {"greetings": "Hello", "orders": "Where is it?"}


def eval_set(folder: Path, stem: str, set_id: str, **cases: str) -> str:
    """An eval set on disk; each case's user says its text, and so does the reference."""
    written = [
        {"eval_id": name, "conversation": [{"user_content": said(text), "final_response": said(text)}]}
        for name, text in cases.items()
    ]
    path = folder / f"{stem}.evalset.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"eval_set_id": set_id, "eval_cases": written}), encoding="utf-8")
    return path.relative_to(folder).as_posix()


def runs(path: Path, *recorded: tuple[str, str, str]) -> None:
    """Recorded runs: case id, what the user says, and the response."""
    lines = [
        {"case_id": case_id, "turns": [{"user": user, "final_response": response}]}
        for case_id, user, response in recorded
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


def results_file(folder: Path, set_id: str, user: str, response: str) -> str:
    """ADK's own results of one run of case "a" of an eval set."""
    exchange = {"actual_invocation": {"user_content": said(user), "final_response": said(response)}}
    result = {
        "eval_id": "a",
        "session_id": "x",
        "final_eval_status": 1,
        "eval_metric_result_per_invocation": [exchange],
    }
    path = folder / f"{set_id}.evalset_result.json"
    path.write_text(json.dumps({"eval_set_id": set_id, "eval_case_results": [result]}), encoding="utf-8")
    return path.name


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """Two eval sets with a case "a" each, and one case of its own in the first."""
    eval_set(tmp_path, "one", "greetings", a=SAYS["greetings"], b="Bye")
    eval_set(tmp_path, "two", "orders", a=SAYS["orders"])
    return tmp_path


def scores(ended: Ended) -> Mapping[str, float | None]:
    """ROUGE of each case."""
    assert ended.code != 2, ended.stderr
    cases = Results.model_validate_json(ended.stdout).cases
    return {case.id: next(row.value for row in case.scores if row.metric == "response_match_score") for case in cases}


@pytest.mark.parametrize("files", list(permutations(["one.evalset.json", "two.evalset.json"])))
def test_shared_ids_are_told_apart_by_their_eval_set(suite: Path, files: tuple[str, ...]) -> None:
    """Both cases are scored under their sets' names, a note says so, and the id that one set has alone stays."""
    ended = called(suite, "score", *files, "--runs", "reference", "--format", "json")
    assert scores(ended) == {"b": 1.0, "greetings/a": 1.0, "orders/a": 1.0}
    note = "note    the case id 'a' stands in 2 eval sets: its cases are greetings/a, orders/a here"
    assert ended.stderr.count(note) == 1


def test_runs_beside_each_set_are_its_own(suite: Path) -> None:
    """A run that says "a" is of the case of the eval set that its file stands beside."""
    runs(suite / "one.runs.jsonl", ("a", "Hello", "Hello"), ("b", "Bye", "Bye"))
    runs(suite / "two.runs.jsonl", ("a", "Where is it?", "no words in common"))
    assert scores(called(suite, "score", ".", "--format", "json")) == {"b": 1.0, "greetings/a": 1.0, "orders/a": 0.0}


@pytest.mark.parametrize("swapped", [False, True])
def test_adk_s_results_name_their_set(suite: Path, swapped: bool) -> None:
    """Results of two sets are two runs and no repeats, whatever the order of the files."""
    files = [results_file(suite, "greetings", "Hello", "Hello"), results_file(suite, "orders", "Where is it?", "Hm")]
    named = [part for file in (reversed(files) if swapped else files) for part in ("--runs", file)]
    ended = called(suite, "score", ".", *named, "--case", "*a", "--format", "json")
    assert scores(ended) == {"greetings/a": 1.0, "orders/a": 0.0}
    assert {case.repeat for case in Results.model_validate_json(ended.stdout).cases} == {0}


def test_a_run_of_either_is_refused(suite: Path) -> None:
    """Where nothing says which case a run is of, the message gives both names; either of them is taken."""
    runs(suite / "all.jsonl", ("a", "Hello", "Hello"))
    ended = called(suite, "score", ".", "--runs", "all.jsonl")
    assert ended.code == 2
    assert "the run does not say which it is of; found 'a'; expected greetings/a or orders/a" in ended.stderr
    runs(suite / "all.jsonl", ("greetings/a", "Hello", "Hello"), ("orders/a", "Where is it?", "Hm"), ("b", "Bye", "-"))
    assert scores(called(suite, "score", ".", "--runs", "all.jsonl", "--format", "json"))["greetings/a"] == 1.0


@pytest.mark.parametrize(("glob", "ids"), [("a", 2), ("orders/a", 1), ("orders/*", 1), ("b", 1)])
def test_filters_know_both_names(suite: Path, glob: str, ids: int) -> None:
    """--case takes the id as it is written, and the name that it has here."""
    listed = called(suite, "score", ".", "--case", glob, "--list", "--format", "json")
    assert len(json.loads(listed.stdout)) == ids


@pytest.mark.parametrize(
    ("places", "names"),
    [
        ({"one": "s", "two": "s"}, ["one/a", "two/a"]),
        ({"x/one": "s", "y/one": "s"}, ["x/a", "y/a"]),
        ({"x/z/one": "s", "y/z/one": "s"}, ["x/z/one.evalset.json/a", "y/z/one.evalset.json/a"]),
    ],
)
def test_the_name_falls_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, places: Mapping[str, str], names: list[str]
) -> None:
    """Sets of one id are told apart by their files' names, these by their folders, and these by the whole path."""
    monkeypatch.chdir(tmp_path)
    files = [eval_set(tmp_path, stem, set_id, a="Hello") for stem, set_id in places.items()]
    for order in permutations(files):
        found = shared_ids(find_cases(list(order)))
        assert sorted(found.names["a"].values()) == names


def test_legacy_files_are_told_apart_too(tmp_path: Path) -> None:
    """A legacy test is one case by its file's name, a legacy set holds named conversations."""
    rows: list[dict[str, Any]] = [{"query": "Hello", "expected_tool_use": [], "reference": "Hello"}]
    files: dict[str, Any] = {
        "x/trip.test.json": rows,
        "y/trip.test.json": rows,
        "old.evalset.json": [{"name": "trip", "data": rows, "initial_session": {}}],
    }
    for place, content in files.items():
        (tmp_path / place).parent.mkdir(exist_ok=True)
        (tmp_path / place).write_text(json.dumps(content), encoding="utf-8")
    ended = called(tmp_path, "score", ".", "--runs", "reference", "--format", "json")
    folder = tmp_path.name
    assert set(scores(ended)) == {f"{folder}/trip", "x/trip", "y/trip"}


def test_a_broken_case_is_told_apart_too(tmp_path: Path) -> None:
    """A case that contradicts itself keeps its own set's name, and the other is scored."""
    eval_set(tmp_path, "one", "greetings", a="Hello")
    rubric = {"rubric_id": "r", "rubric_content": {"text_property": "It is kind."}}
    case = {"eval_id": "a", "rubrics": [rubric], "conversation": [{"user_content": said("Hi"), "rubrics": [rubric]}]}
    (tmp_path / "two.evalset.json").write_text(json.dumps({"eval_set_id": "orders", "eval_cases": [case]}))
    ended = called(tmp_path, "score", ".", "--runs", "reference", "--format", "json")
    assert ended.code == 2
    status = {case.id: case.status for case in Results.model_validate_json(ended.stdout).cases}
    assert status == {"greetings/a": "passed", "orders/a": "error"}


def test_our_own_cases_must_differ(tmp_path: Path) -> None:
    """The ids of native cases are a person's to give: the same one twice stays an error."""
    for name in ("x", "y"):
        (tmp_path / f"{name}.cases.json").write_text(json.dumps([{"id": "a", "turns": [{"user": "Hello"}]}]))
    ended = called(tmp_path, "score", ".", "--runs", "reference")
    assert (ended.code, "the case id 'a' stands twice" in ended.stderr) == (2, True)


def test_a_file_that_cannot_be_read_is_told_by_its_reader(suite: Path) -> None:
    """A torn file beside two sets is one error, not two."""
    (suite / "torn.evalset.json").write_text('{"eval_set_id": "x", "eval_cases": [', encoding="utf-8")
    ended = called(suite, "score", ".", "--runs", "reference")
    assert (ended.code, ended.stderr.count("error:")) == (2, 1)
