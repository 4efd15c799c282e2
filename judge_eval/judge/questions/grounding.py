"""grounding: what does the evidence say about a claim of the response? One item a claim."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pydantic import Field

from judge_eval.core.case import Case
from judge_eval.core.run import Run
from judge_eval.judge.question import Item, Question, QuestionOptions, Ruling
from judge_eval.judge.settling.rulings import lost_turn, places, silent_turn, unseen_parts
from judge_eval.judge.settling.settle_claims import settle_claims
from judge_eval.judge.shown.evidence import evidence
from judge_eval.judge.shown.passages import Passages
from judge_eval.text.claims import claims

METRIC = "hallucinations_v1"
ID = "grounding"
INPUTS = ("evidence", "shortened", "conversation", "response", "claim")


class GroundingOptions(QuestionOptions):
    """`max_evidence_bytes` of evidence are shown for each claim, in UTF-8; None: all of it."""

    evaluate_intermediate_nl_responses: bool = False
    """Whether what the agent said on the way is held against the evidence too, as steps of their own."""
    max_evidence_bytes: int | None = Field(default=None, ge=1_000)


def items(case: Case, run: Run, options: GroundingOptions) -> tuple[Item, ...]:
    """One item a claim of each turn's response, step by step; one with a ruling for a turn that needs no judge."""
    return tuple(item for place in places(case, run) for item in _of_turn(case, run, place, options))


def _of_turn(case: Case, run: Run, place: int, options: GroundingOptions) -> Iterator[Item]:
    ruling = _ruling(case, run, place)
    if ruling is not None:
        yield Item(question=ID, turn=place, inputs=dict.fromkeys(INPUTS, ""), ruling=ruling)
        return
    turn = run.turns[place]
    steps = [*(turn.texts if options.evaluate_intermediate_nl_responses else ()), turn.final_response or ""]
    for step, response in enumerate(steps):
        is_last = step == len(steps) - 1
        had = Passages(evidence(run, place, None if is_last else step), options.max_evidence_bytes)
        yield from _of_response(place, step, response, had)


def _of_response(place: int, step: int, response: str, had: Passages) -> Iterator[Item]:
    found = claims(response)
    for claim in found:
        chosen = had.nearest(claim)
        inputs = {
            "evidence": chosen.text(said=False),
            "shortened": chosen.shortened,
            "conversation": chosen.text(said=True),
            "response": response if len(found) > 1 else "",
            "claim": claim,
        }
        yield Item(question=ID, turn=place, step=step, inputs=inputs)


def _ruling(case: Case, run: Run, place: int) -> Ruling | None:
    """What needs no judge on this turn; pictures shown in earlier turns are evidence too."""
    if (ruling := lost_turn(case, run, place) or silent_turn(run, place)) is not None:
        return ruling
    unseen = next((ruling for turn in range(place + 1) if (ruling := unseen_parts(case, turn)) is not None), None)
    if unseen is not None:
        return unseen
    return None if evidence(run, place) else Ruling(decision="not_applicable", rule="nothing to check against")


QUESTION = Question(metric=METRIC, id=ID, items=items, settle=partial(settle_claims, METRIC), options=GroundingOptions)
