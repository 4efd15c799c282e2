"""What can be said of a turn, or of a whole conversation, without a judge."""

from __future__ import annotations

from judge_eval.core.case import Case
from judge_eval.core.run import Run
from judge_eval.judge.question import Ruling
from judge_eval.text.normalise import normalise


def absent_turn(case: Case, run: Run, place: int) -> Ruling | None:
    """The ruling on a turn that case or run lacks; None where both have it. A scenario has no turns to lack."""
    if place >= len(run.turns):
        return failed("the run has no such turn") if run.error is None else broke_off(run.error)
    if case.turns and place >= len(case.turns):
        return failed("the case has no such turn")
    return None


def silent_turn(run: Run, place: int) -> Ruling | None:
    """The ruling on a turn without a final response; None where there is one."""
    if normalise(run.turns[place].final_response or ""):
        return None
    return broken_turn(run, place) or failed("no final response")


def broken_turn(run: Run, place: int) -> Ruling | None:
    """The ruling on the turn in which the agent broke off; None where it did not."""
    is_last = place == len(run.turns) - 1
    return broke_off(run.error) if run.error is not None and is_last else None


def unseen_parts(case: Case, place: int) -> Ruling | None:
    """The ruling on a turn whose user shows what this judge cannot see; None where all is text."""
    if place < len(case.turns) and any(part.text is None for part in case.turns[place].user):
        return Ruling(decision="not_applicable", rule="image or file not shown to this judge")
    return None


def failed(rule: str) -> Ruling:
    """A fail by the rule of this name."""
    return Ruling(decision="fail", value=0.0, rule=rule)


def broke_off(error: str) -> Ruling:
    """The fail of an agent that broke off."""
    return Ruling(decision="fail", value=0.0, rule="agent error", reason=f"the agent broke off: {error}")


def absent_conversation(case: Case, run: Run) -> Ruling | None:
    """The ruling on a conversation that broke off, or whose turns are not those of its case, or that is not seen."""
    n_turns = max(len(case.turns), len(run.turns))
    if run.error is not None:
        return broke_off(run.error)
    if n_turns == 0:
        return failed("the run has no turns")
    absent = next((ruling for place in range(n_turns) if (ruling := absent_turn(case, run, place)) is not None), None)
    return absent or next((unseen for place in range(n_turns) if (unseen := unseen_parts(case, place))), None)
