"""Capturing a suite: order, bounded concurrency, failures of an adapter, resuming, stopping."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge_eval.core.case import Case, Turn
from judge_eval.core.content import Part
from judge_eval.core.run import Run
from judge_eval.pipeline.capture import Captured, NotRun, capture


def _case(name: str) -> Case:
    return Case(id=name, cluster=name, turns=(Turn(user=(Part(text="hello"),)),))


@dataclass
class PacedAgent:
    """An agent whose runs take as many steps of the event loop as `steps` says, and which counts those under way."""

    steps: dict[tuple[str, int], int] = field(default_factory=dict[tuple[str, int], int])
    broken: frozenset[str] = frozenset()
    failing: frozenset[str] = frozenset()
    under_way: int = 0
    most: int = 0
    ended: list[tuple[str, int]] = field(default_factory=list[tuple[str, int]])
    on_end: Callable[[int], object] = field(default=lambda n_ended: None)

    @property
    def fingerprint(self) -> str:
        """Always the same agent."""
        return "paced@0000"

    async def run(self, case: Case, repeat: int) -> Run:
        """A run without turns; an exception for a case in `broken`, a run with an error for one in `failing`."""
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        try:
            for _ in range(self.steps.get((case.id, repeat), 0)):
                await asyncio.sleep(0)
        finally:
            self.under_way -= 1
        if case.id in self.broken:
            raise RuntimeError("the adapter broke")
        self.ended.append((case.id, repeat))
        self.on_end(len(self.ended))
        error = "ValueError: the agent broke" if case.id in self.failing else None
        return Run(case_id=case.id, repeat=repeat, agent=self.fingerprint, error=error)


def _captured(
    agent: PacedAgent, names: list[str], repeats: int, concurrency: int, recorded: frozenset[tuple[str, int]]
) -> tuple[Captured, list[Run], list[NotRun]]:
    runs: list[Run] = []
    not_run: list[NotRun] = []
    cases = (_case(name) for name in names)
    work = capture(
        cases,
        agent,
        repeats=repeats,
        concurrency=concurrency,
        on_run=runs.append,
        on_failure=not_run.append,
        recorded=recorded,
    )
    return asyncio.run(work), runs, not_run


def _unexpected(failed: NotRun) -> None:
    raise AssertionError(failed)


NAMES = [f"case-{number}" for number in range(6)]


@given(
    steps=st.dictionaries(st.tuples(st.sampled_from(NAMES), st.integers(0, 2)), st.integers(0, 9)),
    repeats=st.integers(1, 3),
    concurrency=st.integers(1, 4),
    recorded=st.frozensets(st.tuples(st.sampled_from(NAMES), st.integers(0, 2))),
)
def test_runs_come_in_order_whatever_their_pace(
    steps: dict[tuple[str, int], int], repeats: int, concurrency: int, recorded: frozenset[tuple[str, int]]
) -> None:
    """Every run that is not recorded comes once, by case and repeat, and never too many are under way."""
    agent = PacedAgent(steps)
    counted, runs, _ = _captured(agent, NAMES, repeats, concurrency, recorded)
    everything = [(name, repeat) for name in NAMES for repeat in range(repeats)]
    assert [(run.case_id, run.repeat) for run in runs] == [key for key in everything if key not in recorded]
    assert agent.most <= concurrency
    assert counted == Captured(runs=len(runs), errors=0, skipped=len(recorded & set(everything)))


def test_a_slow_case_does_not_stop_the_others() -> None:
    """While the first case is slow, those behind it run; only their writing waits."""
    agent = PacedAgent({("case-0", 0): 50})
    _, runs, _ = _captured(agent, NAMES, repeats=1, concurrency=2, recorded=frozenset())
    assert [run.case_id for run in runs] == NAMES
    assert agent.ended[-1] == ("case-0", 0)


def test_a_broken_adapter_makes_no_run() -> None:
    """What an adapter raises is told apart from the agent's own failure, which is in its run; the other cases go on."""
    agent = PacedAgent(broken=frozenset({"case-1"}), failing=frozenset({"case-3"}))
    counted, runs, not_run = _captured(agent, NAMES, repeats=1, concurrency=2, recorded=frozenset())
    assert [run.error for run in runs if run.error] == ["ValueError: the agent broke"]
    assert not_run == [NotRun("case-1", 0, "the agent could not be run: RuntimeError: the adapter broke")]
    assert counted == Captured(runs=5, errors=1, skipped=0, failed=1)


def test_cases_are_taken_as_they_are_needed() -> None:
    """A long suite is not read ahead of the work: with one slot, at most five cases more than there are runs."""
    taken: list[str] = []
    runs: list[Run] = []
    ahead: list[int] = []

    def cases() -> Iterator[Case]:
        for number in range(50):
            taken.append(f"case-{number}")
            ahead.append(len(taken) - len(runs))
            yield _case(taken[-1])

    asyncio.run(capture(cases(), PacedAgent(), repeats=1, concurrency=1, on_run=runs.append, on_failure=_unexpected))
    assert len(runs) == 50
    assert max(ahead) <= 5


def test_stopped_it_hands_on_what_had_ended() -> None:
    """When capturing is cancelled, runs that had ended reach their file, though an earlier case had not."""
    runs: list[Run] = []
    agent = PacedAgent({("case-0", 0): 10**9})

    async def stopped() -> None:
        five = asyncio.Event()
        agent.on_end = lambda n_ended: five.set() if n_ended == 5 else None
        cases = map(_case, NAMES)
        capturing = capture(cases, agent, repeats=1, concurrency=2, on_run=runs.append, on_failure=_unexpected)
        work = asyncio.create_task(capturing)
        await five.wait()
        work.cancel()
        await work

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(stopped())
    assert [run.case_id for run in runs] == NAMES[1:]
    assert agent.under_way == 0


def test_what_has_no_end_in_time_is_not_run() -> None:
    """The runs that had ended are kept; of each of the others, begun or not, it is said why there is none."""
    runs: list[Run] = []
    not_run: list[NotRun] = []
    agent = PacedAgent({("case-0", 0): 10**9, ("case-1", 0): 10**9})
    capturing = capture(
        map(_case, NAMES),
        agent,
        repeats=1,
        concurrency=2,
        seconds=0.05,
        on_run=runs.append,
        on_failure=not_run.append,
        recorded={("case-3", 0)},
    )
    assert asyncio.run(capturing) == Captured(runs=0, errors=0, skipped=1, failed=len(NAMES) - 1)
    assert not runs
    assert {one.case_id for one in not_run} == set(NAMES) - {"case-3"}
    assert {one.reason for one in not_run} == {"the agent did not come to its end within 0.05 s (--timeout)"}
    assert agent.under_way == 0
