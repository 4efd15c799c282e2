"""How what a metric finds, on a turn or on the whole run, becomes a score."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from judge_eval.core.case import Case, Turn
from judge_eval.core.run import Run, RunTurn
from judge_eval.core.score import Score


class Finding(NamedTuple):
    """A value with what is wrong, in one sentence (empty: nothing is); None: not applicable, for that reason."""

    value: float | None
    reason: str = ""


Lacking = Callable[[Turn], str | None]
"""Why a turn of the case gives a metric nothing to hold a run against; None where it gives something."""
TurnMeasure = Callable[[Turn, RunTurn], Finding]


def score_turns(metric: str, case: Case, run: Run, lacking: Lacking, measure: TurnMeasure) -> Score:
    """The mean over the turns that can be scored, as in ADK, with the turns' own scores under it.

    Turns are paired by place. A turn that the run has beyond its case, or lacks, or in which the agent broke off,
    is worth 0; a turn that the case says nothing about is left out, and so is the case where no turn is left.
    """
    reasons = [lacking(turn) for turn in case.turns]
    findings = list(_findings(case, run, reasons, measure)) if None in reasons else []
    values = [finding.value for finding in findings if finding.value is not None]
    if not values:
        nothing = [*(finding.reason for finding in findings), *filter(None, reasons), "the case has no written turns"]
        return _score(metric, case, run, Finding(None, nothing[0]))
    turns = [_score(metric, case, run, finding, turn=place) for place, finding in enumerate(findings)]
    whole = Finding(sum(values) / len(values), _first_reason(findings))
    return _score(metric, case, run, whole).model_copy(update={"turns": tuple(turns)})


def score_run(metric: str, case: Case, run: Run, finding: Finding) -> Score:
    """The score of what a metric finds in the run as a whole; an agent that broke off has met no expectation."""
    if finding.value is not None and run.broke_off is not None:
        finding = Finding(0.0, run.broke_off)
    return _score(metric, case, run, finding)


def report(metric: str, case: Case, run: Run, finding: Finding, of_turns: Sequence[float] = ()) -> Score:
    """The score of a figure that is only reported, with the turns' own figures where they are known."""
    turns = [_score(metric, case, run, Finding(value), turn=place) for place, value in enumerate(of_turns)]
    return _score(metric, case, run, finding).model_copy(update={"turns": tuple(turns)})


def _findings(case: Case, run: Run, lacking: Sequence[str | None], measure: TurnMeasure) -> Iterator[Finding]:
    for place in range(max(len(case.turns), len(run.turns))):
        if place < len(lacking) and (reason := lacking[place]) is not None:
            yield Finding(None, reason)
        elif (why := run.why_lost(place, len(case.turns))) is not None:
            yield Finding(0.0, why)
        else:
            yield measure(case.turns[place], run.turns[place])


def _first_reason(findings: Sequence[Finding]) -> str:
    """What is wrong first, with its turn where there are several; else what is remarkable first."""
    scored = [(place, finding) for place, finding in enumerate(findings) if finding.value is not None]
    wrong = [(place, finding) for place, finding in scored if finding.value != 1.0]
    for place, finding in wrong or scored:
        if finding.reason:
            return f"turn {place + 1}: {finding.reason}" if len(findings) > 1 else finding.reason
    return ""


def _score(metric: str, case: Case, run: Run, finding: Finding, turn: int | None = None) -> Score:
    return Score(
        case_id=case.id,
        repeat=run.repeat,
        turn=turn,
        metric=metric,
        status="not_applicable" if finding.value is None else "scored",
        value=finding.value,
        reason=finding.reason,
    )
