"""What ADK had said of a run, beside what is said now, and why the two differ."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from judge_eval.core.results import AdkSaid, CaseResult, ScoreRow

EQUAL_WITHIN = 1e-6


def with_history(result: CaseResult, said: Sequence[AdkSaid], judged: Collection[str]) -> CaseResult:
    """The result with what ADK said of each metric; `judged` names the metrics that a judge answers here."""
    if not said:
        return result
    rows = {row.metric: row for row in result.scores if row.turn is None}
    compared = tuple(_compared(one, rows.get(one.metric), one.metric in judged) for one in said)
    return result.model_copy(update={"adk": compared})


def _compared(said: AdkSaid, ours: ScoreRow | None, judged: bool) -> AdkSaid:
    value = ours.value if ours is not None else None
    return said.model_copy(update={"ours": value, "difference": _difference(said, ours, judged)})


def _difference(said: AdkSaid, ours: ScoreRow | None, judged: bool) -> str | None:
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
