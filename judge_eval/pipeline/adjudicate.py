"""The judged step: every question to the judge, on one run."""

from __future__ import annotations

import asyncio

from judge_eval.core.case import Case
from judge_eval.core.run import Run
from judge_eval.core.score import Score
from judge_eval.errors import JudgeEvalError
from judge_eval.pipeline.plan import Judged, Plan


async def adjudicate(plan: Plan, case: Case, run: Run) -> tuple[Score, ...]:
    """The scores of all judged metrics, in the plan's order."""
    return tuple(await asyncio.gather(*(_judge(judged, case, run) for judged in plan.judged)))


def unsupported(plan: Plan, case: Case, run: Run) -> tuple[Score, ...]:
    """The scores of the metrics that cannot be had here, each with its reason."""
    return tuple(
        Score(case_id=case.id, repeat=run.repeat, metric=metric.name, status="not_applicable", reason=metric.reason)
        for metric in plan.unsupported
    )


async def _judge(judged: Judged, case: Case, run: Run) -> Score:
    """One judged metric on one run; where the judge cannot be asked at all, an error that says what would help."""
    judge = judged.judge
    if judge is None:
        return _unmade(judged, case, run, f"not judged: {judged.not_judged}")
    try:
        items = judged.question.items(case, run, judged.options)
        verdicts = await asyncio.gather(*(judge.verdict(item) for item in items))
        return judged.question.settle(case, run, items, verdicts)
    except JudgeEvalError as error:
        return _unmade(judged, case, run, f"not judged: {error}")
    except Exception as error:  # noqa: BLE001 - a failed score is made of it
        return _unmade(judged, case, run, f"not judged: {type(error).__name__}: {error}")


def _unmade(judged: Judged, case: Case, run: Run, reason: str) -> Score:
    return Score(case_id=case.id, repeat=run.repeat, metric=judged.question.metric, status="error", reason=reason)
