"""The order of steps: pair each case with its runs, measure, adjudicate, decide, and add up."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from judge_eval.core.case import Case
from judge_eval.core.config import GateConfig
from judge_eval.core.estimate import Estimate
from judge_eval.core.label import Population
from judge_eval.core.ports import Ledger, Progress
from judge_eval.core.results import CaseResult, QuarantinedCases, RepeatsUsed, Results, SampleCounts, SubsetUsed
from judge_eval.core.run import Run
from judge_eval.core.score import Score
from judge_eval.core.verdict import VerdictLine
from judge_eval.pipeline.adjudicate import unadjudicated, unsupported
from judge_eval.pipeline.adk_history import with_history
from judge_eval.pipeline.correction.correct import corrected
from judge_eval.pipeline.correction.settlement import Settlement, shares
from judge_eval.pipeline.counts.suite_counts import SuiteCounts
from judge_eval.pipeline.counts.trials import Trial
from judge_eval.pipeline.decide import case_result, skipped, unscored
from judge_eval.pipeline.gate import Bar, Ruling, bars, gate_of, rule
from judge_eval.pipeline.measure import measure
from judge_eval.pipeline.pairing import NotRunReasons, Pair, pairs
from judge_eval.pipeline.plan import Plans
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
    repeats: RepeatsUsed | None = None
    quarantined: QuarantinedCases = field(default_factory=QuarantinedCases)
    subset: SubsetUsed | None = None

    @property
    def exit_code(self) -> int:
        """What the ruling means to the caller of a command: 0, 1 or 3."""
        return self.ruling.exit_code(self.gate)

    @property
    def informational(self) -> frozenset[str]:
        """The metrics that never pass or fail, or that apply nowhere."""
        return self.plans.reported_only | {row.metric for row in self.ruling.estimates if row.n == 0}

    def head(self) -> Results:
        """The results without the cases, which the ledger holds."""
        judged = [metric for plan in self.plans.plans for metric in plan.judged]
        return Results(
            status=self.ruling.status,
            judge=next((plan.judge for plan in self.plans.plans if plan.judge is not None), None),
            questions={metric.question.metric: metric.used for metric in judged if metric.used is not None},
            settings=self.plans.settings,
            samples=self.samples,
            subset=self.subset,
            repeats=self.repeats,
            quarantined=self.quarantined,
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
        today: date,
        broken: Mapping[str, str] | None = None,
        not_run: NotRunReasons | None = None,
        references: bool = False,
        allow_stale: bool = False,
        score_run: ScoreRun = score_run,
    ) -> None:
        """`broken` gives the reason for each case id that could not be read, `not_run` for each run that is lacking.

        A quarantine is in force where it holds on `today`.
        `references` scores these as the runs; `allow_stale` lets the record of a judge correct it whose model changed.
        `score_run` scores each run, where a judge or code of the person's own has a part in it.
        """
        self._plans = plans
        self._ledger = ledger
        self._progress = progress
        self._today = today
        self._broken = broken or {}
        self._not_run = not_run or {}
        self._references = references
        self._allow_stale = allow_stale
        self._score_run = score_run
        self._bars: dict[str, Bar] = bars(plans.plans)
        self._gate = gate_of(plans.plans)
        self._counts = SuiteCounts(plans)

    async def score(self, *, concurrency: int) -> Outcome:
        """The outcome over all cases; at most `concurrency` runs are under way at once."""
        for case_id, reason in sorted(self._broken.items()):
            self._keep_unscored(unscored(case_id, reason), 1, case_id)
        if any(plan.judged or plan.coded for plan in self._plans.plans):
            await self._score_together(concurrency)
        else:
            for pair, run in self._pairs():
                plan = self._plans.of(pair.case.id)
                self._settle(pair, run, (*measure(plan, pair.case, run), *unsupported(plan, pair.case, run)))
        counts = self._counts
        estimates = corrected(counts.tallies.estimates(), counts.judged, self._plans, allow_stale=self._allow_stale)
        ruling = rule(self._with_probabilities(estimates), self._bars, counts.cases, self._gate)
        return Outcome(
            self._plans,
            self._gate,
            ruling,
            counts.samples.counts(),
            counts.judged.populations(),
            counts.repeats.used(),
            counts.quarantined(),
        )

    def _pairs(self) -> Iterator[tuple[Pair, Run]]:
        """The pairs that can be scored; the others are kept as errors, or as skipped, on the way."""
        for pair in pairs(self._ledger, references=self._references, not_run=self._not_run):
            case = pair.case
            if pair.run is not None:
                yield pair, pair.run
            elif case.skip is not None:
                self._ledger.add_result(skipped(case.id, case.skip), ())
                self._progress.scored()
            else:
                judged = unadjudicated(self._plans.of(case.id), case, pair.reason)
                result = self._marked(unscored(case.id, pair.reason, pair.repeat), case)
                self._keep_unscored(result, pair.of, case.cluster, judged)

    async def _score_together(self, concurrency: int) -> None:
        room = asyncio.Semaphore(concurrency)

        async def score(pair: Pair, run: Run) -> None:
            try:
                self._settle(pair, run, await self._score_run(self._plans.of(pair.case.id), pair.case, run))
            finally:
                room.release()

        async with asyncio.TaskGroup() as tasks:
            async for pair, run in _paced(self._pairs(), room):
                tasks.create_task(score(pair, run))

    def _settle(self, pair: Pair, run: Run, scores: tuple[Score, ...]) -> None:
        case, plan = pair.case, self._plans.of(pair.case.id)
        if plan.calibrated:
            scores = tuple(
                plan.calibrated[score.metric](score, case, run) if score.metric in plan.calibrated else score
                for score in scores
            )
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
        self._keep(Trial(self._marked(result, case), scores, run.agent), pair.of, case.cluster, lines)

    def _marked(self, result: CaseResult, case: Case) -> CaseResult:
        """The result with the quarantine of its case, where that is in force."""
        if case.quarantine is None or not case.quarantine.holds_on(self._today):
            return result
        return result.model_copy(update={"quarantine": case.quarantine})

    def _with_probabilities(self, estimates: Sequence[Estimate]) -> tuple[Estimate, ...]:
        """Moves every probability to the suite's share of passes, which is known only now, and counts what is said."""
        moves = shares(estimates, self._counts.judged, self._plans)
        settlement = Settlement(moves)
        if moves:
            self._ledger.change_results(settlement.settle)
        return tuple(map(settlement.told, estimates))

    def _keep_unscored(self, result: CaseResult, of: int, cluster: str, judged: Sequence[Score] = ()) -> None:
        """Keeps a run that could not be scored: an error in each of its metrics, or in the items of `judged`."""
        told = {score.metric for score in judged}
        errors = [
            Score(case_id=result.id, repeat=result.repeat, metric=metric, status="error", reason=result.error or "")
            for metric in self._plans.of(result.id).configs
            if metric not in told
        ]
        self._keep(Trial(result, (*judged, *errors)), of, cluster, ())

    def _keep(self, trial: Trial, of: int, cluster: str, lines: Sequence[VerdictLine]) -> None:
        self._counts.add(trial, of, cluster)
        self._ledger.add_result(trial.result, lines)
        self._progress.scored()


async def _paced(pairs: Iterator[tuple[Pair, Run]], room: asyncio.Semaphore) -> AsyncIterator[tuple[Pair, Run]]:
    """The pairs, each as soon as there is room for it."""
    for pair in pairs:
        await room.acquire()
        yield pair
