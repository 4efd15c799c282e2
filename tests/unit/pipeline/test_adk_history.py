"""What ADK had said, beside what is said here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from judge_eval.core.adk_scored import AdkScored, HeldAgainst
from judge_eval.core.case import Case, Equal, ExpectedCall, Turn
from judge_eval.core.config import MetricConfig
from judge_eval.core.results import AdkSaid, CaseResult, ScoreRow
from judge_eval.core.score import Status
from judge_eval.judge import catalog as questions
from judge_eval.judge.question import QuestionOptions
from judge_eval.metrics import catalog as metrics
from judge_eval.metrics.metric import Options
from judge_eval.pipeline.adk_history import with_history
from judge_eval.pipeline.plan import Judged, Measured, Plan
from judge_eval.report.as_adk_history import adk_table
from judge_eval.report.canvas import Canvas
from judge_eval.report.marks import UNICODE
from tests.edges.odd_file import said
from tests.small_suite import called

TRAJECTORY, ROUGE, JUDGED = "tool_trajectory_avg_score", "response_match_score", "final_response_match_v2"
PLAN = Plan(
    measured=tuple(Measured(metrics.load(name), Options(), MetricConfig()) for name in (TRAJECTORY, ROUGE)),
    judged=(Judged(questions.load(JUDGED), QuestionOptions(), MetricConfig(), None),),
)
TURN = Turn(user=(), calls=(ExpectedCall(name="f"),), reference="Hi")
CASE = Case(id="c", cluster="c", turns=(TURN,))
BARE = CaseResult(id="c", status="passed")


def compared(
    theirs: float | None,
    ours: float | None,
    *,
    status: Status = "scored",
    metric: str = ROUGE,
    then: Turn | None = None,
) -> AdkSaid:
    """What is said of one metric on both sides, ADK having held the run against `then`."""
    row = ScoreRow(metric=metric, status=status, value=ours, reason="the reason")
    against = HeldAgainst.of([then]) if then is not None else None
    scored = AdkScored(metric=metric, value=theirs, status="passed", against=against)
    return with_history(BARE.model_copy(update={"scores": (row,)}), [scored], CASE, PLAN).adk[0]


def test_equal_scores_need_no_reason() -> None:
    """Scores that agree are no difference."""
    assert compared(0.75, 0.75).difference is None


@pytest.mark.parametrize(
    ("one", "expected"),
    [
        (compared(1.0, 0.0), "the reason"),
        (compared(1.0, None, status="not_applicable"), "not applicable here: the reason"),
        (compared(None, 0.0), "ADK did not evaluate it; here: the reason"),
        (compared(1.0, 0.0, metric=JUDGED), "another judge, asked in another way; here: the reason"),
    ],
)
def test_each_difference_names_its_reason(one: AdkSaid, expected: str) -> None:
    """Where the two differ, the reason stands beside them."""
    assert one.difference == expected


REFERENCE_THEN = TURN.model_copy(update={"reference": "Hello"})
CALLS_THEN = TURN.model_copy(update={"calls": (ExpectedCall(name="f", args={"a": Equal(value=1)}),)})


@pytest.mark.parametrize(
    ("metric", "then", "reason"),
    [
        (ROUGE, REFERENCE_THEN, "the references have changed since; here: the reason"),
        (JUDGED, REFERENCE_THEN, "the references have changed since; here: the reason"),
        (TRAJECTORY, CALLS_THEN, "the expected calls have changed since; here: the reason"),
        (ROUGE, CALLS_THEN, "the reason"),
        (TRAJECTORY, REFERENCE_THEN, "the reason"),
        (ROUGE, TURN, "the reason"),
    ],
)
def test_a_changed_case_is_the_reason(metric: str, then: Turn, reason: str) -> None:
    """Where the case no longer expects what ADK held the run against, that is why they differ; else it is not."""
    assert compared(1.0, 0.5, metric=metric, then=then).difference == reason
    assert compared(1.0, 1.0, metric=metric, then=then).difference is None


def test_a_metric_that_is_not_scored_here_is_said_so() -> None:
    """What ADK scored and this run does not is no silent gap."""
    scored = AdkScored(metric="other", value=1.0, status="passed", against=HeldAgainst.of([TURN]))
    assert with_history(BARE, [scored], CASE, PLAN).adk[0].difference == "not among the metrics scored here"


def test_what_adk_only_counts_is_no_difference() -> None:
    """ADK adds four counters to every evaluation: they are no scores that are missing here."""
    counter = AdkScored(metric="tool_call_count_v1", value=3.0, status="informational")
    assert with_history(BARE, [counter], CASE, PLAN).adk == ()
    row = ScoreRow(metric="tool_call_count_v1", status="scored", value=3.0)
    counted = BARE.model_copy(update={"scores": (row,)})
    assert with_history(counted, [counter], CASE, PLAN).adk[0].difference is None


def test_a_results_file_tells_what_it_was_held_against(tmp_path: Path) -> None:
    """A reference that was edited after `adk eval` is named as the reason, and counters are not listed."""
    exchange = {"user_content": said("Hello"), "final_response": said("Good morning to you")}
    scored = {"metric_name": ROUGE, "threshold": 0.5, "score": 1.0, "eval_status": 1}
    counter = {"metric_name": "token_usage_v1", "score": 7, "eval_status": 4}
    results = [
        {
            "eval_id": name,
            "session_id": "x",
            "final_eval_status": 1,
            "overall_eval_metric_results": [scored, counter],
            "eval_metric_result_per_invocation": [{"actual_invocation": exchange, "expected_invocation": exchange}],
        }
        for name in ("edited", "same")
    ]
    edited: dict[str, Any] = {**exchange, "final_response": said("Good evening")}
    cases = [{"eval_id": "edited", "conversation": [edited]}, {"eval_id": "same", "conversation": [exchange]}]
    (tmp_path / "s.evalset.json").write_text(json.dumps({"eval_set_id": "s", "eval_cases": cases}))
    (tmp_path / "r.evalset_result.json").write_text(json.dumps({"eval_set_id": "s", "eval_case_results": results}))
    ended = called(tmp_path, "score", "s.evalset.json", "--runs", "r.evalset_result.json", "--metric", ROUGE)
    assert "the references have changed since; here:" in ended.stdout
    assert "ADK said the same of 1 of 2 scores" in ended.stdout
    assert "token_usage_v1" not in ended.stdout


def test_runs_from_elsewhere_have_no_history() -> None:
    """Without anything said by ADK there is no section."""
    assert with_history(BARE, [], CASE, PLAN) is BARE
    assert adk_table([BARE], Canvas(UNICODE)) == ""


def test_the_section_counts_agreement() -> None:
    """Only differences have lines; agreement is counted."""
    same, other = compared(1.0, 1.0), compared(1.0, 0.0)
    drawn = adk_table([CaseResult(id="c", status="passed", adk=(same, other))], Canvas(UNICODE))
    assert "the reason" in drawn
    assert "ADK said the same of 1 of 2 scores" in drawn
    assert "ADK said the same of 1 of 1 scores" in adk_table(
        [CaseResult(id="c", status="passed", adk=(same,))], Canvas(UNICODE)
    )
