"""From the verdicts on a response's claims to the score: the share of claims that hold, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from judge_eval.core.case import Case
from judge_eval.core.run import Run
from judge_eval.core.score import Score, Status
from judge_eval.core.verdict import Decision, Verdict, combined
from judge_eval.judge.question import Item
from judge_eval.judge.settling.settle_turns import score_of, sum_of_turns
from judge_eval.text.one_line import one_line

_SHOWN = 80


@dataclass(frozen=True, slots=True)
class _Judged:
    """A claim's item with its verdict."""

    item: Item
    verdict: Verdict

    @property
    def low(self) -> float:
        """What the claim is worth at least: an undecided one nothing, one without facts 1, as in ADK."""
        return self._worth(undecided=0.0)

    @property
    def high(self) -> float:
        """What the claim is worth at most."""
        return self._worth(undecided=1.0)

    def _worth(self, undecided: float) -> float:
        if self.verdict.decision == "not_applicable":
            return 1.0
        return undecided if self.verdict.credit is None else self.verdict.credit


def settle_claims(metric: str, case: Case, run: Run, items: Sequence[Item], verdicts: Sequence[Verdict]) -> Score:
    """The mean over turns; a turn is worth the mean over its steps, a step the share of its claims that hold.

    A turn fails with one claim that fails, else is undecided with one that is, else passes. With a claim that is
    undecided or could not be judged its turn's value lies between the share if it fails and the share if it holds.
    """
    judged = [_Judged(item, verdict) for item, verdict in zip(items, verdicts, strict=True)]
    turns = [_of_turn(metric, case, run, list(group)) for _, group in groupby(judged, key=lambda one: one.item.turn)]
    return sum_of_turns(metric, case, run, turns, nothing="the run has no turns")


def _of_turn(metric: str, case: Case, run: Run, judged: Sequence[_Judged]) -> Score:
    first = judged[0]
    if first.item.ruling is not None:
        return score_of(metric, case, run, first.item, first.verdict)
    steps = [list(group) for _, group in groupby(judged, key=lambda one: one.item.step)]
    low = _mean([_mean([one.low for one in step]) for step in steps])
    high = _mean([_mean([one.high for one in step]) for step in steps])
    status = _status(judged)
    is_open = status != "scored"
    return Score(
        case_id=case.id,
        repeat=run.repeat,
        turn=first.item.turn,
        metric=metric,
        status=status,
        value=None if is_open else low,
        low=low if is_open else None,
        high=high if is_open else None,
        decision=_decision(judged),
        reason=_reason(judged),
        verdicts=tuple(one.verdict for one in judged if one.verdict.error is None),
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _status(judged: Sequence[_Judged]) -> Status:
    if any(one.verdict.error is not None for one in judged):
        return "error"
    is_open = any(one.verdict.decision != "not_applicable" and one.verdict.credit is None for one in judged)
    return "undecided" if is_open else "scored"


def _decision(judged: Sequence[_Judged]) -> Decision:
    """What the claims with facts decide; a response without any has none that is wrong."""
    return combined(one.verdict.decision for one in judged if one.verdict.decision != "not_applicable") or "pass"


def _reason(judged: Sequence[_Judged]) -> str:
    """How many claims hold, the first one that does not, and whether evidence was left out; else why none is known."""
    unjudged = next((one.verdict.error for one in judged if one.verdict.error is not None), None)
    if unjudged is not None:
        return unjudged
    wrong = [one for one in judged if one.verdict.decision not in ("pass", "not_applicable")]
    said = f"{len(judged) - len(wrong)} of {len(judged)} claims hold"
    if wrong:
        said = f"{said}; “{one_line(wrong[0].item.inputs['claim'], _SHOWN)}”: {wrong[0].verdict.reason}"
    shortened = next((note for one in judged if (note := one.item.inputs["shortened"])), "")
    return f"{said} ({shortened})" if shortened else said
