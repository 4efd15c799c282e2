"""outcome: did the conversation reach the outcome that its case states? One item a conversation."""

from __future__ import annotations

import json
from collections.abc import Sequence

from judge_eval.core.case import Case
from judge_eval.core.run import Run
from judge_eval.core.score import Score
from judge_eval.core.verdict import Verdict
from judge_eval.judge.question import Item, Question, QuestionOptions, Ruling
from judge_eval.judge.settling.rulings import absent_conversation
from judge_eval.judge.settling.settle_turns import score_of
from judge_eval.judge.shown.transcript import dialogue

METRIC = "outcome"
ID = "outcome"


def items(case: Case, run: Run, options: QuestionOptions) -> tuple[Item, ...]:
    """One item: the conversation with its calls, its last state where that is recorded, and the stated outcome."""
    inputs = {
        "dialogue": dialogue(run.turns),
        "state": json.dumps(run.state, ensure_ascii=False) if run.state else "",
        "outcome": case.expect.outcome or "",
    }
    return (Item(question=ID, inputs=inputs, ruling=_ruling(case, run)),)


def settle(case: Case, run: Run, items: Sequence[Item], verdicts: Sequence[Verdict]) -> Score:
    """What the one verdict says."""
    return score_of(METRIC, case, run, items[0], verdicts[0])


def _ruling(case: Case, run: Run) -> Ruling | None:
    """What needs no judge: no outcome is stated, or the conversation is not whole."""
    if not (case.expect.outcome or "").strip():
        return Ruling(decision="not_applicable", rule="no outcome is written")
    return absent_conversation(case, run)


QUESTION = Question(metric=METRIC, id=ID, items=items, settle=settle, options=QuestionOptions, aspect="trajectory")
