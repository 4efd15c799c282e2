"""Work in a thread, piece by piece for those who ask and all that waits in one go for the thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import Generic, TypeVar

PieceT = TypeVar("PieceT")
DoneT = TypeVar("DoneT")


class Batches(Generic[PieceT, DoneT]):
    """`work` on `thread`: what is asked for while it is busy becomes its next batch.

    A way to the thread and back costs more than reading a sample, and a transaction more than writing one.
    """

    def __init__(self, work: Callable[[Sequence[PieceT]], Sequence[DoneT]], thread: Executor) -> None:
        """`work` gives the results of a batch in its order."""
        self._work = work
        self._thread = thread
        self._waiting: list[tuple[PieceT, asyncio.Future[DoneT]]] = []
        self._worker: asyncio.Task[None] | None = None

    async def do(self, piece: PieceT) -> DoneT:
        """The result of a piece. Raises: what the work on its batch raises."""
        done = asyncio.get_running_loop().create_future()
        self._waiting.append((piece, done))
        if self._worker is None:
            self._worker = asyncio.create_task(self._work_off())
        return await done

    async def _work_off(self) -> None:
        """Does batch after batch until nothing waits."""
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                await self._do(batch)
        finally:
            self._worker = None

    async def _do(self, batch: Sequence[tuple[PieceT, asyncio.Future[DoneT]]]) -> None:
        pieces = [piece for piece, _ in batch]
        try:
            results = await asyncio.get_running_loop().run_in_executor(self._thread, self._work, pieces)
        except Exception as error:  # noqa: BLE001 - it is raised again where each piece was asked for
            for _, done in batch:
                if not done.done():
                    done.set_exception(error)
            return
        for (_, done), result in zip(batch, results, strict=True):
            if not done.done():
                done.set_result(result)
