"""A suite from its settings to its outcome: everything opened, scored, and closed again."""

from __future__ import annotations

import os
import platform
import socket
from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from importlib.metadata import version
from pathlib import Path
from time import monotonic

from judge_eval.adapters.files.last_run import keep_last_run
from judge_eval.adapters.files.spool import Spool
from judge_eval.core.case import Case
from judge_eval.core.forecast import Forecast
from judge_eval.core.ports import AgentUnderTest, Progress, SampleStore
from judge_eval.core.run import Run
from judge_eval.core.session import RunsSource, Session
from judge_eval.errors import InputError
from judge_eval.pipeline.capture import NotRun, capture
from judge_eval.pipeline.forecast import forecast
from judge_eval.pipeline.gate import bars, gate_of
from judge_eval.pipeline.pairing import NotRunReasons
from judge_eval.pipeline.plan import Plan, Plans
from judge_eval.pipeline.redact import redacted_run
from judge_eval.pipeline.score import Outcome, Suite
from judge_eval.pipeline.score_run import ScoreRun, score_run
from judge_eval.wiring.agents import RUNS_AT_ONCE, agent_of
from judge_eval.wiring.commit import commit_at
from judge_eval.wiring.intake import Ground, Intake, take_in
from judge_eval.wiring.judges.custom_code import code_loader, hushed
from judge_eval.wiring.judges.judging import Judges
from judge_eval.wiring.planning import chosen, plan_of
from judge_eval.wiring.settings import KEPT_FOLDER, Settings
from judge_eval.wiring.silent_progress import Silent


@dataclass(frozen=True, slots=True)
class OpenSuite:
    """A suite that was read and planned; its spool is open as long as the suite is.

    `today` tells which quarantines are in force.
    """

    settings: Settings
    intake: Intake
    plans: Plans
    judges: Judges
    progress: Progress
    today: date

    @property
    def spool(self) -> Spool:
        """Where the cases, runs and results are."""
        return self.intake.spool

    @property
    def broken(self) -> dict[str, str]:
        """Why each case that contradicts itself cannot be scored, by its id."""
        return self.spool.broken()

    def listed(self) -> Iterator[tuple[Case, int]]:
        """Each case with the number of its runs at hand."""
        for case in self.spool.cases():
            yield case, len(self.spool.runs_of(case.id))

    async def forecast(self) -> Forecast:
        """What scoring would ask, with nothing asked; a live agent is loaded and not run.

        Raises: InputError where the agent cannot be loaded.
        """
        if self.settings.agent is not None:
            async with agent_of(self.settings.agent):
                return Forecast(self.spool.n_cases * self._repeats, {}, {}, live=True)
        try:
            return await forecast(self.plans, self.spool, references=self.intake.references)
        finally:
            await self.judges.aclose()

    def part(self, case_ids: Collection[str]) -> OpenSuite:
        """The same suite with these cases alone, in a spool that is to be closed; the judges are the same ones."""
        intake = replace(self.intake, spool=self.spool.part(case_ids), sources=[*self.intake.sources])
        return replace(self, intake=intake)

    async def score(self) -> tuple[Outcome, Session]:
        """The outcome, and what this invocation did for it.

        Raises: InputError, where the agent cannot be loaded or the judge can answer nothing at all.
        """
        try:
            return await self.score_on()
        finally:
            await self.judges.aclose()

    async def score_on(self, score_run: ScoreRun = score_run) -> tuple[Outcome, Session]:
        """As `score`, each run scored by `score_run`; the judges stay open for more."""
        started, clock = datetime.now(UTC), monotonic()
        not_run = await self._run_agent()
        self.progress.begin(self._n_results(not_run))
        suite = Suite(
            self.plans,
            self.spool,
            self.progress,
            today=self.today,
            broken=self.broken,
            not_run=not_run,
            references=self.intake.references,
            allow_stale=self.settings.allow_stale,
            score_run=score_run,
        )
        try:
            with self.judges.hushed(), hushed(self.plans):
                outcome = await suite.score(concurrency=self.settings.concurrency)
                await self.judges.land()
        finally:
            self.progress.end()
        outcome = replace(outcome, plans=self.judges.told(outcome.plans), subset=self.intake.subset)
        return outcome, self._session(started.isoformat(timespec="seconds"), monotonic() - clock)

    def remember(self) -> str | None:
        """Keeps how the cases came out, for `--last-failed`, unless nothing is to be kept; else why it could not."""
        if self.settings.cache is None:
            return None
        try:
            keep_last_run(Path(KEPT_FOLDER), self.spool.statuses())
        except InputError as error:
            return f"--last-failed will not know of this run: {error}"
        return None

    @property
    def _repeats(self) -> int:
        """How often a live agent runs each case."""
        return self.settings.repeat or 1

    def _n_results(self, not_run: NotRunReasons) -> int:
        """How many results there will be, with those of the runs that could not be made."""
        lost = sum(len(reasons) - (not self.spool.runs_of(case_id)) for case_id, reasons in not_run.items())
        return self.spool.n_pairs + lost

    async def _run_agent(self) -> NotRunReasons:
        """Records the runs of a live agent, if one was asked for; gives why some could not be made."""
        spec = self.settings.agent
        not_run: dict[str, dict[int, str]] = {}
        if spec is None:
            return not_run

        def failed(run: NotRun) -> None:
            not_run.setdefault(run.case_id, {})[run.repeat] = self.intake.redactor.text(run.reason)

        async with agent_of(spec) as agent:
            await self._capture(agent, failed)
            name = spec if isinstance(spec, str) else type(spec).__name__
            self.intake.sources.append(RunsSource(name=name, agents=(agent.fingerprint,)))
        return not_run

    async def _capture(self, agent: AgentUnderTest, failed: Callable[[NotRun], None]) -> None:
        """Keeps every run as it ends, also those before a Ctrl-C."""
        n_run = sum(bool(case.turns) and case.skip is None for case in self.spool.cases())
        total = n_run * self._repeats

        def keep(run: Run) -> None:
            self.spool.add_run(redacted_run(run, self.intake.redactor))
            self.progress.running(self.spool.n_runs, total)

        self.progress.running(0, total)
        try:
            await capture(
                self.spool.told_cases(),
                agent,
                repeats=self._repeats,
                concurrency=RUNS_AT_ONCE,
                seconds=self.settings.timeout_seconds,
                on_run=keep,
                on_failure=failed,
            )
        finally:
            self.progress.end()

    def _session(self, started: str, seconds: float) -> Session:
        return Session(
            version=version("judge-eval"),
            started=started,
            seconds=round(seconds, 3),
            calls=self.judges.made,
            cached=self.judges.cached,
            tokens=self.judges.tokens,
            host=socket.gethostname(),
            python=platform.python_version(),
            commit=commit_at(Path(), os.environ),
            configs=tuple(dict.fromkeys(self.intake.configs)),
            runs=tuple(self.intake.sources),
            replayed=self.judges.replayed(),
            notes=tuple(dict.fromkeys((*self.intake.notes, *self.intake.redactor.notes(), *self.judges.notes()))),
        )


@contextmanager
def open_suite(
    settings: Settings,
    progress: Progress | None = None,
    *,
    with_runs: bool = True,
    store: SampleStore | None = None,
    today: date | None = None,
) -> Generator[OpenSuite]:
    """The suite of these settings, read, checked and planned; nothing has been scored or asked.

    Without `with_runs` the cases alone are wanted; a `store` takes the place of the settings' own, and `today` that of
    the day it is by UTC.

    Raises: InputError with every problem of the input.
    """
    shown = progress or Silent()
    with Spool() as spool:
        day = today or datetime.now(UTC).date()
        intake = take_in(settings, spool, today=day, with_runs=with_runs)
        judges = Judges(settings, shown, store, rules=intake.redactor.rules)
        plans = tuple(_plan(ground, settings, judges) for ground in intake.grounds)
        _insist_on_one_gate(plans)
        judges.insist_on_one_way()
        yield OpenSuite(settings, intake, Plans(plans, intake.by_case), judges, shown, day)


def _insist_on_one_gate(plans: Sequence[Plan]) -> None:
    """Raises: InputError where the configurations of a suite contradict each other, before anything is run or asked."""
    bars(plans)
    gate_of(plans)


def _plan(ground: Ground, settings: Settings, judges: Judges) -> Plan:
    judge = settings.judge is not None or (ground.config is not None and ground.config.judge.model is not None)
    found = chosen(ground.config, settings.metrics, adk=ground.adk, judge=judge, asked=ground.asked)
    code = code_loader(ground.config, allowed=settings.allow_code)
    plan = plan_of(ground.config, found, judges.binder(ground.config), code)
    return replace(plan, judge=judges.of_suite(ground.config))
