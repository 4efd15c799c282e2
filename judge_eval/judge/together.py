"""Several things that are waited for at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any, TypeVar

ResultT = TypeVar("ResultT")


async def together(work: Iterable[Coroutine[Any, Any, ResultT]]) -> list[ResultT]:
    """What each brings, in their order. Raises: the first error that one of them raises.

    One alone is awaited as it is: most items need one sample, and a task for it would cost more than its reading.
    """
    coroutines = list(work)
    if len(coroutines) == 1:
        return [await coroutines[0]]
    return await asyncio.gather(*coroutines)
