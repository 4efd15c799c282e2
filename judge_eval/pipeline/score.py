"""The order of steps: pair each case with its runs, measure, adjudicate, decide, and add up."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from judge_eval.core.case import Case
from judge_eval.core.config import GateConfig
from judge_eval.core.estimate import Estimate
from judge_eval.core.label import Population
from judge_eval.core.ports import Ledger, Progress
from judge_eval.core.results import CaseResult, Results, SampleCounts
from judge_eval.core.run import Run
from judge_eval.core.score import Score
from judge_eval.core.verdict import VerdictLine
from judge_eval.pipeline.adjudicate import unadjudicated, unsupported
from judge_eval.pipeline.adk_history import with_history
from judge_eval.pipeline.aggregate import Tallies
from judge_eval.pipeline.calibrated import Settlement, shares, with_probabilities
from judge_eval.pipeline.correct import corrected
from judge_eval.pipeline.decide import case_result, unscored
from judge_eval.pipeline.gate import Bar, CaseCounts, Ruling, bars, gate_of, rule
from judge_eval.pipeline.judged_items import JudgedItemsByMetric
from judge_eval.pipeline.measure import measure
from judge_eval.pipeline.pairing import pairs
from judge_eval.pipeline.plan import Plan, Plans
from judge_eval.pipeline.score_run import ScoreRun, score_run


@dataclass(frozen=True, slots=True)
class Outcome:
    """A scored suite: the gate's ruling and the counts; the cases themselves stand in the ledger."""

    plans: Plans
    gate: GateConfig
    ruling: Ruling
    samples: SampleCounts
    populations: Mapping[str, Population] = field(default_factory=dict[str, Population])
    """What labels of each judged metric can be drawn from."""

    @property
    def exit_code(self) -> int:
        """What the ruling means to the caller of a command: 0, 1 or 3."""
        return self.ruling.exit_code(self.gate)

    def head(self) -> Results:
        """The results without the cases, which the ledger holds."""
        judged = [metric for plan in self.plans.plans for metric in plan.judged]
        return Results(
            status=self.ruling.status,
            judge=next((plan.judge for plan in self.plans.plans if plan.judge is not None), None),
            questions={metric.question.metric: metric.used for metric in judged if metric.used is not None},
            samples=self.samples,
            estimates=self.ruling.estimates,
        )


class Suite:
    """One scoring of a suite: its inputs, and what has been counted so far."""

    def __init__(
        self,
        plans: Plans,
        ledger: Ledger,
        progress: Progress,
        *,
        broken: Mapping[str, str] | None = None,
        not_run: Mapping[str, str] | None = None,
        references: bool = False,
        allow_stale: bool = False,
        score_run: ScoreRun = score_run,
    ) -> None:
        """`broken` gives the reason for each case id that could not be read, `not_run` for each without a run.

        `references` scores these as the runs; `allow_stale` lets the record of a judge correct it whose model changed.
        `score_run` scores each run, where a judge or code of the person's own has a part in it.
        """
        self._plans = plans
        self._ledger = ledger
        self._progress = progress
        self._broken = broken or {}
        self._not_run = not_run or {}
        self._references = references
        self._allow_stale = allow_stale
        self._score_run = score_run
        self._bars: dict[str, Bar] = bars(plans.plans)
        self._gate = gate_of(plans.plans)
        self._tallies = Tallies(plans.plans)
        self._counts = CaseCounts()
        self._judged = JudgedItemsByMetric()

    async def score(self, *, concurrency: int) -> Outcome:
        """The outcome over all cases; at most `concurrency` runs are under way at once."""
        for case_id, reason in sorted(self._broken.items()):
            self._keep_unscored(unscored(case_id, reason), case_id)
        if any(plan.judged or plan.coded for plan in self._plans.plans):
            await self._score_together(concurrency)
        else:
            for case, run in self._pairs():
                plan = self._plans.of(case.id)
                self._settle(case, run, plan, (*measure(plan, case, run), *unsupported(plan, case, run)))
        estimates = corrected(self._tallies.estimates(), self._judged, self._plans, allow_stale=self._allow_stale)
        ruling = rule(self._with_probabilities(estimates), self._bars, self._counts, self._gate)
        return Outcome(self._plans, self._gate, ruling, self._tallies.samples(), self._judged.populations())

    def _pairs(self) -> Iterator[tuple[Case, Run]]:
        """The pairs that can be scored; the others are kept as errors on the way."""
        for pair in pairs(self._ledger, references=self._references, not_run=self._not_run):
            if pair.run is not None:
                yield pair.case, pair.run
            else:
                judged = unadjudicated(self._plans.of(pair.case.id), pair.case, pair.reason)
                self._keep_unscored(unscored(pair.case.id, pair.reason, pair.repeat), pair.case.cluster, judged)

    async def _score_together(self, concurrency: int) -> None:
        room = asyncio.Semaphore(concurrency)

        async def score(case: Case, run: Run) -> None:
            try:
                plan = self._plans.of(case.id)
                self._settle(case, run, plan, await self._score_run(plan, case, run))
            finally:
                room.release()

        async with asyncio.TaskGroup() as tasks:
            async for case, run in _paced(self._pairs(), room):
                tasks.create_task(score(case, run))

    def _settle(self, case: Case, run: Run, plan: Plan, scores: tuple[Score, ...]) -> None:
        judged = [score for score in scores if score.metric in plan.judged_names]
        self._judged.add(judged, case.cluster, run.agent)
        scores = with_probabilities(scores, case, run, plan.records)
        said = self._ledger.said_of(case.id, run.repeat)
        result = with_history(case_result(run, scores, plan.configs, plan.aspects), said, case, plan)
        lines = [
            VerdictLine(
                case_id=case.id,
                repeat=run.repeat,
                metric=score.metric,
                turn=item.turn,
                criterion=item.criterion,
                verdict=verdict,
            )
            for score in scores
            for item in score.items
            for verdict in item.verdicts
        ]
        self._tallies.add(scores, case.cluster)
        self._keep(result, plan, lines)

    def _with_probabilities(self, estimates: Sequence[Estimate]) -> tuple[Estimate, ...]:
        """Moves every probability to the suite's share of passes, which is known only now, and counts what is said."""
        moves = shares(estimates, self._judged, self._plans)
        settlement = Settlement(moves)
        if moves:
            self._ledger.change_results(settlement.settle)
        return tuple(map(settlement.told, estimates))

    def _keep_unscored(self, result: CaseResult, cluster: str, judged: Sequence[Score] = ()) -> None:
        plan = self._plans.of(result.id)
        self._tallies.add_unscored(plan.configs, cluster, judged)
        self._keep(result, plan, ())

    def _keep(self, result: CaseResult, plan: Plan, lines: Sequence[VerdictLine]) -> None:
        self._counts.add(result, plan)
        self._ledger.add_result(result, lines)
        self._progress.scored()


async def _paced(pairs: Iterator[tuple[Case, Run]], room: asyncio.Semaphore) -> AsyncIterator[tuple[Case, Run]]:
    """The pairs, each as soon as there is room for it."""
    for pair in pairs:
        await room.acquire()
        yield pair
