"""Reading: what a selection picks, what limits and systems refuse, and what is assumed with a note."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from judge_eval.adapters.files.adk.config import read_adk_config
from judge_eval.adapters.files.adk.results import read_results
from judge_eval.adapters.files.cases import read_cases
from judge_eval.adapters.files.discovery import find_cases
from judge_eval.adapters.files.found import FoundCase, Origin
from judge_eval.adapters.files.parsing.document import Document
from judge_eval.adapters.files.parsing.field_path import field_text, value_at
from judge_eval.adapters.files.parsing.source import read_bytes, unreadable
from judge_eval.adapters.files.parsing.yaml_text import parse_yaml
from judge_eval.adapters.files.runs import read_runs, write_runs
from judge_eval.core.rubric import Rubric
from judge_eval.core.run import Run
from judge_eval.errors import InputError
from tests.edges.known_metrics import KNOWN


def _eval_set(*ids: str) -> str:
    turn = {"user_content": {"parts": [{"text": "hi"}]}}
    return json.dumps({"eval_set_id": "s", "eval_cases": [{"eval_id": name, "conversation": [turn]} for name in ids]})


def _document(value: Any, place: str = "x.json") -> Document:
    return Document(place, json.dumps(value), value)


def test_a_selection_picks_its_cases(tmp_path: Path) -> None:
    """`file:ids` reads these cases only, in the order of the file."""
    (tmp_path / "a.json").write_text(_eval_set("one", "two", "three"))
    picked = read_cases(find_cases([f"{tmp_path}/a.json:three,one"]))
    assert [found.id for found in picked] == ["one", "three"]


@pytest.mark.parametrize(
    ("wanted", "remedy"),
    [("tow", "did you mean 'two'?"), ("zzzz", "it has one, two, x0, x1, x2, x3, x4, x5, x6, x7, …")],
)
def test_an_id_that_is_not_there_is_refused(tmp_path: Path, wanted: str, remedy: str) -> None:
    """An id that a file does not have is refused with the nearest one, else with the first ones; the others come."""
    (tmp_path / "a.json").write_text(_eval_set("one", "two", *(f"x{number}" for number in range(9))))
    read: list[str] = []
    with pytest.raises(InputError) as refusal:
        for found in read_cases(find_cases([f"{tmp_path}/a.json:{wanted},one"])):
            read.append(found.id)
    assert read == ["one"]
    assert [problem.remedy for problem in refusal.value.problems] == [remedy]


def test_no_file_gives_no_case_and_no_run() -> None:
    """Without files there is neither a case nor a run, and both are input errors."""
    with pytest.raises(InputError, match="there is no case in any file"):
        list(read_cases([]))
    with pytest.raises(InputError, match="there is no run in any file"):
        list(read_runs([]))


def test_a_file_past_its_limit_is_refused(tmp_path: Path) -> None:
    """A file of just the limit is read whole, one byte more is refused with the way out."""
    (tmp_path / "a").write_bytes(b"12345")
    assert read_bytes(tmp_path / "a", 5) == b"12345"
    with pytest.raises(InputError, match="write it as JSONL"):
        read_bytes(tmp_path / "a", 4)


def test_what_the_system_does_not_give_is_refused(tmp_path: Path) -> None:
    """A missing file, a folder and a name that is no path are refused as runs, each with its own words."""
    with pytest.raises(InputError, match="there is no such file"):
        list(read_runs([tmp_path / "no.runs.jsonl"]))
    (tmp_path / "d.runs.jsonl").mkdir()
    with pytest.raises(InputError, match="this is a folder"):
        list(read_runs([tmp_path / "d.runs.jsonl"]))
    with pytest.raises(InputError, match="this is no path"):
        list(read_runs([tmp_path / "\0.jsonl"]))
    assert "may not be read" in unreadable(tmp_path, PermissionError(13, "denied")).message
    assert "too many links" in unreadable(tmp_path, OSError(40, "too many links")).message


def test_runs_that_cannot_be_written_are_refused(tmp_path: Path) -> None:
    """Where runs cannot be written, the file is named."""
    with pytest.raises(InputError, match="cannot be written"):
        write_runs(tmp_path, [Run(case_id="a")])


def test_long_lines_of_runs_are_skipped_and_told(tmp_path: Path) -> None:
    """A run longer than a line may be is refused, and the runs around it are read."""
    line = b'{"case_id": "a"}\n'
    (tmp_path / "a.runs.jsonl").write_bytes(line + b" " * (17 * 2**20) + b"\n" + line)
    read: list[str] = []
    with pytest.raises(InputError, match="the line is too long") as refusal:
        for found in read_runs([tmp_path / "a.runs.jsonl"]):
            read.append(f"{found.run.case_id} {found.origin.line}")
    assert read == ["a 1", "a 3"]
    assert [problem.line for problem in refusal.value.problems] == [2]


def test_rubrics_without_a_type_are_read_with_a_note(tmp_path: Path) -> None:
    """Rubrics without a type, or of an unknown one, are those of the final response, and a note says so.

    ADK never sends them to its judge.
    """
    turn = {"user_content": {"parts": [{"text": "hi"}]}, "rubrics": [_rubric("c", "TOOL_USE_QUALITY")]}
    case = {
        "eval_id": "a",
        "conversation": [turn],
        "rubrics": [_rubric("a", None), _rubric("b", "STYLE"), _rubric("t", "TRAJECTORY_QUALITY")],
    }
    (tmp_path / "a.json").write_text(json.dumps({"eval_set_id": "s", "eval_cases": [case]}))
    (found,) = read_cases(find_cases([f"{tmp_path}/a.json"]))
    assert isinstance(found, FoundCase)
    rubrics = [rubric for rubric in found.case.rubrics if isinstance(rubric, Rubric)]
    kinds = [(rubric.applies_to, [criterion.id for criterion in rubric.criteria]) for rubric in rubrics]
    assert kinds == [("final_response", ["a", "b"]), ("trajectory", ["t"])]
    assert [rubric.applies_to for rubric in found.case.turns[0].rubrics] == ["tool_use"]
    assert len(found.case.notes) == 2
    assert "'a' (case) has no type" in found.case.notes[0]
    assert "the type STYLE" in found.case.notes[1]


def _rubric(rubric_id: str, kind: str | None) -> dict[str, Any]:
    return {"rubric_id": rubric_id, "rubric_content": {"text_property": "It is polite."}, "type": kind}


def test_the_scores_of_older_results_are_read() -> None:
    """Pairs of metric and result, as older results hold them, are what ADK said; so are statuses by name."""
    pairs = [
        [{"metric_name": "m", "threshold": 1}, {"score": 0.5, "eval_status": 2}],
        [{"metricName": "k", "threshold": 1}, {"score": None, "evalStatus": "NOT_EVALUATED"}],
        [{"metric_name": "j", "threshold": 1}, {"score": 1, "eval_status": 9}],
    ]
    case = {"eval_id": "a", "final_eval_status": 2, "eval_metric_results": pairs, "session_id": "x"}
    (found,) = read_results(_document({"eval_set_id": "s", "eval_case_results": [case]}), Counter())
    said = [(entry.metric, entry.value, entry.status) for entry in found.said]
    assert said == [("m", 0.5, "failed"), ("k", None, "not_evaluated"), ("j", 1.0, "status 9")]


def test_results_in_several_files_are_repeats(tmp_path: Path) -> None:
    """The results of one case in two files are its repeats 0 and 1."""
    case = {"eval_id": "a", "final_eval_status": 1, "session_id": "x"}
    for name in ("1", "2"):
        written = json.dumps({"eval_set_id": "s", "eval_case_results": [case]})
        (tmp_path / f"{name}.evalset_result.json").write_text(written)
    runs = read_runs(sorted(tmp_path.iterdir()))
    assert [(found.run.case_id, found.run.repeat) for found in runs] == [("a", 0), ("a", 1)]


@pytest.mark.parametrize(
    ("metric", "applies_to"),
    [
        ("rubric_based_final_response_quality_v1", "final_response"),
        ("rubric_based_tool_use_quality_v1", "tool_use"),
        ("rubric_based_multi_turn_trajectory_quality_v1", "trajectory"),
    ],
)
def test_a_metrics_rubrics_are_of_its_own_kind(metric: str, applies_to: str) -> None:
    """The rubrics of a configuration look at what their metric looks at, whatever type they name."""
    config = {"criteria": {metric: {"threshold": 1, "rubrics": [_rubric("a", None), _rubric("b", "STYLE")]}}}
    read = read_adk_config(_document(config), KNOWN)
    assert read.metrics is not None
    (rubric,) = read.metrics[metric].model_dump()["options"]["rubrics"]
    assert rubric["applies_to"] == applies_to
    assert [criterion["id"] for criterion in rubric["criteria"]] == ["a", "b"]
    assert read.notes == ()


WRONG_RUBRICS: list[tuple[Any, str, str]] = [
    ([{"rubricId": "a"}], "rubrics[0].rubric_content", "missing"),
    ([{"rubricId": "a", "rubricContent": {}}], "rubrics[0]", "needs an id and a text"),
    ([_rubric("a", None), _rubric("a", None)], "rubrics[1]", "'a' .* stands twice"),
    ({}, "rubrics", "this value does not fit"),
]


@pytest.mark.parametrize(("rubrics", "field", "message"), WRONG_RUBRICS)
def test_wrong_rubrics_of_a_metric_are_refused(rubrics: Any, field: str, message: str) -> None:
    """Rubrics without text, twice under one id, or in a wrong shape are refused with their place."""
    metric = "rubric_based_final_response_quality_v1"
    with pytest.raises(InputError, match=message) as refusal:
        read_adk_config(_document({"criteria": {metric: {"threshold": 1, "rubrics": rubrics}}}), KNOWN)
    assert [problem.field for problem in refusal.value.problems] == [f"criteria.{metric}.{field}"]


@pytest.mark.parametrize("match_type", [True, 7, 1.5, None, "mostly"])
def test_match_types_that_adk_does_not_know_are_refused(match_type: Any) -> None:
    """A match type by any other name or number is refused."""
    criterion = {"threshold": 1, "match_type": match_type}
    with pytest.raises(InputError):
        read_adk_config(_document({"criteria": {"tool_trajectory_avg_score": criterion}}), KNOWN)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('a: "\\ud83d"', "half of a surrogate pair"),
        ('"\\ud83d": 1', "this key is not a plain text"),
        ("a: " + "9" * 5000, "this number cannot be read"),
        ("a: !mine x", "the tag '!mine' is not read here"),
        ("a: !mine [x]", "the tag '!mine' is not read here"),
        ("? [1]\n: 2", "this key is not a plain text"),
    ],
)
def test_yaml_beyond_json_is_refused(text: str, message: str) -> None:
    """What YAML can write and JSON cannot hold is refused with its line."""
    with pytest.raises(InputError, match=message) as refusal:
        parse_yaml(text, "x.yaml")
    assert refusal.value.problems[0].line == 1


def test_fields_are_named_as_people_read_them() -> None:
    """Paths have dots and brackets; keys that would read as several are quoted; the whole value has no name."""
    assert field_text(("turns", 0, "args", "user:tier")) == "turns[0].args.user:tier"
    assert field_text(("state", "a.b")) == 'state["a.b"]'
    assert field_text(()) is None
    assert value_at({"a": [1]}, ("a", 1)) is None
    assert str(Origin("a.json", 3, "x")) == "a.json:3 x"
