"""What ADK had said, beside what is said here."""

from __future__ import annotations

import pytest

from judge_eval.core.results import AdkSaid, CaseResult, ScoreRow
from judge_eval.core.score import Status
from judge_eval.pipeline.adk_history import with_history
from judge_eval.report.as_adk_history import adk_table
from judge_eval.report.canvas import Canvas
from judge_eval.report.marks import UNICODE


def compared(theirs: float | None, ours: float | None, *, status: Status = "scored", judged: bool = False) -> AdkSaid:
    """What is said of one metric on both sides."""
    row = ScoreRow(metric="m", status=status, value=ours, reason="the reason")
    result = CaseResult(id="c", status="passed", scores=(row,))
    said = AdkSaid(metric="m", value=theirs, status="passed")
    return with_history(result, [said], {"m"} if judged else set()).adk[0]


def test_equal_scores_need_no_reason() -> None:
    """Scores that agree are no difference."""
    assert compared(0.75, 0.75).difference is None


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (compared(1.0, 0.0), "the reason"),
        (compared(1.0, None, status="not_applicable"), "not applicable here: the reason"),
        (compared(None, 0.0), "ADK did not evaluate it; here: the reason"),
        (compared(1.0, 0.0, judged=True), "another judge, asked in another way; here: the reason"),
    ],
)
def test_each_difference_names_its_reason(said: AdkSaid, expected: str) -> None:
    """Where the two differ, the reason stands beside them."""
    assert said.difference == expected


def test_a_metric_that_is_not_scored_here_is_said_so() -> None:
    """What ADK scored and this run does not is no silent gap."""
    said = AdkSaid(metric="other", value=1.0, status="passed")
    result = with_history(CaseResult(id="c", status="passed"), [said], set())
    assert result.adk[0].difference == "not among the metrics scored here"


def test_runs_from_elsewhere_have_no_history() -> None:
    """Without anything said by ADK there is no section."""
    result = CaseResult(id="c", status="passed")
    assert with_history(result, [], set()) is result
    assert adk_table([result], Canvas(UNICODE)) == ""


def test_the_section_counts_agreement() -> None:
    """Only differences have lines; agreement is counted."""
    same, other = compared(1.0, 1.0), compared(1.0, 0.0)
    drawn = adk_table([CaseResult(id="c", status="passed", adk=(same, other))], Canvas(UNICODE))
    assert "the reason" in drawn
    assert "ADK said the same of 1 of 2 scores" in drawn
    assert "ADK said the same of 1 of 1 scores" in adk_table(
        [CaseResult(id="c", status="passed", adk=(same,))], Canvas(UNICODE)
    )
