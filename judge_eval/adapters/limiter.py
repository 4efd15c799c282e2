"""A backend within its limits: calls at once, time for a call, tries, and pauses between them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random

from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type, stop_after_attempt

from judge_eval.calibration.thresholds import (
    FIRST_PAUSE_SECONDS,
    JUDGE_CALL_SECONDS,
    JUDGE_TRIES,
    LONGEST_PAUSE_SECONDS,
    LONGEST_RETRY_AFTER_SECONDS,
)
from judge_eval.core.ports import JudgeBackend, Reply, Request
from judge_eval.errors import DeadlineError, RateLimitedError, TransportError


class Limiter:
    """`backend` with at most `concurrency` calls at once, each within `call_seconds`, broken ones tried again.

    A place among the calls is held while a call is made, not while its next try is waited for.
    """

    def __init__(
        self,
        backend: JudgeBackend,
        *,
        concurrency: int,
        random: Random,
        call_seconds: float = JUDGE_CALL_SECONDS,
        tries: int = JUDGE_TRIES,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._backend = backend
        self._places = asyncio.Semaphore(concurrency)
        self._random = random
        self._call_seconds = call_seconds
        self._tries = stop_after_attempt(tries)
        self._sleep = sleep

    @property
    def kind(self) -> str:
        """The kind of the backend within."""
        return self._backend.kind

    @property
    def model(self) -> str:
        """The model of the backend within."""
        return self._backend.model

    @property
    def serves_distribution(self) -> bool:
        """Whether the backend within gives probabilities."""
        return self._backend.serves_distribution

    async def ask(self, request: Request) -> Reply:
        """The reply of the first try that brings one.

        Raises: TransportError or RateLimitedError of the last try; DeadlineError at once; InputError at once.
        """
        retrying = AsyncRetrying(
            retry=retry_if_exception_type((TransportError, RateLimitedError)),
            stop=self._is_over,
            wait=self._pause_seconds,
            sleep=self._sleep,
            reraise=True,
        )
        return await retrying(self._try, request)

    async def aclose(self) -> None:
        """Releases what the backend within holds."""
        await self._backend.aclose()

    async def _try(self, request: Request) -> Reply:
        async with self._places:
            deadline = asyncio.timeout(self._call_seconds)
            try:
                async with deadline:
                    return await self._backend.ask(request)
            except TimeoutError as error:
                if deadline.expired():
                    raise DeadlineError(f"no reply within {self._call_seconds:g} seconds") from error
                raise TransportError(f"the connection timed out: {error}") from error

    def _is_over(self, state: RetryCallState) -> bool:
        return self._tries(state) or (_retry_after(state) or 0.0) > LONGEST_RETRY_AFTER_SECONDS

    def _pause_seconds(self, state: RetryCallState) -> float:
        """The server's wish and up to a tenth more, else doubling pauses; by chance, so that no two march in step."""
        wish = _retry_after(state)
        if wish is not None:
            return wish * self._random.uniform(1.0, 1.1)
        pause = min(FIRST_PAUSE_SECONDS * 2 ** (state.attempt_number - 1), LONGEST_PAUSE_SECONDS)
        return pause * self._random.uniform(0.5, 1.0)


def _retry_after(state: RetryCallState) -> float | None:
    error = state.outcome.exception() if state.outcome is not None else None
    return error.retry_after if isinstance(error, RateLimitedError) else None
