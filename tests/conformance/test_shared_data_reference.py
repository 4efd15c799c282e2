"""Real eval sets of ADK scored as if the agent had given their references, and ADK's own results beside ours."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from google.adk.evaluation.eval_case import IntermediateData, Invocation
from google.adk.evaluation.eval_metrics import EvalMetricResult, EvalMetricResultPerInvocation, EvalStatus
from google.adk.evaluation.eval_result import EvalCaseResult, EvalSetResult
from google.adk.evaluation.eval_set import EvalCase, EvalSet
from google.genai import types

from judge_eval.adapters.files.cases import read_cases
from judge_eval.adapters.files.discovery import find_cases
from judge_eval.adapters.files.found import FoundCase
from judge_eval.core.case import Case
from judge_eval.core.results import CaseResult, Results, ScoreRow
from tests.small_suite import called

DATA = Path(__file__).parents[2] / ".." / "shared" / "data" / "adk"
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
FILES = sorted([*DATA.rglob("*.test.json"), *DATA.rglob("*.evalset.json")]) if DATA.is_dir() else []
CONFIGS = sorted(DATA.rglob("*_config.json")) if DATA.is_dir() else []
TRAJECTORY, ROUGE = "tool_trajectory_avg_score", "response_match_score"


def _short(path: Path) -> str:
    return path.relative_to(DATA).as_posix()


def _row(result: CaseResult, metric: str) -> ScoreRow:
    return next(row for row in result.scores if row.metric == metric and row.turn is None)


def _insist(row: ScoreRow, *, expected: bool) -> None:
    """A perfect score where there is something to hold the run against, else a reason why there is none."""
    if expected:
        assert (row.status, row.value) == ("scored", 1.0), row
    else:
        assert row.status == "not_applicable" and row.reason, row


@pytest.mark.skipif(not FILES, reason="../shared/data/adk is absent")
@pytest.mark.parametrize("file", FILES, ids=_short)
def test_a_perfect_agent_passes(file: Path, tmp_path: Path) -> None:
    """Every eval set and test file is read; trajectory and ROUGE are 1 wherever a reference exists."""
    ended = called(
        tmp_path,
        *("score", file.resolve(), "--runs", "reference", "--format", "json"),
        *("--metric", TRAJECTORY, "--metric", ROUGE),
    )
    assert ended.code in (0, 3), ended.stderr
    results = Results.model_validate_json(ended.stdout)
    cases = {found.id: found.case for found in read_cases(find_cases([str(file)])) if isinstance(found, FoundCase)}
    assert {result.id for result in results.cases} == set(cases)
    for result in results.cases:
        case: Case = cases[result.id]
        _insist(_row(result, TRAJECTORY), expected=any(turn.calls is not None for turn in case.turns))
        _insist(_row(result, ROUGE), expected=any(turn.reference for turn in case.turns))


@pytest.mark.skipif(not FILES, reason="../shared/data/adk is absent")
@pytest.mark.parametrize("file", FILES, ids=_short)
def test_as_it_stands_it_needs_no_flag(file: Path, tmp_path: Path) -> None:
    """With the configuration that lies beside it, or ADK's defaults: passed, or nothing to score and saying why."""
    ended = called(tmp_path, "score", file.resolve(), "--runs", "reference")
    assert "error" not in ended.stderr
    assert ended.code == 0 or (ended.code == 3 and "gated, but nothing could be scored" in ended.stdout)
    assert ended.code == 0 or "not applicable: no reference" in ended.stdout


@pytest.mark.skipif(not CONFIGS, reason="../shared/data/adk is absent")
@pytest.mark.parametrize("config", CONFIGS, ids=_short)
def test_every_configuration_loads(config: Path, tmp_path: Path) -> None:
    """Each of the real configurations is taken as it stands; that its judge is not at hand here is no fault of its."""
    case: dict[str, Any] = {"id": "a", "turns": [{"user": "Hello", "calls": [], "reference": "Hi"}]}
    (tmp_path / "a.cases.jsonl").write_text(json.dumps(case) + "\n", encoding="utf-8")
    ended = called(tmp_path, "score", "a.cases.jsonl", "--runs", "reference", "--config", config.resolve(), "--dry-run")
    assert ended.code == 0 or (ended.code == 3 and "which is not at hand" in ended.stderr), ended.stderr
    assert f"config  {config.resolve()}" in ended.stderr


def _content(text: str) -> types.Content:
    return types.Content(role="user", parts=[types.Part(text=text)])


def _exchange(response: str, *calls: str) -> Invocation:
    uses = [types.FunctionCall(name=name, args={}) for name in calls]
    return Invocation(
        user_content=_content("Clean up."),
        final_response=_content(response),
        intermediate_data=IntermediateData(tool_uses=uses),
    )


def _adk_result(eval_id: str, actual: Invocation, expected: Invocation, scores: dict[str, float]) -> EvalCaseResult:
    overall = [
        EvalMetricResult(metric_name=name, threshold=0.5, score=score, eval_status=EvalStatus.PASSED)
        for name, score in scores.items()
    ]
    return EvalCaseResult(
        eval_set_id="set",
        eval_id=eval_id,
        final_eval_status=EvalStatus.PASSED,
        overall_eval_metric_results=overall,
        eval_metric_result_per_invocation=[
            EvalMetricResultPerInvocation(
                actual_invocation=actual, expected_invocation=expected, eval_metric_results=overall
            )
        ],
        session_id="s",
    )


@pytest.mark.parametrize("twice", [False, True], ids=["as ADK writes it", "as older versions did, JSON in JSON"])
def test_adk_s_own_scores_stand_beside_ours(tmp_path: Path, twice: bool) -> None:
    """ADK passes a call that nobody expected, ours fails it: the section says why, and counts agreement."""
    reference = _exchange("All is clean.")
    cases = {"harmless": _exchange("All is clean."), "harmful": _exchange("All is clean.", "delete_all")}
    eval_set = EvalSet(
        eval_set_id="set", eval_cases=[EvalCase(eval_id=name, conversation=[reference]) for name in cases]
    )
    results = EvalSetResult(
        eval_set_result_id="set_1",
        eval_set_id="set",
        eval_case_results=[
            _adk_result(name, actual, reference, {TRAJECTORY: 1.0, ROUGE: 1.0}) for name, actual in cases.items()
        ],
    )
    (tmp_path / "set.evalset.json").write_text(eval_set.model_dump_json(), encoding="utf-8")
    config = {"criteria": {TRAJECTORY: {"threshold": 1.0, "match_type": "IN_ORDER"}, ROUGE: 0.8}}
    (tmp_path / "test_config.json").write_text(json.dumps(config), encoding="utf-8")
    written = results.model_dump_json()
    path = tmp_path / "run.evalset_result.json"
    path.write_text(json.dumps(written) if twice else written, encoding="utf-8")
    ended = called(tmp_path, "score", "set.evalset.json", "--runs", path.name)
    assert ended.code == 1
    section = ended.stdout.partition("why they differ\n")[2].partition("\n\n")[0].splitlines()
    assert section == [
        f"harmful  {TRAJECTORY}  1.00 passed  0.00  called delete_all, no call was expected",
        "ADK said the same of 3 of 4 scores",
    ]
    document: dict[str, Any] = json.loads(
        called(tmp_path, "score", "set.evalset.json", "--runs", path.name, "--format", "json").stdout
    )
    assert [case["id"] for case in document["cases"]] == ["harmful", "harmless"]
    said = document["cases"][0]["adk"][0]
    assert (said["value"], said["ours"]) == (1.0, 0.0)
    assert said["difference"] == "called delete_all, no call was expected"
