"""A verdict: what the samples of one item add up to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Literal

from pydantic import Field

from judge_eval.core.frozen import Frozen
from judge_eval.core.sample import Sample

Decision = Literal["pass", "fail", "undecided", "not_applicable"]


def combined(decisions: Iterable[Decision | None]) -> Decision | None:
    """The one decision that several make: fail before undecided before pass; None where nothing decides.

    One wrong answer is enough for a person, and what is not known keeps a pass from being one.
    """
    present = set(decisions)
    worst_first: tuple[Decision, ...] = ("fail", "undecided", "pass", "not_applicable")
    return next((decision for decision in worst_first if decision in present), None)


def votes_of(votes: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """All votes together, by answer."""
    total: Counter[str] = Counter()
    for counts in votes:
        total.update(counts)
    return dict(sorted(total.items()))


class Verdict(Frozen):
    """The decision on one item, with all that led to it.

    `value` in [0, 1] is the mean of the usable samples or the judge's probability of a pass; None where no
    sample has a value. `spread` is its standard error, None where one sample cannot tell it. `votes` counts
    samples by answer; `asked` counts sample indices, `usable` those that brought an answer. `decided_by` is
    "judge", or the name of the rule that made a call needless.
    """

    question: str
    item: str
    judge: str | None = None
    """The judge fingerprint; None where a rule decided."""
    decision: Decision
    value: float | None = Field(default=None, ge=0, le=1)
    credit: float | None = Field(default=None, ge=0, le=1)
    """What enters a mean over items: what the decision is worth, or `value` where averaging was asked for.

    None where the item is undecided or not applicable.
    """
    spread: float | None = Field(default=None, ge=0)
    votes: dict[str, int] = Field(default_factory=dict[str, int])
    passing: int = Field(default=0, ge=0)
    """Usable samples whose answer passes the item."""
    failing: int = Field(default=0, ge=0)
    """Usable samples whose answer fails it; the others do neither."""
    p_pass: float | None = Field(default=None, ge=0, le=1)
    """The judge's own probability of a pass, where it gives one."""
    asked: int = Field(default=0, ge=0)
    usable: int = Field(default=0, ge=0)
    decided_by: str = "judge"
    error: str | None = None
    """Why the item could not be asked about at all; then it is undecided. A judge's own failures are in its samples."""
    reason: str = ""
    samples: tuple[Sample, ...] = ()


class VerdictLine(Frozen):
    """A verdict with the place in the suite that it decides: a line of verdicts.jsonl."""

    case_id: str
    repeat: int
    metric: str
    turn: int | None = None
    criterion: str | None = None
    verdict: Verdict
