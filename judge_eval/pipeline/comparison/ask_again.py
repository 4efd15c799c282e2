"""The second look: what differs between two sides, or is undecided, is asked again on both, with fresh samples."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from judge_eval.core.case import Case
from judge_eval.core.comparison import Side as SideName
from judge_eval.core.ports import Progress
from judge_eval.core.run import Run
from judge_eval.core.score import Score
from judge_eval.judge import catalog as questions
from judge_eval.judge.question import Item
from judge_eval.judge.together import together
from judge_eval.pipeline.adjudicate import adjudicate
from judge_eval.pipeline.comparison.compared_side import ItemKey, Side
from judge_eval.pipeline.comparison.item_pairs import ItemPair
from judge_eval.pipeline.plan import Judged, Plan

FRESH_INDEX = 1_000
"""The sample index from which a second look asks: no rule of a first look comes so far."""
RULE = "lead:3,max:15"
"""The rule of the second look."""

JudgedOf = Callable[[str, str], Judged]
"""The metric of a case's plan, by the case's id and the metric's name, with the judge of the second look."""


@dataclass(frozen=True, slots=True)
class Answers:
    """What the second look brought: each item of both sides, by repeat; and why some items could not be asked about."""

    scores: Mapping[tuple[SideName, ItemKey], Mapping[int, Score]] = field(
        default_factory=dict[tuple[SideName, ItemKey], Mapping[int, Score]]
    )
    unanswered: Mapping[ItemKey, str] = field(default_factory=dict[ItemKey, str])

    @property
    def lacking(self) -> dict[str, list[str]]:
        """By metric why each item of it is unanswered."""
        reasons: dict[str, list[str]] = {}
        for key, why in self.unanswered.items():
            reasons.setdefault(key.metric, []).append(why)
        return reasons

    def of(self, side: SideName, key: ItemKey) -> Mapping[int, Score]:
        """The item on a side, by repeat; empty where it was not asked about again."""
        return self.scores.get((side, key), {})


@dataclass(frozen=True, slots=True)
class _Work:
    """A run, with the items of one metric that are asked about again."""

    side: SideName
    case: Case
    run: Run
    keys: frozenset[ItemKey]


class SecondLook:
    """One asking again of two sides; where cases or runs are not at hand, nothing is asked."""

    def __init__(self, base: Side, candidate: Side, judged_of: JudgedOf, progress: Progress) -> None:
        self._sides: tuple[tuple[SideName, Side], ...] = (("base", base), ("candidate", candidate))
        self._judged_of = judged_of
        self._progress = progress
        self._scores: dict[tuple[SideName, ItemKey], dict[int, Score]] = {}
        self._unanswered: dict[ItemKey, str] = {}

    async def ask(self, pairs: Iterable[ItemPair], *, concurrency: int) -> Answers:
        """The answers on all judged pairs that differ or are undecided; at most `concurrency` runs are under way."""
        wanted = [pair for pair in pairs if pair.key.metric in questions.NAMES and (pair.is_discordant or pair.is_open)]
        if why_not := self._lacking():
            return Answers(unanswered={pair.key: why_not for pair in wanted})
        work = list(self._work(wanted))
        room = asyncio.Semaphore(concurrency)

        async def ask(one: _Work) -> None:
            async with room:
                await self._ask(one)
                self._progress.scored()

        self._progress.begin(len(work))
        try:
            await together(map(ask, work))
        finally:
            self._progress.end()
        for pair in wanted:
            self._check(pair)
        return Answers(self._scores, self._unanswered)

    def _lacking(self) -> str:
        """Why nothing can be asked again where cases or runs are not at hand; empty where they are."""
        for _, side in self._sides:
            for there, file in ((side.has_cases, "cases.jsonl"), (side.has_runs, "runs.jsonl")):
                if not there:
                    return f"{side.name} has no {file}"
        return ""

    def _work(self, wanted: Sequence[ItemPair]) -> Iterable[_Work]:
        """Each run of each side with the items of a metric that are asked about, in their order.

        Runs that were not scored are left alone.
        """
        by_case: dict[tuple[str, str], list[ItemPair]] = {}
        for pair in wanted:
            by_case.setdefault((pair.key.metric, pair.key.case_id), []).append(pair)
        for (_, case_id), pairs in by_case.items():
            keys = frozenset(pair.key for pair in pairs)
            for name, side in self._sides:
                case = side.case(case_id)
                items = [pair.base if name == "base" else pair.candidate for pair in pairs]
                scored = {repeat for item in items for repeat in item.rows}
                for run in side.runs_of(case_id):
                    if case is not None and run.repeat in scored:
                        yield _Work(name, case, run, keys)

    async def _ask(self, work: _Work) -> None:
        metric = next(iter(work.keys)).metric
        judged = _narrowed(self._judged_of(work.case.id, metric), work.keys)
        (score,) = await adjudicate(Plan(judged=(judged,)), work.case, work.run)
        for item in score.items:
            key = ItemKey(metric, work.case.id, item.turn, item.criterion)
            if item.status == "error":
                self._unanswered[key] = min(self._unanswered.get(key, item.reason), item.reason)
            elif key in work.keys and item.decision != "not_applicable":
                self._scores.setdefault((work.side, key), {})[work.run.repeat] = item

    def _check(self, pair: ItemPair) -> None:
        """Notes a pair of which a side brought no answer at all."""
        for name, _ in self._sides:
            if pair.key not in self._unanswered and not self._scores.get((name, pair.key)):
                self._unanswered[pair.key] = "it is not asked about any more"


def _narrowed(judged: Judged, keys: frozenset[ItemKey]) -> Judged:
    """The metric, which asks about these items alone."""
    items = judged.question.items

    def wanted(case: Case, run: Run, options: Any) -> tuple[Item, ...]:
        return tuple(item for item in items(case, run, options) if _place(judged, case, item) in keys)

    return replace(judged, question=replace(judged.question, items=wanted))


def _place(judged: Judged, case: Case, item: Item) -> ItemKey:
    criterion = None if item.criterion is None else item.criterion.id
    return ItemKey(judged.question.metric, case.id, item.turn, criterion)
