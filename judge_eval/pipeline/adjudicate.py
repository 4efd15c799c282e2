"""The judged step: every question to the judge, on one run; each item's asking stands alone."""

from __future__ import annotations

from collections.abc import Sequence

from judge_eval.core.case import Case
from judge_eval.core.run import Run
from judge_eval.core.score import NOT_JUDGED, Score
from judge_eval.core.verdict import Verdict
from judge_eval.errors import told
from judge_eval.judge.question import Item
from judge_eval.judge.settling.unasked import not_judged, ruled
from judge_eval.judge.together import together
from judge_eval.pipeline.plan import Adjudicator, Judged, Plan


async def adjudicate(plan: Plan, case: Case, run: Run) -> tuple[Score, ...]:
    """The scores of all judged metrics, in the plan's order."""
    return tuple(await together(_judge(judged, case, run) for judged in plan.judged))


def unsupported(plan: Plan, case: Case, run: Run) -> tuple[Score, ...]:
    """The scores of the metrics that cannot be had here, each with its reason."""
    return tuple(
        Score(case_id=case.id, repeat=run.repeat, metric=metric.name, status="not_applicable", reason=metric.reason)
        for metric in plan.unsupported
    )


def unadjudicated(plan: Plan, case: Case, reason: str) -> tuple[Score, ...]:
    """The scores of all judged metrics where there is no run to judge: an error in every item that applies."""
    return tuple(_without_run(judged, case, Run(case_id=case.id, error=reason), reason) for judged in plan.judged)


async def _judge(judged: Judged, case: Case, run: Run) -> Score:
    """One judged metric on one run; where its items cannot be made, an error that says why."""
    try:
        items = judged.question.items(case, run, judged.options)
        asked = iter(await verdicts_on(judged, [item for item in items if item.ruling is None]))
        verdicts = [next(asked) if item.ruling is None else ruled(item, item.ruling) for item in items]
        return judged.question.settle(case, run, items, verdicts)
    except Exception as error:  # noqa: BLE001 - a failed score is made of it
        return _unmade(judged, case, run, told(error))


async def verdicts_on(judged: Judged, items: Sequence[Item]) -> list[Verdict]:
    """The verdicts on items that need a judge, in their order; one that could not be asked about is not judged."""
    judge = judged.judge
    if judge is None:
        return [not_judged(item, judged.not_judged) for item in items]
    packs = await together(_of_pack(judge, pack) for pack in judge.packs(items))
    return [verdict for pack in packs for verdict in pack]


async def _of_pack(judge: Adjudicator, pack: Sequence[Item]) -> Sequence[Verdict]:
    try:
        return await judge.verdicts(pack)
    except Exception as error:  # noqa: BLE001 - failed verdicts are made of it
        return [not_judged(item, told(error)) for item in pack]


def _without_run(judged: Judged, case: Case, run: Run, reason: str) -> Score:
    """An error in every item that the case alone tells of; where it tells of none, in the metric as a whole."""
    try:
        items = judged.question.items(case, run, judged.options)
        verdicts = [
            ruled(item, item.ruling)
            if item.ruling is not None and item.ruling.decision == "not_applicable"
            else not_judged(item, reason)
            for item in items
        ]
        return judged.question.settle(case, run, items, verdicts)
    except Exception as error:  # noqa: BLE001 - a failed score is made of it
        return _unmade(judged, case, run, told(error))


def _unmade(judged: Judged, case: Case, run: Run, why: str) -> Score:
    return Score(
        case_id=case.id,
        repeat=run.repeat,
        metric=judged.question.metric,
        status="error",
        decision="undecided",
        reason=f"{NOT_JUDGED}{why}",
    )
