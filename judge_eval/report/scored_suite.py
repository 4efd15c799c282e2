"""A scored suite as its reports see it: everything but the cases, which they read one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from judge_eval.core.comparison import Comparison
from judge_eval.core.results import ReasonKind, Results, SuiteStatus
from judge_eval.core.session import Session

NO_PROOF = "a red gate is a reason to look, not proof"
A_REASON_TO_LOOK = f"{NO_PROOF.capitalize()}."

STATUS: dict[SuiteStatus, str] = {
    "passed": "Passed",
    "failed": "Failed",
    "incomplete": "Incomplete",
    "undecided": "Undecided",
}


@dataclass(frozen=True, slots=True)
class ScoredSuite:
    """The head of the results, why they came out so, what this invocation did, and what changed since the baseline."""

    head: Results
    session: Session
    reasons: Sequence[tuple[ReasonKind, str]] = ()
    pass_share: float = 1.0
    comparison: Comparison | None = None
    informational: frozenset[str] = field(default_factory=frozenset[str])
    """Metrics that never pass or fail, or that apply nowhere: not worth a column of the case table."""


def accepted_at(comparison: Comparison) -> str:
    """When and at which commit the baseline was accepted; empty where it was not."""
    accepted = comparison.base.accepted
    if accepted is None:
        return ""
    return f"accepted {accepted.date}" + (f", commit {accepted.commit}" if accepted.commit else "")
