"""final_response_match: does the response tell the user what the reference does? One item a turn."""

from __future__ import annotations

from collections.abc import Sequence

from judge_eval.core.case import Case, Turn
from judge_eval.core.run import Run, RunTurn
from judge_eval.core.score import Score
from judge_eval.core.verdict import Verdict
from judge_eval.judge.question import Item, Question, QuestionOptions, Ruling
from judge_eval.judge.settling.rulings import lost_turn, silent_turn, unseen_parts
from judge_eval.judge.settling.settle_turns import settle_turns
from judge_eval.judge.shown.transcript import exchange
from judge_eval.text.normalise import normalise, same_text

METRIC = "final_response_match_v2"
ID = "final_response_match"


def items(case: Case, run: Run, options: QuestionOptions) -> tuple[Item, ...]:
    """One item a turn of case or run; a turn without a reference, or that needs no judge, is ruled on.

    Where no turn has a reference, the whole case has none, and turns that it lacks are not held against the run.
    """
    if not any(_has_reference(turn) for turn in case.turns):
        return tuple(_item(place, run, turn, _no_reference()) for place, turn in enumerate(case.turns))
    asked = [_item(place, run, turn, _ruling(case, run, place)) for place, turn in enumerate(case.turns)]
    surplus = [
        Item(question=ID, turn=place, inputs=_inputs(place, run, None), ruling=lost_turn(case, run, place))
        for place in range(len(case.turns), len(run.turns))
    ]
    return (*asked, *surplus)


def settle(case: Case, run: Run, items: Sequence[Item], verdicts: Sequence[Verdict]) -> Score:
    """The mean over the turns that apply, with the turns' own scores under it; bounds where a turn is undecided."""
    return settle_turns(METRIC, case, run, items, verdicts, nothing="the case has no written turns")


def _item(place: int, run: Run, turn: Turn, ruling: Ruling | None) -> Item:
    return Item(question=ID, turn=place, inputs=_inputs(place, run, turn), ruling=ruling)


def _inputs(place: int, run: Run, turn: Turn | None) -> dict[str, str]:
    made = run.turns[place] if place < len(run.turns) else None
    user = turn.user_text if turn is not None else made.user if made is not None else ""
    return {
        "conversation": _conversation(run.turns[:place]),
        "user": user,
        "reference": (turn.reference or "") if turn is not None else "",
        "response": (made.final_response or "") if made is not None else "",
    }


def _conversation(turns: Sequence[RunTurn]) -> str:
    """What was said before, as a person would write it down."""
    return "\n\n".join(map(exchange, turns))


def _ruling(case: Case, run: Run, place: int) -> Ruling | None:
    """What can be decided without a judge; None: ask."""
    turn = case.turns[place]
    if not _has_reference(turn):
        return _no_reference()
    if (failed := lost_turn(case, run, place) or silent_turn(run, place)) is not None:
        return failed
    if same_text(turn.reference or "", run.turns[place].final_response or ""):
        return Ruling(decision="pass", value=1.0, rule="same text")
    return unseen_parts(case, place)


def _has_reference(turn: Turn) -> bool:
    return turn.reference is not None and bool(normalise(turn.reference))


def _no_reference() -> Ruling:
    return Ruling(decision="not_applicable", rule="no reference")


QUESTION = Question(metric=METRIC, id=ID, items=items, settle=settle, options=QuestionOptions)
