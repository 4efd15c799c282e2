"""An event loop of one's own, also where another one is running."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

ResultT = TypeVar("ResultT")


def in_own_loop(work: Callable[[], Coroutine[Any, Any, ResultT]]) -> ResultT:
    """The result of `work`; a loop that is running here waits for it."""

    def call() -> ResultT:
        return asyncio.run(work())

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return call()
    with ThreadPoolExecutor(max_workers=1) as worker:
        # A thread of its own has no running loop.
        return worker.submit(call).result()
