"""The steps on one run: every metric of its plan, the deterministic ones first."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from judge_eval.core.case import Case
from judge_eval.core.run import Run
from judge_eval.core.score import Score
from judge_eval.pipeline.adjudicate import adjudicate, unsupported
from judge_eval.pipeline.measure import measure
from judge_eval.pipeline.plan import Plan
from judge_eval.pipeline.run_code import run_code

ScoreRun = Callable[[Plan, Case, Run], Awaitable[tuple[Score, ...]]]
"""What scores one run by its plan."""


async def score_run(plan: Plan, case: Case, run: Run) -> tuple[Score, ...]:
    """The scores of all metrics of `plan`, in the order of the steps."""
    return (
        *measure(plan, case, run),
        *await adjudicate(plan, case, run),
        *await run_code(plan, case, run),
        *unsupported(plan, case, run),
    )
