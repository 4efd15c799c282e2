"""Cases put to an agent: several at a time, recorded in order."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass

from judge_eval.core.case import Case
from judge_eval.core.ports import AgentUnderTest
from judge_eval.core.run import Run

_AHEAD = 4
"""Tasks waiting behind the oldest one, for each that may run: a slow case holds up the writing, not the work."""


@dataclass(frozen=True, slots=True)
class Captured:
    """How many runs were recorded now, how many of them broke off, and how many were recorded before."""

    runs: int
    errors: int
    skipped: int


async def capture(
    cases: Iterable[Case],
    agent: AgentUnderTest,
    *,
    repeats: int,
    concurrency: int,
    on_run: Callable[[Run], None],
    recorded: Collection[tuple[str, int]] = (),
) -> Captured:
    """Runs each case `repeats` times but for those (case id, repeat) in `recorded`, and says what came of it.

    `on_run` gets the runs by the order of the cases, then by repeat, whatever ended first. Cancelled, it still
    gets every run that had ended; the others are dropped whole.
    """
    slots = asyncio.Semaphore(concurrency)
    waiting: deque[asyncio.Task[Run]] = deque()
    counts = _Counts(on_run)
    try:
        for case, repeat in _wanted(cases, repeats):
            if (case.id, repeat) in recorded:
                counts.skipped += 1
                continue
            if len(waiting) >= concurrency * _AHEAD:
                counts.take(await _oldest(waiting))
            waiting.append(asyncio.create_task(_run(agent, case, repeat, slots)))
        while waiting:
            counts.take(await _oldest(waiting))
    finally:
        for run in await _ended(waiting):
            counts.take(run)
    return counts.total()


class _Counts:
    """Hands runs on and counts them."""

    def __init__(self, on_run: Callable[[Run], None]) -> None:
        self._on_run = on_run
        self._runs = self._errors = 0
        self.skipped = 0

    def take(self, run: Run) -> None:
        """Hands one run on."""
        self._on_run(run)
        self._runs += 1
        self._errors += run.error is not None

    def total(self) -> Captured:
        """What was counted."""
        return Captured(runs=self._runs, errors=self._errors, skipped=self.skipped)


def _wanted(cases: Iterable[Case], repeats: int) -> Iterator[tuple[Case, int]]:
    # Without written turns there is nothing to say to an agent, and that is no fault of the agent's.
    return ((case, repeat) for case in cases if case.turns for repeat in range(repeats))


async def _run(agent: AgentUnderTest, case: Case, repeat: int, slots: asyncio.Semaphore) -> Run:
    async with slots:
        try:
            return await agent.run(case, repeat)
        except Exception as error:  # noqa: BLE001 - an adapter that fails makes a failed run, and sinks no suite
            reason = f"the agent could not be run: {type(error).__name__}: {error}"
            return Run(case_id=case.id, repeat=repeat, agent=agent.fingerprint, error=reason)


async def _oldest(waiting: deque[asyncio.Task[Run]]) -> Run:
    """The run of the first task; the task stays in the queue until its run is there, so that none is lost."""
    run = await asyncio.shield(waiting[0])
    waiting.popleft()
    return run


async def _ended(waiting: Iterable[asyncio.Task[Run]]) -> list[Run]:
    """The runs that had ended, in order; the other tasks are stopped."""
    tasks = list(waiting)
    ended = [task.result() for task in tasks if task.done() and not task.cancelled()]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return ended
