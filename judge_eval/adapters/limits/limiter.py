"""A backend within its limits: calls at once, their pace, time for a call, tries, pauses, and the run's budget."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from random import Random

from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type

from judge_eval.adapters.limits.budget import Budget
from judge_eval.adapters.limits.pace import Pace
from judge_eval.calibration.thresholds import (
    FIRST_PAUSE_SECONDS,
    JUDGE_CALL_SECONDS,
    JUDGE_DEADLINES,
    JUDGE_TRIES,
    LONGEST_PAUSE_SECONDS,
    LONGEST_RETRY_AFTER_SECONDS,
)
from judge_eval.core.ports import JudgeBackend, KeptT, Reply, Request
from judge_eval.errors import DeadlineError, InputError, JudgeError, RateLimitedError, StoppedError, TransportError

_RETRIED = retry_if_exception_type((TransportError, RateLimitedError, DeadlineError))


class Limiter:
    """`backend` with at most `concurrency` calls at once, each within `call_seconds`, broken ones tried again.

    A place among the calls is held while a call is made and its reply is kept, so that a process that dies loses no
    more than `concurrency` replies; it is not held while a next try is waited for. What no retry can help ends all
    calls at once, also those under way; a spent budget ends those that wait, and neither a reply that has come.
    """

    def __init__(
        self,
        backend: JudgeBackend,
        *,
        concurrency: int,
        random: Random,
        budget: Budget | None = None,
        call_seconds: float = JUDGE_CALL_SECONDS,
        tries: int = JUDGE_TRIES,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        on_wait: Callable[[float], None] | None = None,
    ) -> None:
        """Judges of one run share its `budget`; without one, nothing is limited.

        `on_wait` hears of each pause, in seconds, that a server's plea for patience makes.
        """
        self._backend = backend
        self._places = asyncio.Semaphore(concurrency)
        self._random = random
        self._budget = budget or Budget()
        self._call_seconds = call_seconds
        self._tries = tries
        self._clock = clock
        self._sleep = sleep
        self._on_wait = on_wait
        self._pace = Pace()
        self._asking: set[asyncio.Timeout] = set()
        self._under_way: set[asyncio.Timeout] = set()
        self._over: InputError | StoppedError | None = None
        self._unserved: JudgeError | None = None
        """Why the last call that ended brought no reply; None where it brought one."""

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

    @property
    def notes(self) -> tuple[str, ...]:
        """What the backend within found out about its model, for a person to see."""
        notes: tuple[str, ...] = getattr(self._backend, "notes", ())
        return notes

    async def ask(self, request: Request) -> Reply:
        """The reply of the first try that brings one.

        Raises: TransportError, RateLimitedError or DeadlineError of the last try; InputError at once, in every call;
        StoppedError where the run's budget or time is spent.
        """
        return await self.ask_and_keep(request, _as_it_is)

    async def ask_and_keep(self, request: Request, keep: Callable[[Reply], Awaitable[KeptT]]) -> KeptT:
        """What `keep` makes of that reply, before the call's place is free. Raises: what `ask` and `keep` raise."""
        self._raise_if_over()
        watch = asyncio.timeout(self._budget.seconds_left)
        try:
            async with watch:
                self._asking.add(watch)
                return await self._retrying()(self._try, request, keep, watch)
        except TimeoutError as error:
            self._over = self._over or self._budget.out_of_time(self._unserved)
            raise _again(self._over) from error
        except (InputError, StoppedError) as error:
            self._asking.discard(watch)
            self._end(error)
            raise
        finally:
            self._asking.discard(watch)

    async def aclose(self) -> None:
        """Releases what the backend within holds."""
        await self._backend.aclose()

    def _retrying(self) -> AsyncRetrying:
        return AsyncRetrying(
            retry=_RETRIED,
            stop=partial(self._is_over, Counter[type[BaseException]]()),
            wait=self._pause_seconds,
            sleep=self._sleep,
            reraise=True,
        )

    async def _try(self, request: Request, keep: Callable[[Reply], Awaitable[KeptT]], watch: asyncio.Timeout) -> KeptT:
        async with self._places:
            wait = self._pace.turn(self._clock())
            if wait > 0:
                self._tell_wait(wait)
                await self._sleep(wait)
            self._raise_if_over()
            self._budget.take_call()
            self._under_way.add(watch)
            try:
                reply = await self._call(request)
            finally:
                self._under_way.discard(watch)
            self._asking.discard(watch)
            watch.reschedule(None)  # the reply is paid: no end of the run may come between it and the store
            self._budget.pay(reply.tokens)
            return await keep(reply)

    async def _call(self, request: Request) -> Reply:
        sent_at = self._clock()
        try:
            reply = await self._call_in_time(request)
        except JudgeError as error:
            self._unserved = error
            if isinstance(error, RateLimitedError):
                self._pace.pleaded(sent_at, self._clock(), error.retry_after)
            raise
        self._pace.served()
        self._unserved = None
        return reply

    async def _call_in_time(self, request: Request) -> Reply:
        deadline = asyncio.timeout(self._call_seconds)
        try:
            async with deadline:
                return await self._backend.ask(request)
        except TimeoutError as error:
            if deadline.expired():
                raise DeadlineError(f"no reply within {self._call_seconds:g} seconds") from error
            raise TransportError(f"the connection timed out: {error}") from error

    def _raise_if_over(self) -> None:
        if self._over is not None:
            raise _again(self._over)

    def _end(self, error: InputError | StoppedError) -> None:
        """Ends the calls that wait, and those under way too where no reply can come of them."""
        self._over = self._over or error
        spared = self._under_way if isinstance(error, StoppedError) else set[asyncio.Timeout]()
        now = asyncio.get_running_loop().time()
        for watch in self._asking - spared:
            if not watch.expired():
                watch.reschedule(now)

    def _is_over(self, failures: Counter[type[BaseException]], state: RetryCallState) -> bool:
        """Whether a failed call is not tried again; `failures` counts the earlier ones of the same asking."""
        error = _error(state)
        if isinstance(error, RateLimitedError):  # patience is measured in time: a busy server is no broken one
            pleas = self._pace.seconds_of_pleas(self._clock())
            waited = max(error.retry_after or 0.0, pleas, state.idle_for)
            return waited > LONGEST_RETRY_AFTER_SECONDS
        failures[type(error)] += 1
        most = min(self._tries, JUDGE_DEADLINES) if isinstance(error, DeadlineError) else self._tries
        return failures[type(error)] >= most

    def _pause_seconds(self, state: RetryCallState) -> float:
        """Doubling pauses, and no less than the server's wish; by chance a little more, so that no two march in step.

        A first wish is taken at its word, also one for no pause at all.
        """
        error = _error(state)
        wish = error.retry_after if isinstance(error, RateLimitedError) else None
        least = (wish or 0.0) * self._random.uniform(1.0, 1.1)
        if wish is not None and state.attempt_number == 1:
            self._tell_wait(least)
            return least
        doubled = FIRST_PAUSE_SECONDS * 2 ** min(state.attempt_number - 1, 10)
        pause = max(least, min(doubled, LONGEST_PAUSE_SECONDS) * self._random.uniform(0.5, 1.0))
        if isinstance(error, RateLimitedError):
            self._tell_wait(pause)
        return pause

    def _tell_wait(self, seconds: float) -> None:
        if self._on_wait is not None:
            self._on_wait(seconds)


async def _as_it_is(reply: Reply) -> Reply:
    return reply


def _error(state: RetryCallState) -> BaseException:
    error = state.outcome.exception() if state.outcome is not None else None
    if error is None:
        raise ValueError("only a failed try is asked about")
    return error


def _again(error: InputError | StoppedError) -> InputError | StoppedError:
    """The same error, as another call raises it."""
    return type(error)(error.problems) if isinstance(error, InputError) else StoppedError(str(error))
