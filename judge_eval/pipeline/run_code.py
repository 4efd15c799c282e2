"""The step that runs code of the person's own: each metric that came with a configuration, on one run."""

from __future__ import annotations

from judge_eval.core.case import Case
from judge_eval.core.run import Run
from judge_eval.core.score import Score
from judge_eval.pipeline.pairing import reference_run
from judge_eval.pipeline.plan import Plan


async def run_code(plan: Plan, case: Case, run: Run) -> tuple[Score, ...]:
    """The scores of the plan's own code, one after another, in the plan's order."""
    return tuple([await coded.scorer.score(case, run, reference_run(case)) for coded in plan.coded])
