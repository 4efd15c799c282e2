"""Cases put to an agent: several at a time, recorded in order."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass

from judge_eval.core.case import Case
from judge_eval.core.ports import AgentUnderTest
from judge_eval.core.run import Run
from judge_eval.errors import told

_AHEAD = 4
"""Tasks waiting behind the oldest one, for each that may run: a slow case holds up the writing, not the work."""


@dataclass(frozen=True, slots=True)
class Captured:
    """How many runs were recorded now, how many of them broke off, and how many were recorded before.

    `failed` counts those that could not be made, which is no fault of the agent's: nothing is recorded of them.
    """

    runs: int
    errors: int
    skipped: int
    failed: int = 0


@dataclass(frozen=True, slots=True)
class NotRun:
    """A run that could not be made, and why."""

    case_id: str
    repeat: int
    reason: str


async def capture(
    cases: Iterable[Case],
    agent: AgentUnderTest,
    *,
    repeats: int,
    concurrency: int,
    on_run: Callable[[Run], None],
    on_failure: Callable[[NotRun], None],
    recorded: Collection[tuple[str, int]] = (),
    seconds: float | None = None,
) -> Captured:
    """Runs each case `repeats` times but for those (case id, repeat) in `recorded`, and says what came of it.

    Cases that are to be skipped are not run.

    `on_run` gets the runs by the order of the cases, then by repeat, whatever ended first. Cancelled, it still
    gets every run that had ended; the others are dropped whole. An agent's failure is in its run; `on_failure` hears
    of the runs that its adapter could not make, and of those that had no end when `seconds` were over.
    """
    slots = asyncio.Semaphore(concurrency)
    waiting: deque[asyncio.Task[Run | NotRun]] = deque()
    counts = _Counts(on_run, on_failure)
    wanted = _wanted(cases, repeats)
    deadline = asyncio.timeout(seconds)
    try:
        async with deadline:
            for case, repeat in wanted:
                if (case.id, repeat) in recorded:
                    counts.skipped += 1
                    continue
                counts.begun[case.id, repeat] = None
                if len(waiting) >= concurrency * _AHEAD:
                    counts.take(await _oldest(waiting))
                waiting.append(asyncio.create_task(_run(agent, case, repeat, slots)))
            while waiting:
                counts.take(await _oldest(waiting))
    except TimeoutError:
        if not deadline.expired():
            raise
    finally:
        for run in await _ended(waiting):
            counts.take(run)
    never_begun = [(case.id, repeat) for case, repeat in wanted if (case.id, repeat) not in recorded]
    for case_id, repeat in (*counts.begun, *never_begun):
        counts.take(NotRun(case_id, repeat, f"the agent did not come to its end within {seconds:g} s (--timeout)"))
    return counts.total()


class _Counts:
    """Hands runs on and counts them."""

    def __init__(self, on_run: Callable[[Run], None], on_failure: Callable[[NotRun], None]) -> None:
        self._on_run = on_run
        self._on_failure = on_failure
        self._runs = self._errors = self._failed = 0
        self.skipped = 0
        self.begun: dict[tuple[str, int], None] = {}
        """The runs that have begun and are not taken yet, by case id and repeat."""

    def take(self, run: Run | NotRun) -> None:
        """Hands one run on, or why there is none."""
        self.begun.pop((run.case_id, run.repeat), None)
        if isinstance(run, NotRun):
            self._on_failure(run)
            self._failed += 1
            return
        self._on_run(run)
        self._runs += 1
        self._errors += run.error is not None

    def total(self) -> Captured:
        """What was counted."""
        return Captured(runs=self._runs, errors=self._errors, skipped=self.skipped, failed=self._failed)


def _wanted(cases: Iterable[Case], repeats: int) -> Iterator[tuple[Case, int]]:
    # Without written turns there is nothing to say to an agent, and that is no fault of the agent's.
    wanted = (case for case in cases if case.turns and case.skip is None)
    return ((case, repeat) for case in wanted for repeat in range(repeats))


async def _run(agent: AgentUnderTest, case: Case, repeat: int, slots: asyncio.Semaphore) -> Run | NotRun:
    async with slots:
        try:
            return await agent.run(case, repeat)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - told as a run that could not be made, and sinks no suite
            return NotRun(case.id, repeat, f"the agent could not be run: {told(error)}")


async def _oldest(waiting: deque[asyncio.Task[Run | NotRun]]) -> Run | NotRun:
    """The run of the first task; the task stays in the queue until its run is there, so that none is lost."""
    run = await asyncio.shield(waiting[0])
    waiting.popleft()
    return run


async def _ended(waiting: Iterable[asyncio.Task[Run | NotRun]]) -> list[Run | NotRun]:
    """The runs that had ended, in order; the other tasks are stopped."""
    tasks = list(waiting)
    ended = [task.result() for task in tasks if task.done() and not task.cancelled()]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return ended
