"""A suite from its settings to its outcome: everything opened, scored, and closed again."""

from __future__ import annotations

import platform
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from time import monotonic

from judge_eval.adapters.files.spool import Spool
from judge_eval.core.ports import Progress
from judge_eval.core.session import Session
from judge_eval.pipeline.plan import Plans
from judge_eval.pipeline.score import Outcome, Suite
from judge_eval.wiring.intake import Intake, take_in
from judge_eval.wiring.judging import Judges
from judge_eval.wiring.planning import chosen, plan_of
from judge_eval.wiring.settings import Settings


class Silent:
    """Progress that nobody watches."""

    def begin(self, total: int) -> None:
        """Says nothing."""

    def scored(self) -> None:
        """Says nothing."""

    def asked(self, *, cached: bool) -> None:
        """Says nothing."""

    def end(self) -> None:
        """Says nothing."""


@dataclass(frozen=True, slots=True)
class OpenSuite:
    """A suite that was read and planned; its spool is open as long as the suite is."""

    settings: Settings
    intake: Intake
    plans: Plans
    judges: Judges
    progress: Progress

    async def score(self) -> tuple[Outcome, Session]:
        """The outcome, and what this invocation did for it. Raises: InputError, where nothing can be judged."""
        started, clock = datetime.now(UTC), monotonic()
        intake, spool = self.intake, self.intake.spool
        if self.settings.agent is not None:
            await self._run_agent()
        self.progress.begin(intake.n_to_score)
        suite = Suite(
            self.plans, spool, self.progress, broken=spool.broken(), references=intake.references
        )
        try:
            outcome = await suite.score(concurrency=self.settings.concurrency)
        finally:
            self.progress.end()
            await self.judges.aclose()
        return outcome, self._session(started, monotonic() - clock)


@contextmanager
def open_suite(settings: Settings, progress: Progress | None = None) -> Iterator[OpenSuite]:
    """The suite of these settings, read, checked and planned; nothing has been scored or asked.

    Raises: InputError with every problem of the input.
    """
    shown = progress or Silent()
    with Spool() as spool:
        intake = take_in(settings, spool)
        judges = Judges(settings, shown)
        plans = tuple(
            plan_of(
                config,
                chosen(config, settings.metrics, adk=intake.adk, judge=settings.judge is not None),
                judges.binder(config),
            )
            for config in intake.configs
        )
        yield OpenSuite(settings, intake, Plans(plans, intake.by_case), judges, shown)
