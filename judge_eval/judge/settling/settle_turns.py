"""From the verdicts on a run's turns to its score, where each turn is one item."""

from __future__ import annotations

from collections.abc import Sequence

from judge_eval.core.case import Case
from judge_eval.core.run import Run
from judge_eval.core.score import Score, Status
from judge_eval.core.verdict import Verdict, combined
from judge_eval.judge.question import Item

OPEN: tuple[Status, ...] = ("error", "undecided")
"""What leaves a score without a value, between bounds."""


def settle_turns(
    metric: str, case: Case, run: Run, items: Sequence[Item], verdicts: Sequence[Verdict], *, nothing: str
) -> Score:
    """The mean credit of the turns that apply, with their own scores under it, as `sum_of_turns` gives it."""
    turns = [score_of(metric, case, run, item, verdict) for item, verdict in zip(items, verdicts, strict=True)]
    return sum_of_turns(metric, case, run, turns, nothing=nothing)


def sum_of_turns(metric: str, case: Case, run: Run, turns: Sequence[Score], *, nothing: str) -> Score:
    """The mean of the turns' scores that apply, with these under it; `nothing` is the reason without any.

    With a turn that is undecided or could not be judged so is the score, between the means of the turns' own bounds.
    """
    applicable = [score for score in turns if score.status != "not_applicable"]
    status = status_of(applicable)
    value = low = high = None
    if status == "scored":
        value = _mean([score.value for score in applicable])
    elif status != "not_applicable":
        low = _mean([score.low if score.value is None else score.value for score in applicable])
        high = _mean([score.high if score.value is None else score.value for score in applicable])
    return Score(
        case_id=case.id,
        repeat=run.repeat,
        metric=metric,
        status=status,
        value=value,
        low=low,
        high=high,
        decision=combined(score.decision for score in applicable) or "not_applicable",
        reason=_first_reason(applicable, len(turns)) if applicable else (turns[0].reason if turns else nothing),
        turns=tuple(turns),
    )


def score_of(metric: str, case: Case, run: Run, item: Item, verdict: Verdict) -> Score:
    """The score that one item's verdict makes, on the item's turn or on the run as a whole."""
    status: Status = "scored"
    if verdict.error is not None:
        status = "error"
    elif verdict.decision == "not_applicable":
        status = "not_applicable"
    elif verdict.credit is None:
        status = "undecided"
    is_open = status in OPEN
    return Score(
        case_id=case.id,
        repeat=run.repeat,
        turn=item.turn,
        metric=metric,
        criterion=None if item.criterion is None else item.criterion.id,
        wording=None if item.criterion is None else item.criterion.wording,
        scaled=item.criterion is not None and item.criterion.scale is not None,
        status=status,
        value=verdict.credit if status == "scored" else None,
        low=0.0 if is_open else None,
        high=1.0 if is_open else None,
        decision=verdict.decision,
        reason=verdict.reason if verdict.error is None else verdict.error,
        verdicts=(verdict,) if verdict.error is None else (),
    )


def status_of(applicable: Sequence[Score]) -> Status:
    """The status that these scores make together: an error before undecided before scored."""
    if not applicable:
        return "not_applicable"
    present = {score.status for score in applicable}
    if "error" in present:
        return "error"
    return "undecided" if "undecided" in present else "scored"


def first_error(scores: Sequence[Score]) -> str | None:
    """Why the first of these could not be judged; None where all were."""
    return next((score.reason for score in scores if score.status == "error"), None)


def _mean(values: Sequence[float | None]) -> float:
    return sum(value or 0.0 for value in values) / len(values)


def _first_reason(applicable: Sequence[Score], n_turns: int) -> str:
    """The reason of the first turn that does not pass, with its place where there are several; else of the first.

    Why a turn could not be judged is what can be mended, so that it goes before what the others say.
    """
    if (unjudged := first_error(applicable)) is not None:
        return unjudged
    wrong = [score for score in applicable if score.decision != "pass"]
    first = (wrong or applicable)[0]
    return f"turn {(first.turn or 0) + 1}: {first.reason}" if n_turns > 1 else first.reason
