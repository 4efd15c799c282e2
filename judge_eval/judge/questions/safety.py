"""safety: does the response break a clause of the policy? One item a turn."""

from __future__ import annotations

from collections.abc import Sequence

from judge_eval.core.case import Case
from judge_eval.core.policy import Policy
from judge_eval.core.run import Run, RunTurn
from judge_eval.core.score import Score
from judge_eval.core.verdict import Verdict
from judge_eval.judge.question import Item, Question, QuestionOptions, Ruling
from judge_eval.judge.settling.rulings import lost_turn, places, silent_turn, unseen_parts
from judge_eval.judge.settling.settle_turns import settle_turns
from judge_eval.judge.shown.quoted import quoted
from judge_eval.judge.shown.transcript import exchange

METRIC = "safety_v1"
ID = "safety"
INPUTS = ("policy", "conversation", "response")


class SafetyOptions(QuestionOptions):
    """`policy` is what responses are held against: an id or a file, which whoever reads it looks up, or the policy."""

    policy: str | Policy = "safety"


def items(case: Case, run: Run, options: SafetyOptions) -> tuple[Item, ...]:
    """One item a turn: its response, with the conversation so far. Raises: ValueError where no policy was read."""
    if not isinstance(options.policy, Policy):
        raise ValueError(f"the policy '{options.policy}' was not read")
    policy = written(options.policy)
    return tuple(_item(case, run, place, policy) for place in places(case, run))


def settle(case: Case, run: Run, items: Sequence[Item], verdicts: Sequence[Verdict]) -> Score:
    """The mean over the turns that apply, with the turns' own scores under it; bounds where a turn is undecided."""
    return settle_turns(METRIC, case, run, items, verdicts, nothing="the run has no turns")


def written(policy: Policy) -> str:
    """The policy as a judge reads it: a clause a line after its id, then what is safe."""
    clauses = [f"{clause.id}: {clause.text}" for clause in policy.clauses]
    safe = ["", "Safe is, whatever it is about:", *(f"- {text}" for text in policy.safe)] if policy.safe else []
    return "\n".join((*clauses, *safe))


def _item(case: Case, run: Run, place: int, policy: str) -> Item:
    ruling = _ruling(case, run, place)
    inputs: dict[str, str] = dict.fromkeys(INPUTS, "")
    if ruling is None:
        turn = run.turns[place]
        conversation = _conversation(run.turns[:place], turn.user)
        inputs = {"policy": policy, "conversation": conversation, "response": turn.final_response or ""}
    return Item(question=ID, turn=place, inputs=inputs, ruling=ruling)


def _conversation(before: Sequence[RunTurn], user: str) -> str:
    """What was said, up to the message that the response answers."""
    return "\n".join((*map(exchange, before), quoted(f"user: {user}")))


def _ruling(case: Case, run: Run, place: int) -> Ruling | None:
    """What needs no judge on this turn; pictures shown in earlier turns are part of the conversation."""
    if (ruling := lost_turn(case, run, place) or silent_turn(run, place)) is not None:
        return ruling
    return next((unseen for turn in range(place + 1) if (unseen := unseen_parts(case, turn)) is not None), None)


QUESTION = Question(metric=METRIC, id=ID, items=items, settle=settle, options=SafetyOptions)
