"""task_success: did the user get what they came for? One item a conversation."""

from __future__ import annotations

from collections.abc import Sequence

from judge_eval.core.case import Case
from judge_eval.core.run import Run
from judge_eval.core.score import Score
from judge_eval.core.verdict import Verdict
from judge_eval.judge.question import Item, Question, QuestionOptions, Ruling
from judge_eval.judge.settling.rulings import absent_conversation, silent_turn
from judge_eval.judge.settling.settle_turns import score_of
from judge_eval.judge.shown.transcript import dialogue, instructions

METRIC = "multi_turn_task_success_v1"
ID = "task_success"


def items(case: Case, run: Run, options: QuestionOptions) -> tuple[Item, ...]:
    """One item: the conversation as a whole."""
    inputs = {"instructions": instructions(run.agents), "dialogue": dialogue(run.turns)}
    return (Item(question=ID, inputs=inputs, ruling=_ruling(case, run)),)


def settle(case: Case, run: Run, items: Sequence[Item], verdicts: Sequence[Verdict]) -> Score:
    """What the one verdict says."""
    return score_of(METRIC, case, run, items[0], verdicts[0])


def _ruling(case: Case, run: Run) -> Ruling | None:
    """What needs no judge: a conversation that is not whole, or that left its user without an answer."""
    return absent_conversation(case, run) or silent_turn(run, len(run.turns) - 1)


QUESTION = Question(metric=METRIC, id=ID, items=items, settle=settle, options=QuestionOptions, aspect="trajectory")
