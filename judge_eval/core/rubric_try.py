"""One trying-out of a rubric on one piece of work, kept so that the next can say what changed."""

from __future__ import annotations

from judge_eval.core.frozen import Frozen
from judge_eval.core.score import Status
from judge_eval.core.verdict import Decision


class TriedCriterion(Frozen):
    """What was said of one criterion; `wording` is the fingerprint of all that is written about it."""

    turn: int | None = None
    criterion: str
    wording: str
    status: Status
    decision: Decision | None = None
    value: float | None = None


class RubricTry(Frozen):
    """A rubric by its id, the fingerprint of the `work` it was tried on, and what was said of its criteria."""

    rubric: str
    work: str
    criteria: tuple[TriedCriterion, ...] = ()
