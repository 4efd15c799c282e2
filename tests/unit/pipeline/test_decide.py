"""What a case's scores decide."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge_eval.core.config import MetricConfig
from judge_eval.core.results import CaseResult
from judge_eval.core.run import Run
from judge_eval.core.score import Aspect, Score
from judge_eval.core.verdict import Decision, Verdict, combined
from judge_eval.pipeline.decide import case_result, decision_of, unscored

ASPECTS: dict[str, Aspect] = {"calls": "trajectory", "words": "response", "cost": "efficiency"}


def scored(metric: str, value: float, reason: str = "") -> Score:
    """A score of this value."""
    return Score(case_id="a", metric=metric, status="scored", value=value, reason=reason)


def decided(*scores: Score, thresholds: dict[str, float], error: str | None = None) -> CaseResult:
    """The result of a run with these scores."""
    configs = {score.metric: MetricConfig(threshold=thresholds.get(score.metric)) for score in scores}
    return case_result(Run(case_id="a", error=error), scores, configs, ASPECTS)


def test_threshold_is_inclusive() -> None:
    """A value equal to the threshold passes, as in ADK."""
    assert decision_of(scored("calls", 0.8), 0.8) == "pass"
    assert decision_of(scored("calls", 0.79), 0.8) == "fail"


@pytest.mark.parametrize(
    ("low", "high", "decision"),
    [(0.8, 1.0, "pass"), (0.0, 0.79, "fail"), (0.5, 0.9, "undecided"), (None, None, "undecided")],
)
def test_bounds_decide_where_they_can(low: float | None, high: float | None, decision: Decision) -> None:
    """An undecided score passes or fails only where both its bounds lie on one side of the threshold."""
    score = Score(case_id="a", metric="words", status="undecided", low=low, high=high)
    assert decision_of(score, 0.8) == decision


def test_without_threshold_the_judge_decides() -> None:
    """A judged score without a threshold keeps the judge's decision; a deterministic one decides nothing."""
    judged = Score(case_id="a", metric="words", status="scored", value=0.0, decision="fail")
    assert decision_of(judged, None) == "fail"
    assert decision_of(scored("calls", 0.0), None) is None


def test_error_is_never_a_pass() -> None:
    """A score that could not be made is undecided against any threshold."""
    assert decision_of(Score(case_id="a", metric="calls", status="error"), 0.0) == "undecided"


@given(st.lists(st.sampled_from(["pass", "fail", "undecided", "not_applicable", None]), max_size=6))
def test_combined_fears_the_worst(decisions: list[Decision | None]) -> None:
    """One fail fails, one undecided keeps a pass from being one, and the order never matters."""
    result = combined(decisions)
    assert result == combined(reversed(decisions))
    if "fail" in decisions:
        assert result == "fail"
    elif "undecided" in decisions:
        assert result == "undecided"
    else:
        assert result in (None, "pass", "not_applicable")


def test_trajectory_and_response_stay_apart() -> None:
    """A case whose calls are right and whose answer is wrong says both."""
    result = decided(scored("calls", 1.0), scored("words", 0.1), thresholds={"calls": 1.0, "words": 0.5})
    assert result.verdicts == {"trajectory": "pass", "response": "fail"}
    assert result.status == "failed"


def test_agent_error_is_never_passed() -> None:
    """A run in which the agent broke off has failed, even where every metric passes."""
    result = decided(scored("calls", 1.0), thresholds={"calls": 1.0}, error="KeyError: 'order'")
    assert result.status == "failed"
    assert result.error == "KeyError: 'order'"


def test_nothing_decides_without_thresholds() -> None:
    """Metrics without a threshold are reported only."""
    assert decided(scored("calls", 0.0), thresholds={}).status == "reported"


def test_votes_add_up_over_verdicts() -> None:
    """A row shows the votes of all verdicts behind it, and how many samples were asked."""
    verdict = Verdict(question="q", item="i", decision="pass", votes={"yes": 2, "no": 1}, asked=3, usable=3)
    score = Score(case_id="a", metric="words", status="scored", value=1.0, verdicts=(verdict, verdict))
    row = decided(score, thresholds={}).scores[0]
    assert row.votes == {"no": 2, "yes": 4}
    assert row.asked == 6


def test_unscored_case_is_an_error() -> None:
    """A case without a run has the status error and its reason."""
    assert unscored("a", "no run").status == "error"


def test_votes_of_criteria_reach_the_row_of_the_run() -> None:
    """A rubric's verdicts stand under its criteria, and their votes are counted on the turn and on the run."""
    verdict = Verdict(question="rubric", item="i", decision="pass", votes={"yes": 3}, asked=3, usable=3)
    criterion = scored("words", 1.0).model_copy(update={"turn": 0, "criterion": "tone", "verdicts": (verdict,)})
    turn = scored("words", 1.0).model_copy(update={"turn": 0, "criteria": (criterion, criterion)})
    whole = scored("words", 1.0).model_copy(update={"turns": (turn,)})
    assert [row.asked for row in decided(whole, thresholds={}).scores if row.criterion is None] == [6, 6]
