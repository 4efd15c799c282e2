"""The labelled step: every label put to the judge as its item was, or would be, in a score."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence

from judge_eval.calibration.features import features
from judge_eval.calibration.restaged import Restaged, criterion_of
from judge_eval.core.label import Label
from judge_eval.core.observation import Observation
from judge_eval.core.ports import Progress
from judge_eval.core.run import Tokens
from judge_eval.core.score import Score
from judge_eval.core.verdict import Verdict
from judge_eval.judge.prompt import load_prompt
from judge_eval.judge.questions.rubric import points_of
from judge_eval.judge.replies.menu import Answer, Menu
from judge_eval.pipeline.adjudicate import adjudicate
from judge_eval.pipeline.judged_item import key_of, weakest_verdict
from judge_eval.pipeline.labelling.posed import Posed
from judge_eval.pipeline.plan import Judged, Plan


async def observe(
    judged: Judged, posed: Sequence[Posed], progress: Progress, *, concurrency: int
) -> tuple[Observation, ...]:
    """What the judge makes of each label, in their order; labels that say neither good nor bad are left out.

    Raises: InputError where a label lacks what its question is about.
    """
    staged = [(one, one.staged()) for one in posed if one.label.y is not None]
    room = asyncio.Semaphore(concurrency)

    async def judge(one: Posed, on: Restaged) -> Observation:
        async with room:
            (score,) = await adjudicate(Plan(judged=(one.asked(judged),)), on.case, on.run)
            progress.scored()
            return observation(one, on, score, menu)

    menu = load_prompt(judged.question.id).menu
    return tuple(await asyncio.gather(*(judge(one, on) for one, on in staged)))


def observation(posed: Posed, on: Restaged, score: Score, menu: Menu) -> Observation:
    """The label beside the one item that was judged for it; `menu` tells what the judge's answers mean."""
    label, item = posed.label, score.items[0]
    weakest = weakest_verdict(item.verdicts)
    criterion = criterion_of(label)
    return Observation(
        id=label.id,
        key=label.item or key_of(item),
        cluster=on.case.cluster,
        y=label.y if label.y is not None else 0.5,
        people_value=label.value,
        marks=label.goods,
        annotators=label.annotators,
        probability=label.probability,
        decision=None if item.status == "error" else item.decision,
        value=None if weakest is None else weakest.value,
        p_pass=None if weakest is None else weakest.p_pass,
        passing=0 if weakest is None else weakest.passing,
        failing=0 if weakest is None else weakest.failing,
        answers=() if weakest is None else tuple(_answers(weakest, menu.with_points(_points(label)))),
        asked=sum(verdict.asked for verdict in item.verdicts),
        by_rule=bool(item.verdicts) and all(verdict.decided_by != "judge" for verdict in item.verdicts),
        reason=item.reason,
        criterion=None if criterion is None else criterion.text,
        wording=item.wording,
        prompt=label.prompt,
        response=posed.graded(on.run),
        reference=label.reference,
        context=label.context,
        features=features(label.response, label.reference),
        tokens=_tokens(item.verdicts),
        seconds=sum(sample.seconds for verdict in item.verdicts for sample in verdict.samples),
    )


def _answers(verdict: Verdict, menu: Menu) -> Iterator[bool]:
    for sample in verdict.samples:
        decision = None if sample.answer is None else menu.answer(sample.answer).decision
        if decision in ("pass", "fail"):
            yield decision == "pass"


def _points(label: Label) -> tuple[Answer, ...]:
    criterion = criterion_of(label)
    return () if criterion is None else points_of(criterion)


def _tokens(verdicts: Iterable[Verdict]) -> Tokens:
    return Tokens.total(sample.tokens for verdict in verdicts for sample in verdict.samples)
