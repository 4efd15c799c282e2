"""The deterministic step: every metric that needs no judge, on one run."""

from __future__ import annotations

from judge_eval.core.case import Case
from judge_eval.core.run import Run
from judge_eval.core.score import Score
from judge_eval.pipeline.plan import Plan


def measure(plan: Plan, case: Case, run: Run) -> tuple[Score, ...]:
    """The scores of all deterministic metrics, in the plan's order; a metric that breaks gives an error, not a gap."""
    scores: list[Score] = []
    for measured in plan.measured:
        try:
            scores.append(measured.metric.measure(case, run, measured.options))
        except Exception as error:  # noqa: BLE001 - a failed score is made of it
            scores.append(
                Score(
                    case_id=case.id,
                    repeat=run.repeat,
                    metric=measured.metric.name,
                    status="error",
                    reason=f"the metric broke: {type(error).__name__}: {error}",
                )
            )
    return tuple(scores)
