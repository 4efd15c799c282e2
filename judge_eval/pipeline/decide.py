"""What a case's scores decide: each metric against its threshold, then the case."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from judge_eval.core.config import MetricConfig
from judge_eval.core.results import CaseResult, CaseStatus, ScoreRow
from judge_eval.core.run import Run
from judge_eval.core.score import Aspect, Score
from judge_eval.core.verdict import Decision, combined, votes_of


def decision_of(score: Score, threshold: float | None) -> Decision | None:
    """Whether `score` reaches `threshold` (inclusive, as in ADK); without one, what the judge decided, else None.

    An undecided score still decides where its bounds lie on one side of the threshold. A rubric's required criteria
    must pass too, whatever the value. What the person's own code ruled stands, whatever the threshold.
    """
    if score.ruled is not None:
        return score.ruled
    if threshold is None:
        return score.decision
    if score.status == "not_applicable":
        return "not_applicable"
    return combined((_reaches(score, threshold), score.required))


def case_result(
    run: Run, scores: Sequence[Score], configs: Mapping[str, MetricConfig], aspects: Mapping[str, Aspect]
) -> CaseResult:
    """The result of one run: a row a metric and turn, a verdict an aspect, and the status that they sum up to.

    A run in which the agent broke off has failed, whatever its metrics say.
    """
    rows: list[ScoreRow] = []
    by_aspect: dict[Aspect, list[Decision | None]] = {}
    for score in scores:
        decision = decision_of(score, configs[score.metric].threshold)
        rows.append(_row(score, decision))
        rows.extend(_rows_below(score, configs[score.metric].threshold))
        by_aspect.setdefault(aspects[score.metric], []).append(decision)
    verdicts: dict[Aspect, Decision] = {}
    for aspect, made in by_aspect.items():
        if (sum_of_them := combined(made)) is not None:
            verdicts[aspect] = sum_of_them
    return CaseResult(
        id=run.case_id,
        repeat=run.repeat,
        status=_status(combined(verdicts.values()), run.error),
        error=run.error,
        verdicts=verdicts,
        scores=tuple(rows),
    )


def unscored(case_id: str, reason: str, repeat: int = 0) -> CaseResult:
    """The result of a case that could not be scored at all."""
    return CaseResult(id=case_id, repeat=repeat, status="error", error=reason)


def skipped(case_id: str, reason: str) -> CaseResult:
    """The result of a case that is neither run nor scored, because its file says so."""
    return CaseResult(id=case_id, status="skipped", skip=reason)


def _reaches(score: Score, threshold: float) -> Decision:
    low = score.low if score.value is None else score.value
    high = score.high if score.value is None else score.value
    if low is not None and low >= threshold:
        return "pass"
    return "fail" if high is not None and high < threshold else "undecided"


def _rows_below(score: Score, threshold: float | None) -> Iterator[ScoreRow]:
    """The rows of the turns, and under each turn those of a rubric's criteria."""
    for turn in score.turns:
        yield _row(turn, decision_of(turn, threshold) if turn.criteria else turn.decision)
        yield from (_row(criterion, criterion.decision) for criterion in turn.criteria)


def _status(decision: Decision | None, error: str | None) -> CaseStatus:
    if error is not None or decision == "fail":
        return "failed"
    if decision == "pass":
        return "passed"
    return "undecided" if decision == "undecided" else "reported"


def _row(score: Score, decision: Decision | None) -> ScoreRow:
    """The row of a score; the run's holds the votes of all its turns together."""
    verdicts = tuple(verdict for item in score.items for verdict in item.verdicts)
    return ScoreRow(
        metric=score.metric,
        turn=score.turn,
        criterion=score.criterion,
        wording=score.wording,
        status=score.status,
        value=score.value,
        low=score.low,
        high=score.high,
        decision=decision,
        reason=score.reason,
        votes=votes_of(verdict.votes for verdict in verdicts),
        spread=verdicts[0].spread if len(verdicts) == 1 else None,
        asked=sum(verdict.asked for verdict in verdicts),
        probability=score.probability,
        calibrated=score.calibrated,
    )
