"""How what a metric finds, on a turn or on the whole run, becomes a score."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from judge_eval.core.case import Case, Turn
from judge_eval.core.run import Run, RunTurn
from judge_eval.core.score import Score


class Outcome(NamedTuple):
    """A value with what is wrong, in one sentence (empty: nothing is); None: not applicable, for that reason."""

    value: float | None
    reason: str = ""


Lacking = Callable[[Turn], str | None]
"""Why a turn of the case gives a metric nothing to hold a run against; None where it gives something."""
TurnMeasure = Callable[[Turn, RunTurn], Outcome]


def score_turns(metric: str, case: Case, run: Run, lacking: Lacking, measure: TurnMeasure) -> Score:
    """The mean over the turns that can be scored, as in ADK, with the turns' own scores under it.

    Turns are paired by place. A turn that the run has beyond its case, or lacks, or in which the agent broke off,
    is worth 0; a turn that the case says nothing about is left out, and so is the case where no turn is left.
    """
    reasons = [lacking(turn) for turn in case.turns]
    outcomes = list(_outcomes(case, run, reasons, measure)) if None in reasons else []
    values = [outcome.value for outcome in outcomes if outcome.value is not None]
    if not values:
        nothing = [*(outcome.reason for outcome in outcomes), *filter(None, reasons), "the case has no written turns"]
        return _score(metric, case, run, Outcome(None, nothing[0]))
    turns = [_score(metric, case, run, outcome, turn=place) for place, outcome in enumerate(outcomes)]
    whole = Outcome(sum(values) / len(values), _first_reason(outcomes))
    return _score(metric, case, run, whole).model_copy(update={"turns": tuple(turns)})


def score_run(metric: str, case: Case, run: Run, outcome: Outcome) -> Score:
    """The score of what a metric finds in the run as a whole; an agent that broke off has met no expectation."""
    if outcome.value is not None and run.error is not None:
        outcome = Outcome(0.0, _broke_off(run.error))
    return _score(metric, case, run, outcome)


def report(metric: str, case: Case, run: Run, outcome: Outcome, of_turns: Sequence[float] = ()) -> Score:
    """The score of a figure that is only reported, with the turns' own figures where they are known."""
    turns = [_score(metric, case, run, Outcome(value), turn=place) for place, value in enumerate(of_turns)]
    return _score(metric, case, run, outcome).model_copy(update={"turns": tuple(turns)})


def _outcomes(case: Case, run: Run, lacking: Sequence[str | None], measure: TurnMeasure) -> Iterator[Outcome]:
    for place, (turn, reason) in enumerate(zip(case.turns, lacking, strict=True)):
        if reason is not None:
            yield Outcome(None, reason)
        elif place >= len(run.turns):
            yield Outcome(0.0, "the run has no such turn" if run.error is None else _broke_off(run.error))
        elif run.error is not None and place == len(run.turns) - 1 and run.turns[place].final_response is None:
            yield Outcome(0.0, _broke_off(run.error))
        else:
            yield measure(turn, run.turns[place])
    for _ in run.turns[len(case.turns) :]:
        yield Outcome(0.0, "the case has no such turn")


def _broke_off(error: str) -> str:
    return f"the agent broke off: {error}"


def _first_reason(outcomes: Sequence[Outcome]) -> str:
    """What is wrong first, with its turn where there are several; else what is remarkable first."""
    scored = [(place, outcome) for place, outcome in enumerate(outcomes) if outcome.value is not None]
    wrong = [(place, outcome) for place, outcome in scored if outcome.value != 1.0]
    for place, outcome in wrong or scored:
        if outcome.reason:
            return f"turn {place + 1}: {outcome.reason}" if len(outcomes) > 1 else outcome.reason
    return ""


def _score(metric: str, case: Case, run: Run, outcome: Outcome, turn: int | None = None) -> Score:
    return Score(
        case_id=case.id,
        repeat=run.repeat,
        turn=turn,
        metric=metric,
        status="not_applicable" if outcome.value is None else "scored",
        value=outcome.value,
        reason=outcome.reason,
    )
