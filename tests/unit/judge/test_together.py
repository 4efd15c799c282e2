"""Waiting for several things at the same time."""

from __future__ import annotations

import asyncio

import pytest

from judge_eval.judge.together import together


def test_several_run_at_the_same_time_and_come_in_their_order() -> None:
    """Each waits for the next one to begin, so that none could end alone."""

    async def run() -> list[int]:
        begun = [asyncio.Event() for _ in range(3)]

        async def work(number: int) -> int:
            begun[number].set()
            await begun[(number + 1) % 3].wait()
            return number

        return await together(work(number) for number in range(3))

    assert asyncio.run(run()) == [0, 1, 2]


def test_one_alone_needs_no_task_of_its_own() -> None:
    """It runs in the task that waits for it."""

    async def who() -> object:
        return asyncio.current_task()

    async def run() -> bool:
        return await together([who()]) == [asyncio.current_task()]

    assert asyncio.run(run())


@pytest.mark.parametrize("n_works", [1, 3])
def test_an_error_is_raised(n_works: int) -> None:
    """Whether one was waited for or several."""

    async def fail() -> None:
        raise KeyError("broken")

    with pytest.raises(KeyError, match="broken"):
        asyncio.run(together(fail() for _ in range(n_works)))
