"""From the verdicts on a rubric's criteria to the score: weighted means, and what the required ones decide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from judge_eval.core.case import Case
from judge_eval.core.run import Run
from judge_eval.core.score import Score
from judge_eval.core.verdict import Verdict, combined
from judge_eval.judge.question import Item
from judge_eval.judge.settling.settle_turns import first_error, score_of, status_of


@dataclass(frozen=True, slots=True)
class _Weighed:
    score: Score
    weight: float
    required: bool


def settle_criteria(metric: str, case: Case, run: Run, items: Sequence[Item], verdicts: Sequence[Verdict]) -> Score:
    """The weighted mean over all criteria that apply, on whatever turn: where all weights are 1, ADK's mean.

    The turns' own scores stand under it, and the criteria's under those. With a criterion that is undecided or could
    not be judged so is the score, from the mean if such criteria fail to the mean if they pass.
    """
    weighed = [
        _weighed(item, score_of(metric, case, run, item, verdict))
        for item, verdict in zip(items, verdicts, strict=True)
    ]
    turns: dict[int, list[_Weighed]] = {}
    for one in weighed:
        turns.setdefault(one.score.turn or 0, []).append(one)
    whole = Score(case_id=case.id, repeat=run.repeat, metric=metric, status="not_applicable")
    if not weighed:
        return whole.model_copy(
            update={"reason": "no rubric applies (name them under rubrics: of the metric or the case)"}
        )
    of_turns = tuple(_summed(whole, turn, of_turn, n_turns=1) for turn, of_turn in turns.items())
    return _summed(whole, None, weighed, n_turns=len(turns)).model_copy(update={"turns": of_turns})


def _weighed(item: Item, score: Score) -> _Weighed:
    if item.criterion is None:
        raise ValueError("the item is about no criterion")
    return _Weighed(score, item.criterion.weight, item.criterion.required)


def _summed(whole: Score, turn: int | None, weighed: Sequence[_Weighed], *, n_turns: int) -> Score:
    """The score of these criteria together; with a turn, they stand under it."""
    applicable = [one for one in weighed if one.score.status != "not_applicable"]
    status = status_of([one.score for one in applicable])
    value = low = high = None
    if status == "scored":
        value = _mean(applicable, 0.0)
    elif status != "not_applicable":
        low, high = _mean(applicable, 0.0), _mean(applicable, 1.0)
    update = {
        "turn": turn,
        "status": status,
        "value": value,
        "low": low,
        "high": high,
        "decision": combined(one.score.decision for one in applicable) or "not_applicable",
        "required": combined(one.score.decision for one in applicable if one.required),
        "reason": _first_reason(applicable or weighed, n_turns),
        "criteria": () if turn is None else tuple(one.score for one in weighed),
    }
    return whole.model_copy(update=update)


def _mean(weighed: Sequence[_Weighed], undecided: float) -> float:
    total = sum(one.weight * (undecided if one.score.value is None else one.score.value) for one in weighed)
    return total / sum(one.weight for one in weighed)


def _first_reason(weighed: Sequence[_Weighed], n_turns: int) -> str:
    """The reason of the first criterion that does not pass, else of the first, under the criterion's id.

    What decides goes first: a required criterion before the others, and one that fails before one that is undecided.
    Why one could not be judged goes before all.
    """
    if (unjudged := first_error([one.score for one in weighed])) is not None:
        return unjudged
    wrong = [one for one in weighed if one.score.decision != "pass"]
    chosen = min(wrong, key=lambda one: (not one.required, one.score.decision != "fail"), default=weighed[0])
    first = chosen.score
    name = f"required '{first.criterion}'" if wrong and chosen.required else first.criterion
    said = f"{name}: {first.reason}"
    return f"turn {(first.turn or 0) + 1}: {said}" if n_turns > 1 else said
