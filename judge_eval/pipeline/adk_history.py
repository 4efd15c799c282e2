"""What ADK had said of a run, beside what is said now, and why the two differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from judge_eval.core.adk_scored import AdkScored, HeldAgainst
from judge_eval.core.case import Case
from judge_eval.core.results import AdkSaid, CaseResult, ScoreRow
from judge_eval.pipeline.plan import Plan

EQUAL_WITHIN = 1e-6
INFORMATIONAL = "informational"
"""ADK's status of a metric that counts and never passes or fails: it adds these to every evaluation."""


def with_history(result: CaseResult, said: Sequence[AdkScored], case: Case, plan: Plan) -> CaseResult:
    """The result with what ADK said of each metric; what it counts only, and nothing here does, is left out."""
    if not said:
        return result
    rows = {row.metric: row for row in result.scores if row.turn is None}
    changed = _Changed(HeldAgainst.of(case.turns), plan)
    compared = tuple(
        _compared(one, rows.get(one.metric), changed, one.metric in plan.judged_names)
        for one in said
        if one.metric in rows or one.status != INFORMATIONAL
    )
    return result.model_copy(update={"adk": compared})


@dataclass(frozen=True, slots=True)
class _Changed:
    """What the case holds a run against now, and what each metric of the plan looks at."""

    now: HeldAgainst
    plan: Plan

    def since(self, said: AdkScored) -> str | None:
        """What changed since ADK scored the run, of what this metric looks at; None where nothing did."""
        then = said.against
        if then is None:
            return None
        match self.plan.aspects.get(said.metric):
            case "trajectory":
                return "the expected calls have changed since" if then.calls != self.now.calls else None
            case "response":
                return "the references have changed since" if then.references != self.now.references else None
            case _:
                return None


def _compared(said: AdkScored, ours: ScoreRow | None, changed: _Changed, judged: bool) -> AdkSaid:
    value = ours.value if ours is not None else None
    difference = _difference(said, ours, judged)
    since = changed.since(said)
    if difference is not None and ours is not None and since is not None:
        difference = f"{since}; here: {ours.reason or 'every turn is as expected'}"
    return AdkSaid(metric=said.metric, value=said.value, status=said.status, ours=value, difference=difference)


def _difference(said: AdkScored, ours: ScoreRow | None, judged: bool) -> str | None:
    """Why the two differ, or None where they say the same."""
    if ours is None:
        return "not among the metrics scored here"
    if ours.value is None:
        if said.value is None and ours.status != "undecided":
            return None
        return f"{ours.status.replace('_', ' ')} here: {ours.reason}"
    if said.value is None:
        return f"ADK did not evaluate it; here: {ours.reason or 'every turn is as expected'}"
    if abs(said.value - ours.value) <= EQUAL_WITHIN:
        return None
    if judged:
        return f"another judge, asked in another way; here: {ours.reason or 'every turn passes'}"
    return ours.reason or "every turn is as expected here"
