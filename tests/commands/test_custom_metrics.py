"""Custom metrics that break, that say little, and that nobody allowed to run."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from judge_eval.core.results import Results, ScoreRow
from tests.small_suite import Ended, called

CASES = """\
- {id: one, turns: [{user: Hello, reference: Hi}]}
- {id: two, turns: [{user: Hello, reference: Hi}, {user: Bye, reference: Bye}]}
"""
HEAD = """\
from google.adk.evaluation.evaluator import EvalStatus, EvaluationResult, PerInvocationResult

def parts(actual, *scores):
    return [PerInvocationResult(actual_invocation=a, score=s) for a, s in zip(actual, scores)]

"""


@pytest.fixture(autouse=True)
def own_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """The folders of the person's modules go with the test."""
    monkeypatch.setattr(sys, "path", [*sys.path])


def scored(
    folder: Path, body: str, *arguments: str, threshold: Any = 0.5, code: bool = True, interval: Any = None
) -> Ended:
    """`score` with a custom metric `mine`, which this body of a function is."""
    metric: dict[str, Any] = {"code_config": {"name": "mine.metric"}}
    if interval is not None:
        values = {"interval": {"min_value": interval[0], "max_value": interval[1]}}
        metric["metric_info"] = {"metric_name": "mine", "metric_value_info": values}
    config = {"criteria": {"mine": threshold, "response_match_score": 0.5}, "custom_metrics": {"mine": metric}}
    (folder / "s.cases.yaml").write_text(CASES, encoding="utf-8")
    (folder / "test_config.json").write_text(json.dumps(config), encoding="utf-8")
    (folder / "mine.py").write_text(
        f"{HEAD}def metric(metric, actual, expected, scenario):\n    {body}\n", encoding="utf-8"
    )
    allowed = ["--allow-code"] if code else []
    return called(folder, "score", "s.cases.yaml", "--runs", "reference", *allowed, *arguments)


def rows(ended: Ended, metric: str = "mine") -> dict[str, ScoreRow]:
    """The metric's row of each case."""
    results = Results.model_validate_json(ended.stdout)
    return {case.id: row for case in results.cases for row in case.scores if row.metric == metric and row.turn is None}


def test_code_is_run_only_where_that_is_allowed(tmp_path: Path) -> None:
    """Without --allow-code the module is not even loaded, the metric says what would run it, and the others go on."""
    ended = scored(tmp_path, "raise SystemExit", "--format", "json", code=False)
    assert ended.code == 3
    assert rows(ended)["one"].reason == "not_supported: mine.metric is code, which only --allow-code runs"
    assert rows(ended, "response_match_score")["one"].value == 1.0


def test_a_variable_allows_code_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """JUDGE_EVAL_ALLOW_CODE=1 says what the flag says."""
    monkeypatch.setenv("JUDGE_EVAL_ALLOW_CODE", "1")
    body = "return EvaluationResult(overall_score=1, overall_eval_status=EvalStatus.NOT_EVALUATED)"
    assert rows(scored(tmp_path, body, "--format", "json", code=False))["one"].value == 1.0


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("return EvaluationResult()", "mine.metric gave no score; its status is NOT_EVALUATED"),
        ("return EvaluationResult(overall_score=float('nan'))", "mine.metric gave nan; its status is NOT_EVALUATED"),
        ("return None", "mine.metric gave NoneType, not an EvaluationResult of ADK's"),
        ("return actual[len(actual)]", "mine.metric broke: IndexError: list index out of range"),
        (
            "return EvaluationResult(overall_score=7)",
            "mine.metric gave 7, outside 0 to 1: declare its values in metric_info.metric_value_info.interval; "
            "its status is NOT_EVALUATED",
        ),
        (
            "return EvaluationResult(overall_score=1, overall_eval_status=EvalStatus.PASSED)",
            "mine.metric gave results for 0 of 1 turns",
        ),
    ],
)
def test_a_result_that_says_nothing_is_an_error(tmp_path: Path, body: str, reason: str) -> None:
    """None, no number, no result, an exception: an error with its reason, never a 0, and exit 3."""
    ended = scored(tmp_path, body, "--format", "json")
    assert ended.code == 3
    row = rows(ended)["one"]
    assert (row.status, row.value, row.reason) == ("error", None, reason)


def test_one_broken_case_sinks_no_other(tmp_path: Path) -> None:
    """The function raises on the conversation of two turns; the other case has its score."""
    body = "assert len(actual) == 1; return EvaluationResult(overall_score=0.75)"
    found = rows(scored(tmp_path, body, "--format", "json"))
    assert (found["one"].value, found["two"].status) == (0.75, "error")
    assert found["two"].reason == "mine.metric broke: AssertionError"


@pytest.mark.parametrize(
    ("status", "threshold", "decision"),
    [
        ("PASSED", 0.9, "pass"),
        ("FAILED", 0.1, "fail"),
        ("NOT_EVALUATED", 0.5, "pass"),
        ("NOT_EVALUATED", 0.51, "fail"),
        ("INFORMATIONAL", 0.9, "not_applicable"),
    ],
)
def test_the_function_s_own_status_decides(tmp_path: Path, status: str, threshold: float, decision: str) -> None:
    """A function may hold less to be better: its word goes before the threshold, which decides where it has none."""
    body = (
        f"return EvaluationResult(overall_score=0.5, overall_eval_status=EvalStatus.{status}, "
        "per_invocation_results=parts(actual, None, 0.5))"
    )
    ended = scored(tmp_path, body, "--format", "json", threshold=threshold)
    assert rows(ended)["two"].decision == decision
    turns = [row for row in Results.model_validate_json(ended.stdout).cases[1].scores if row.turn is not None]
    assert [(row.status, row.value) for row in turns if row.metric == "mine"] == [("error", None), ("scored", 0.5)]


@pytest.mark.parametrize(
    ("interval", "threshold", "value"), [((-10, 10), -2, -4.5), (None, 3, 17.5), (None, {"threshold": 3, "x": 1}, 17)]
)
def test_values_need_not_be_shares(tmp_path: Path, interval: Any, threshold: Any, value: float) -> None:
    """Declared values may lie anywhere; of undeclared ones the threshold shows that they are no shares."""
    ended = scored(
        tmp_path,
        f"return EvaluationResult(overall_score={value})",
        "--format",
        "json",
        threshold=threshold,
        interval=interval,
    )
    assert {row.value for row in rows(ended).values()} == {value}
    estimates = {estimate.metric: estimate for estimate in Results.model_validate_json(ended.stdout).estimates}
    assert estimates["mine"].value == value


def test_a_run_that_broke_off_has_failed(tmp_path: Path) -> None:
    """The function is not asked about half a conversation: the least value, and the agent's own reason."""
    runs: list[dict[str, Any]] = [
        {"case_id": "one", "turns": [{"user": "Hello"}], "error": "ConnectionError: down"},
        {"case_id": "two", "turns": [{"user": "Hello", "final_response": "Hi"}]},
    ]
    (tmp_path / "s.runs.jsonl").write_text("".join(json.dumps(run) + "\n" for run in runs), encoding="utf-8")
    scored(tmp_path, "return EvaluationResult(overall_score=1)")
    ended = called(tmp_path, "score", "s.cases.yaml", "--allow-code", "--format", "json")
    found = rows(ended)
    assert [(row.value, row.decision, row.reason) for row in found.values()] == [
        (0.0, "fail", "ConnectionError: down"),
        (0.0, "fail", "the run has 1 turn, the case 2"),
    ]


def test_unbounded_values_have_no_least(tmp_path: Path) -> None:
    """A run that broke off fails where nothing bounds the values too, without a number."""
    run: dict[str, Any] = {"case_id": "one", "turns": [{"user": "Hello"}], "error": "ConnectionError: down"}
    (tmp_path / "s.runs.jsonl").write_text(json.dumps(run) + "\n", encoding="utf-8")
    scored(tmp_path, "return EvaluationResult(overall_score=1)", threshold=5)
    ended = called(tmp_path, "score", "s.cases.yaml", "--allow-code", "--case", "one", "--format", "json")
    row = rows(ended)["one"]
    assert (ended.code, row.value, row.status, row.decision) == (1, None, "error", "fail")


def test_a_scenario_comes_as_a_scenario(tmp_path: Path) -> None:
    """As in ADK, no expected exchanges are handed over, but the scenario that the user played."""
    body = (
        "return EvaluationResult(overall_score=float(expected is None and scenario.starting_prompt == 'Hello' "
        "and actual[0].app_details.agent_details['shop'].instructions == 'Sell.'))"
    )
    scored(tmp_path, body)
    case = {"eval_id": "one", "conversation_scenario": {"starting_prompt": "Hello", "conversation_plan": "Buy."}}
    eval_set = {"eval_set_id": "s", "eval_cases": [case]}
    (tmp_path / "s.evalset.json").write_text(json.dumps(eval_set), encoding="utf-8")
    run: dict[str, Any] = {
        "case_id": "one",
        "agents": {"shop": {"instructions": "Sell."}},
        "turns": [{"user": "Hello", "texts": ["Let me see."], "grounding": [{"web_search_queries": ["shoes"]}]}],
    }
    (tmp_path / "s.runs.jsonl").write_text(json.dumps(run) + "\n", encoding="utf-8")
    ended = called(tmp_path, "score", "s.evalset.json", "--allow-code", "--metric", "mine", "--format", "json")
    assert rows(ended)["one"].value == 1.0


def test_calls_come_as_adk_s_events(tmp_path: Path) -> None:
    """Calls of one event come in one, each event before what came back, an error and a bare result in objects."""
    body = (
        "calls = [[(p.function_call or p.function_response).model_dump(exclude_none=True) for p in e.content.parts] "
        "for e in actual[0].intermediate_data.invocation_events]; import json; "
        "open('seen.json', 'w').write(json.dumps(calls)); return EvaluationResult(overall_score=1)"
    )
    calls: list[dict[str, Any]] = [
        {"name": "f", "args": {"a": 1}, "result": {"ok": True}, "parallel": 0, "id": "1", "author": "shop"},
        {"name": "g", "result": 7, "parallel": 0, "id": "2"},
        {"name": "h", "error": "down"},
    ]
    turn = {"user": "Hello", "final_response": "Hi", "calls": calls}
    (tmp_path / "s.runs.jsonl").write_text(json.dumps({"case_id": "one", "turns": [turn]}) + "\n", encoding="utf-8")
    scored(tmp_path, body, code=False)
    ended = called(tmp_path, "score", "s.cases.yaml", "--allow-code", "--case", "one", "--format", "json")
    assert rows(ended)["one"].value == 1.0
    assert json.loads((tmp_path / "seen.json").read_text(encoding="utf-8")) == [
        [{"id": "1", "name": "f", "args": {"a": 1}}, {"id": "2", "name": "g", "args": {}}],
        [{"id": "1", "name": "f", "response": {"ok": True}}, {"id": "2", "name": "g", "response": {"result": 7}}],
        [{"name": "h", "args": {}}],
        [{"name": "h", "response": {"error": "down"}}],
    ]


@pytest.mark.parametrize(
    ("function", "said"),
    [
        ("mine.metrik", "module 'mine' has no 'metrik'; found 'mine.metrik' (did you mean 'metric'?)"),
        ("mine.HEAD", "'HEAD' is no function; found 'mine.HEAD' (it has: metric, parts)"),
        ("min.metric", "there is no module 'min'; found 'min' (did you mean 'mine'?)"),
        ("metric", "a function is named MODULE.FUNCTION, such as my_metrics.is_polite"),
    ],
)
def test_a_function_that_is_not_there_is_named(tmp_path: Path, function: str, said: str) -> None:
    """Exit 2 before anything is scored, with the nearest name."""
    scored(tmp_path, "return None", code=False)
    (tmp_path / "mine.py").write_text("HEAD = 1\ndef metric(*_): ...\ndef parts(): ...\n", encoding="utf-8")
    config = tmp_path / "test_config.json"
    config.write_text(config.read_text(encoding="utf-8").replace("mine.metric", function), encoding="utf-8")
    ended = called(tmp_path, "score", "s.cases.yaml", "--runs", "reference", "--allow-code")
    assert ended.code == 2
    assert said in ended.stderr


def test_each_folder_has_its_own_module(tmp_path: Path) -> None:
    """Two configurations name mine.metric: each gets the one beside it."""
    for name, value in (("a", 0.25), ("b", 0.75)):
        (tmp_path / name).mkdir()
        scored(tmp_path / name, f"return EvaluationResult(overall_score={value})", code=False)
        cases = tmp_path / name / "s.cases.yaml"
        cases.write_text(CASES.replace("id: ", f"id: {name}-"), encoding="utf-8")
    ended = called(tmp_path, "score", ".", "--runs", "reference", "--allow-code", "--format", "json")
    found = {case: row.value for case, row in rows(ended).items()}
    assert found == {"a-one": 0.25, "a-two": 0.25, "b-one": 0.75, "b-two": 0.75}


def test_metric_may_name_it(tmp_path: Path) -> None:
    """--metric takes the names that the configuration brings, and tells the nearest of them."""
    body = "return EvaluationResult(overall_score=1)"
    assert set(rows(scored(tmp_path, body, "--metric", "mine", "--format", "json"))) == {"one", "two"}
    ended = scored(tmp_path, body, "--metric", "mines")
    assert (ended.code, "did you mean 'mine'?" in ended.stderr) == (2, True)
