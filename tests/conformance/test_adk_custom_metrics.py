"""ADK's custom metrics run here say what they say in ADK, and see what they see there."""

from __future__ import annotations

import asyncio
import inspect
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from google.adk.evaluation.custom_metric_evaluator import (
    _CustomMetricEvaluator,  # pyright: ignore[reportPrivateUsage] - the oracle
)
from google.adk.evaluation.eval_case import EvalCase, Invocation, InvocationEvent, InvocationEvents, SessionInput
from google.adk.evaluation.eval_config import EvalConfig, get_eval_metrics_from_config
from google.adk.evaluation.eval_metrics import EvalMetricResultPerInvocation, EvalStatus
from google.adk.evaluation.eval_result import EvalCaseResult, EvalSetResult
from google.adk.evaluation.eval_rubrics import Rubric, RubricContent
from google.adk.evaluation.eval_set import EvalSet
from google.adk.evaluation.evaluator import EvaluationResult
from google.genai import types
from pydantic import JsonValue

from judge_eval.core.results import CaseResult, Results
from tests.small_suite import called

METRICS = '''\
"""Custom metrics as a user of ADK writes them."""

import asyncio
import json
from pathlib import Path

from google.adk.evaluation.eval_case import get_all_tool_calls
from google.adk.evaluation.evaluator import EvalStatus, EvaluationResult, PerInvocationResult


def _result(metric, actual, expected, scores):
    threshold = metric.criterion.threshold
    overall = sum(scores) / len(scores)
    status = lambda score: EvalStatus.PASSED if score >= threshold else EvalStatus.FAILED
    return EvaluationResult(
        overall_score=overall,
        overall_eval_status=status(overall),
        per_invocation_results=[
            PerInvocationResult(actual_invocation=a, expected_invocation=e, score=s, eval_status=status(s))
            for a, e, s in zip(actual, expected, scores)
        ],
    )


def same_tools(metric, actual, expected, scenario):
    names = lambda one: [call.name for call in get_all_tool_calls(one.intermediate_data)]
    return _result(metric, actual, expected, [float(names(a) == names(e)) for a, e in zip(actual, expected)])


async def brief(metric, actual, expected, scenario=None):
    await asyncio.sleep(0)
    print("a print of the metric's own")
    most = metric.criterion.most_words
    words = [len(one.final_response.parts[0].text.split()) for one in actual]
    return _result(metric, actual, expected, [min(1.0, most / n) for n in words])


def seen(metric, actual, expected, scenario):
    sides = [[one.model_dump(mode="json") for one in side] for side in (actual, expected)]
    Path("seen.json").write_text(json.dumps([metric.model_dump(mode="json"), *sides]))
    return _result(metric, actual, expected, [1.0] * len(actual))
'''

CONFIG: dict[str, Any] = {
    "criteria": {
        "same_tools": 0.5,
        "brief": {"threshold": 0.9, "mostWords": 3, "most_words": 3},
        "seen": 1.0,
        "response_match_score": 0.1,
    },
    "custom_metrics": {
        "same_tools": {"code_config": {"name": "my_metrics.same_tools"}},
        "brief": {"codeConfig": {"name": "my_metrics.brief"}, "description": "How short it is."},
        "seen": {
            "code_config": {"name": "my_metrics.seen"},
            "metric_info": {
                "metric_name": "seen",
                "metric_value_info": {"interval": {"min_value": 0, "max_value": 1}},
            },
        },
    },
}


def says(text: str, role: str = "model") -> types.Content:
    """A message."""
    return types.Content(role=role, parts=[types.Part(text=text)])


def exchange(user: str, response: str, *tools: str) -> Invocation:
    """An exchange whose calls came in one event each, with what came back."""
    events: list[InvocationEvent] = []
    for number, tool in enumerate(tools):
        call = types.FunctionCall(id=f"c{number}", name=tool, args={"n": number})
        back = types.FunctionResponse(id=f"c{number}", name=tool, response={"ok": True})
        events.append(InvocationEvent(author="shop", content=types.Content(parts=[types.Part(function_call=call)])))
        events.append(InvocationEvent(author="shop", content=types.Content(parts=[types.Part(function_response=back)])))
    return Invocation(
        invocation_id="i",
        user_content=says(user, "user"),
        final_response=says(response),
        intermediate_data=InvocationEvents(invocation_events=events),
    )


EXPECTED = [exchange("Hello", "Hi there."), exchange("Order 7?", "It is on its way.", "lookup")]
EXPECTED[1].rubrics = [
    Rubric(rubric_id="short", rubric_content=RubricContent(text_property="It is short."), type="FINAL_RESPONSE_QUALITY")
]
ACTUAL = {
    "good": [exchange("Hello", "Hi, friend."), exchange("Order 7?", "On its way.", "lookup")],
    "chatty": [exchange("Hello", "Hi " * 9), exchange("Order 7?", "It is on its way.", "lookup", "delete_all")],
}


def write_files(folder: Path) -> None:
    """The eval set, ADK's results, the configuration and the metrics' module, side by side."""
    eval_set = EvalSet(
        eval_set_id="set",
        eval_cases=[
            EvalCase(eval_id=name, conversation=EXPECTED, session_input=SessionInput(app_name="shop", user_id="u"))
            for name in ACTUAL
        ],
    )
    results = EvalSetResult(
        eval_set_result_id="r",
        eval_set_id="set",
        eval_case_results=[
            EvalCaseResult(
                eval_set_id="set",
                eval_id=name,
                final_eval_status=EvalStatus.PASSED,
                overall_eval_metric_results=[],
                eval_metric_result_per_invocation=[
                    EvalMetricResultPerInvocation(actual_invocation=one, expected_invocation=other)
                    for one, other in zip(actual, EXPECTED, strict=True)
                ],
                session_id="s",
            )
            for name, actual in ACTUAL.items()
        ],
    )
    (folder / "set.evalset.json").write_text(eval_set.model_dump_json(), encoding="utf-8")
    (folder / "r.evalset_result.json").write_text(results.model_dump_json(), encoding="utf-8")
    (folder / "test_config.json").write_text(json.dumps(CONFIG), encoding="utf-8")
    (folder / "my_metrics.py").write_text(METRICS, encoding="utf-8")


async def adk_says(metric_name: str, actual: list[Invocation]) -> EvaluationResult:
    """What ADK's own evaluator makes of the exchanges."""
    metrics = get_eval_metrics_from_config(EvalConfig.model_validate(CONFIG))
    metric = next(metric for metric in metrics if metric.metric_name == metric_name)
    evaluator = _CustomMetricEvaluator(metric, metric.custom_function_path or "")
    result = evaluator.evaluate_invocations(actual, EXPECTED, None)
    return await result if inspect.isawaitable(result) else result


@pytest.fixture
def ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, CaseResult]:
    """What judge-eval makes of the same files; the metrics' module is loaded from their folder."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.chdir(tmp_path)  # where a metric writes what it saw, here and in ADK
    write_files(tmp_path)
    ended = called(
        tmp_path,
        *("score", "set.evalset.json", "--runs", "r.evalset_result.json", "--allow-code", "--format", "json"),
    )
    assert ended.code == 1, ended.stderr
    assert "a print of the metric's own" in ended.stderr
    return {case.id: case for case in Results.model_validate_json(ended.stdout).cases}


@pytest.mark.parametrize("metric", ["same_tools", "brief", "seen"])
@pytest.mark.parametrize("case", ACTUAL)
def test_a_custom_metric_says_what_it_says_in_adk(ours: dict[str, CaseResult], metric: str, case: str) -> None:
    """Score, status and each turn's score are those of ADK's own evaluator, for sync and async functions."""
    theirs = asyncio.run(adk_says(metric, ACTUAL[case]))
    rows = [row for row in ours[case].scores if row.metric == metric]
    word = {EvalStatus.PASSED: "pass", EvalStatus.FAILED: "fail"}
    turns = theirs.per_invocation_results
    assert [(row.turn, row.value, row.decision) for row in rows] == [
        (None, theirs.overall_score, word[theirs.overall_eval_status]),
        *((turn, one.score, word[one.eval_status]) for turn, one in enumerate(turns)),
    ]


def test_a_custom_metric_sees_what_adk_shows_it(ours: dict[str, CaseResult]) -> None:
    """The metric, its criterion and every message, call, response and rubric are what ADK hands over."""
    here = json.loads(Path("seen.json").read_text(encoding="utf-8"))
    assert ours["chatty"].id == "chatty"  # the last case, in the order of the file
    asyncio.run(adk_says("seen", ACTUAL["chatty"]))
    there = json.loads(Path("seen.json").read_text(encoding="utf-8"))
    metric, actual, expected = (_bare(value) for value in there)
    assert _bare(here[0]) == metric
    assert _bare(here[1]) == _with_rubrics_of(expected, actual)
    assert _bare(here[2]) == _as_lists(expected)


def _bare(value: JsonValue) -> Any:
    """The value without what is empty, and without ids and times, which a case does not keep."""
    if isinstance(value, list):
        return [_bare(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    aside = ("invocation_id", "creation_timestamp")
    return {key: _bare(inner) for key, inner in value.items() if inner not in (None, [], "") and key not in aside}


def _with_rubrics_of(expected: list[Any], actual: list[Any]) -> list[Any]:
    """As ADK's service hands the exchanges on: with the rubrics of the case."""
    return [
        one | ({"rubrics": other["rubrics"]} if "rubrics" in other else {})
        for one, other in zip(actual, expected, strict=True)
    ]


def _as_lists(expected: list[Any]) -> list[Any]:
    """The expected calls as a hand-written eval set has them: in a list, without ids and results."""
    for one in expected:
        events = one.pop("intermediate_data").get("invocation_events", [])
        calls = [
            part["function_call"] for event in events for part in event["content"]["parts"] if "function_call" in part
        ]
        uses = [{"name": call["name"], "args": call["args"]} for call in calls]
        one["intermediate_data"] = {"tool_uses": uses} if uses else {}
    return expected
