"""Batches: many ask, and the thread is gone to once for all that waits."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from judge_eval.adapters.samples.batches import Batches


def doubled(use: Callable[[Batches[int, int]], Awaitable[object]], begin: Event | None = None) -> list[list[int]]:
    """The batches that came to the thread while `use` asked for doubles; the thread waits for `begin` each time."""
    seen: list[list[int]] = []

    def work(pieces: Sequence[int]) -> list[int]:
        seen.append(list(pieces))
        if begin is not None:
            begin.wait()
        if -1 in pieces:
            raise ValueError("the thread broke")
        return [2 * piece for piece in pieces]

    async def run() -> None:
        with ThreadPoolExecutor(max_workers=1) as thread:
            await use(Batches(work, thread))

    asyncio.run(run())
    return seen


def test_each_gets_its_own_result_and_all_go_in_one_batch() -> None:
    """What is asked for in the same turn of the loop needs one way to the thread."""

    async def use(batches: Batches[int, int]) -> None:
        assert await asyncio.gather(*map(batches.do, range(50))) == [2 * number for number in range(50)]

    assert doubled(use) == [list(range(50))]


def test_what_comes_while_the_thread_is_busy_is_the_next_batch() -> None:
    """Nothing waits longer than for the batch under way."""
    begin = Event()

    async def use(batches: Batches[int, int]) -> None:
        first = asyncio.create_task(batches.do(1))
        await asyncio.sleep(0.01)
        others = [asyncio.create_task(batches.do(number)) for number in (2, 3)]
        await asyncio.sleep(0)
        begin.set()
        assert await asyncio.gather(first, *others) == [2, 4, 6]

    assert doubled(use, begin) == [[1], [2, 3]]


def test_an_error_comes_to_all_of_its_batch_and_to_no_other() -> None:
    """The next batch is done as if nothing had been."""

    async def use(batches: Batches[int, int]) -> None:
        found = await asyncio.gather(*map(batches.do, (1, -1)), return_exceptions=True)
        assert [type(one) for one in found] == [ValueError, ValueError]
        assert await batches.do(3) == 6

    assert doubled(use) == [[1, -1], [3]]


def test_one_that_gives_up_holds_up_no_other() -> None:
    """Its piece is done all the same: a sample that was paid is written, whoever waits for it."""
    begin = Event()

    async def use(batches: Batches[int, int]) -> None:
        gone, stays = (asyncio.create_task(batches.do(number)) for number in (1, 2))
        await asyncio.sleep(0.01)
        gone.cancel()
        begin.set()
        assert await stays == 4
        with pytest.raises(asyncio.CancelledError):
            await gone

    assert doubled(use, begin) == [[1, 2]]


def test_batches_outlive_a_loop() -> None:
    """A loop that was stopped while the thread was busy leaves nothing behind for the next one."""
    begin = Event()

    def work(pieces: Sequence[int]) -> Sequence[int]:
        begin.wait()
        return pieces

    with ThreadPoolExecutor(max_workers=1) as thread:
        batches: Batches[int, int] = Batches(work, thread)

        async def stopped() -> None:
            await asyncio.wait_for(batches.do(1), timeout=0.01)

        with pytest.raises(TimeoutError):
            asyncio.run(stopped())
        begin.set()
        assert asyncio.run(batches.do(2)) == 2
