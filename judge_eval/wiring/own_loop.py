"""An event loop of one's own, also where another one is running."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from judge_eval.errors import JudgeEvalError

ResultT = TypeVar("ResultT")


def in_own_loop(work: Callable[[], Coroutine[Any, Any, ResultT]]) -> ResultT:
    """The result of `work`; a loop that is running here waits for it.

    What judge-eval raises on purpose says itself what is wrong: it comes without the frames of the loop.
    """
    __tracebackhide__ = True
    try:
        if not _is_running():
            return asyncio.run(work())
        with ThreadPoolExecutor(max_workers=1) as worker:
            # A thread of its own has no running loop.
            return worker.submit(lambda: asyncio.run(work())).result()
    except JudgeEvalError as error:
        raise error.with_traceback(None) from error.__cause__


def _is_running() -> bool:
    """Whether an event loop is running in this thread."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
