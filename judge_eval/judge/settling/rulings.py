"""What can be said of a turn, or of a whole conversation, without a judge."""

from __future__ import annotations

from judge_eval.core.case import Case
from judge_eval.core.run import Run
from judge_eval.judge.question import Ruling
from judge_eval.text.normalise import normalise


def places(case: Case, run: Run) -> range:
    """The places of the turns of case or run; where the agent broke off before it had any, of the first."""
    return range(max(len(case.turns), len(run.turns), int(run.error is not None)))


def lost_turn(case: Case, run: Run, place: int) -> Ruling | None:
    """The ruling on a turn that the agent's failure cut off, or that case or run lacks; None where both have it."""
    why = run.why_lost(place, len(case.turns))
    if why is None:
        return None
    return _broke_off(why) if why == run.broke_off else failed(why)


def silent_turn(run: Run, place: int) -> Ruling | None:
    """The ruling on a turn without a final response; None where there is one."""
    return None if normalise(run.turns[place].final_response or "") else failed("no final response")


def unseen_parts(case: Case, place: int) -> Ruling | None:
    """The ruling on a turn whose user shows what this judge cannot see; None where all is text."""
    if place < len(case.turns) and any(part.text is None for part in case.turns[place].user):
        return Ruling(decision="not_applicable", rule="image or file not shown to this judge")
    return None


def failed(rule: str) -> Ruling:
    """A fail by the rule of this name."""
    return Ruling(decision="fail", value=0.0, rule=rule)


def _broke_off(why: str) -> Ruling:
    return Ruling(decision="fail", value=0.0, rule="agent error", reason=why)


def absent_conversation(case: Case, run: Run) -> Ruling | None:
    """The ruling on a conversation that broke off, or whose turns are not those of its case, or that is not seen."""
    if run.broke_off is not None:
        return _broke_off(run.broke_off)
    turns = places(case, run)
    if not turns:
        return failed("the run has no turns")
    lost = next((ruling for place in turns if (ruling := lost_turn(case, run, place)) is not None), None)
    return lost or next((unseen for place in turns if (unseen := unseen_parts(case, place))), None)
