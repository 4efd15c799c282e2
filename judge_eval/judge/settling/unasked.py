"""Verdicts without a call: a rule decided, or the judge could not be asked."""

from __future__ import annotations

from judge_eval.core.score import NOT_JUDGED
from judge_eval.core.verdict import Verdict
from judge_eval.judge.question import Item, Ruling


def ruled(item: Item, ruling: Ruling) -> Verdict:
    """The verdict that a rule makes, under the rule's name."""
    return Verdict(
        question=item.question,
        item=item.fingerprint,
        decision=ruling.decision,
        value=ruling.value,
        credit=ruling.value if ruling.decision in ("pass", "fail") else None,
        decided_by=ruling.rule,
        reason=ruling.reason or ruling.rule,
    )


def not_judged(item: Item, why: str) -> Verdict:
    """What stands for a verdict where an item could not be asked about: undecided, and an error that says why."""
    return Verdict(question=item.question, item=item.fingerprint, decision="undecided", error=f"{NOT_JUDGED}{why}")
