"""From the verdicts on a run's turns to its score, where each turn is one item."""

from __future__ import annotations

from collections.abc import Sequence

from judge_eval.core.case import Case
from judge_eval.core.run import Run
from judge_eval.core.score import Score, Status
from judge_eval.core.verdict import Decision, Verdict
from judge_eval.judge.question import Item


def settle_turns(
    metric: str, case: Case, run: Run, items: Sequence[Item], verdicts: Sequence[Verdict], *, nothing: str
) -> Score:
    """The mean credit of the turns that apply, with their own scores under it; `nothing` is the reason without any.

    With an undecided turn the score is undecided, from the mean if such turns fail to the mean if they pass.
    """
    turns = [_turn_score(metric, case, run, item.turn, verdict) for item, verdict in zip(items, verdicts, strict=True)]
    applicable = [score for score in turns if score.status != "not_applicable"]
    status: Status = "scored"
    value = low = high = None
    if not applicable:
        status = "not_applicable"
    elif any(score.status == "undecided" for score in applicable):
        status = "undecided"
        low, high = _mean(applicable, 0.0), _mean(applicable, 1.0)
    else:
        value = _mean(applicable, 0.0)
    return Score(
        case_id=case.id,
        repeat=run.repeat,
        metric=metric,
        status=status,
        value=value,
        low=low,
        high=high,
        decision=_decision(applicable),
        reason=_first_reason(applicable, len(turns)) if applicable else (turns[0].reason if turns else nothing),
        turns=tuple(turns),
    )


def _turn_score(metric: str, case: Case, run: Run, turn: int | None, verdict: Verdict) -> Score:
    status: Status = "scored"
    if verdict.decision == "not_applicable":
        status = "not_applicable"
    elif verdict.credit is None:
        status = "undecided"
    return Score(
        case_id=case.id,
        repeat=run.repeat,
        turn=turn,
        metric=metric,
        status=status,
        value=verdict.credit if status == "scored" else None,
        low=0.0 if status == "undecided" else None,
        high=1.0 if status == "undecided" else None,
        decision=verdict.decision,
        reason=verdict.reason,
        verdicts=(verdict,),
    )


def _mean(scores: Sequence[Score], undecided: float) -> float:
    return sum(undecided if score.value is None else score.value for score in scores) / len(scores)


def _decision(applicable: Sequence[Score]) -> Decision:
    """Fail before undecided before pass: one wrong answer is enough for a person."""
    decisions = {score.decision for score in applicable}
    for decision in ("fail", "undecided", "pass"):
        if decision in decisions:
            return decision
    return "not_applicable"


def _first_reason(applicable: Sequence[Score], n_turns: int) -> str:
    """The reason of the first turn that does not pass, with its place where there are several; else of the first."""
    wrong = [score for score in applicable if score.decision != "pass"]
    first = (wrong or applicable)[0]
    return f"turn {(first.turn or 0) + 1}: {first.reason}" if n_turns > 1 else first.reason
