"""What limits a run and all its judges: pace, budgets, time, and the failure that ends every call."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random

import pytest

from judge_eval.adapters.limits.budget import Budget, Spent
from judge_eval.adapters.limits.limiter import Limiter
from judge_eval.core.ports import Message, Reply, Request
from judge_eval.core.run import Tokens
from judge_eval.errors import (
    DeadlineError,
    InputError,
    JudgeError,
    JudgeEvalError,
    RateLimitedError,
    StoppedError,
    TransportError,
)

REQUEST = Request(
    messages=(Message(role="user", text="?"),),
    form="choice",
    words=("yes", "no"),
    temperature=0.7,
    seed=1,
    max_tokens=8,
)
GOOD = Reply(text="yes", tokens=Tokens(input=4, output=1))

Outcome = Reply | Exception


class _Backend:
    """A backend that brings what it is told to, in turn, and then good replies."""

    kind = "told"
    model = "told"
    serves_distribution = True
    notes = ("a note",)

    def __init__(self, *outcomes: Outcome, wait: Callable[[], Awaitable[object]] | None = None) -> None:
        self._outcomes = list(outcomes)
        self._wait = wait
        self.calls = 0
        self.under_way = 0
        self.most_under_way = 0
        self.closed = False

    async def ask(self, request: Request) -> Reply:
        """What is told."""
        self.calls += 1
        self.under_way += 1
        self.most_under_way = max(self.most_under_way, self.under_way)
        try:
            outcome = self._outcomes.pop(0) if self._outcomes else GOOD
            await (self._wait() if self._wait and isinstance(outcome, Reply) else asyncio.sleep(0))
        finally:
            self.under_way -= 1
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    async def aclose(self) -> None:
        """Remembers it."""
        self.closed = True


class _Time:
    """A clock that only sleep moves."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []

    def clock(self) -> float:
        """The seconds so far."""
        return self.now

    async def sleep(self, seconds: float) -> None:
        """Moves the clock on."""
        self.slept.append(seconds)
        self.now += seconds
        await asyncio.sleep(0)


def _limiter(
    backend: _Backend, time: _Time | None = None, *, concurrency: int = 16, budget: Budget | None = None
) -> Limiter:
    time = time or _Time()
    return Limiter(
        backend, concurrency=concurrency, random=Random(1), budget=budget, clock=time.clock, sleep=time.sleep
    )


async def _outcomes(limiter: Limiter, n: int) -> list[Reply | JudgeEvalError]:
    """What comes of `n` requests at once."""

    async def one() -> Reply | JudgeEvalError:
        try:
            return await limiter.ask(REQUEST)
        except JudgeEvalError as error:
            return error

    return list(await asyncio.gather(*(one() for _ in range(n))))


def _ask(limiter: Limiter, n: int = 1) -> list[Reply | JudgeEvalError]:
    return asyncio.run(_outcomes(limiter, n))


def test_it_speaks_for_the_backend_within() -> None:
    """Kind, model, distribution and notes are the backend's; closing closes it."""
    backend = _Backend()
    limiter = _limiter(backend)
    told = (limiter.kind, limiter.model, limiter.serves_distribution, limiter.notes)
    assert told == ("told", "told", True, ("a note",))
    asyncio.run(limiter.aclose())
    assert backend.closed


def test_a_plain_judge_error_is_not_tried_again() -> None:
    """What the server finds wanting stays so: one call, one error."""
    backend = _Backend(JudgeError("HTTP 400"))
    assert type(_ask(_limiter(backend))[0]) is JudgeError
    assert backend.calls == 1


def test_a_wish_holds_back_all_other_calls() -> None:
    """Nobody asks before the time that the server named, not even requests that were never refused."""
    time = _Time()
    sent: list[float] = []

    async def note() -> None:
        sent.append(time.now)

    backend = _Backend(RateLimitedError("busy", 7.0), wait=note)
    assert _ask(_limiter(backend, time, concurrency=1), 5) == [GOOD] * 5
    assert min(sent) >= 7.0


def test_no_wish_is_too_small_to_end() -> None:
    """A server that pleads for ever, each time for no time at all, is given up after minutes, not never."""
    time = _Time()
    backend = _Backend(*[RateLimitedError("busy", 0.0)] * 10_000)
    assert isinstance(_ask(_limiter(backend, time))[0], RateLimitedError)
    assert 300 < time.now < 600
    assert backend.calls < 60


def test_one_plea_kills_nothing() -> None:
    """Of fifty requests, the first sixteen refused, all are answered."""
    backend = _Backend(*[RateLimitedError("busy", None)] * 16)
    assert _ask(_limiter(backend), 50) == [GOOD] * 50


def test_a_lost_call_is_made_once_more() -> None:
    """A call past its deadline is cut off and made once more; when that is lost too, a DeadlineError is raised."""

    async def hang() -> None:
        await asyncio.Event().wait()

    backend = _Backend(wait=hang)
    time = _Time()
    limiter = Limiter(backend, concurrency=1, random=Random(1), call_seconds=0.01, clock=time.clock, sleep=time.sleep)
    (outcome,) = _ask(limiter)
    assert (type(outcome), str(outcome)) == (DeadlineError, "no reply within 0.01 seconds")
    assert (backend.calls, backend.under_way) == (2, 0)


def test_what_no_retry_can_help_ends_every_call() -> None:
    """After one dead key, calls under way are cut off, waiting ones never made, later ones refused, all alike."""

    async def hang() -> None:
        await asyncio.Event().wait()

    backend = _Backend(GOOD, GOOD, InputError("the key is dead"), wait=hang)
    limiter = _limiter(backend, concurrency=3)

    async def ask() -> list[Reply | JudgeEvalError]:
        return [*await _outcomes(limiter, 40), *await _outcomes(limiter, 1)]

    outcomes = asyncio.run(ask())
    assert [(type(outcome), str(outcome)) for outcome in outcomes] == [(InputError, "the key is dead")] * 41
    assert (backend.calls, backend.under_way) == (3, 0)


def test_a_spent_budget_of_calls_keeps_what_was_scored() -> None:
    """Of forty requests on a budget of ten calls, ten are answered and thirty are stopped; later ones too."""
    backend = _Backend()
    limiter = _limiter(backend, concurrency=3, budget=Budget(calls=10))

    async def ask() -> list[Reply | JudgeEvalError]:
        return [*await _outcomes(limiter, 40), *await _outcomes(limiter, 1)]

    outcomes = asyncio.run(ask())
    assert [outcome for outcome in outcomes if isinstance(outcome, Reply)] == [GOOD] * 10
    assert sum(isinstance(outcome, StoppedError) for outcome in outcomes) == 31
    assert backend.calls == 10


def test_a_spent_budget_of_tokens_stops_further_calls() -> None:
    """At five tokens a reply and one call at a time, a budget of twelve tokens pays three calls."""
    budget = Budget(tokens=12)
    outcomes = _ask(_limiter(_Backend(), concurrency=1, budget=budget), 8)
    assert sum(isinstance(outcome, Reply) for outcome in outcomes) == 3
    assert budget.spent.tokens == Tokens(input=12, output=3)


def test_calls_that_fail_are_counted_too() -> None:
    """Two broken tries and a good one are three calls, and the tokens of one reply."""
    budget = Budget()
    _ask(_limiter(_Backend(TransportError("broke"), TransportError("broke")), budget=budget))
    assert budget.spent == Spent(calls=3, tokens=Tokens(input=4, output=1))


def test_tries_stop_when_the_budget_is_spent() -> None:
    """A call that broke is not tried again on an empty budget."""
    backend = _Backend(*[TransportError("broke")] * 4)
    assert isinstance(_ask(_limiter(backend, budget=Budget(calls=2)))[0], StoppedError)
    assert backend.calls == 2


def test_judges_of_one_run_share_its_budget() -> None:
    """Two limiters on one budget of three calls make three calls together."""
    budget = Budget(calls=3)
    one, other = _Backend(), _Backend()
    outcomes = _ask(_limiter(one, budget=budget), 2) + _ask(_limiter(other, budget=budget), 2)
    assert [type(outcome) for outcome in outcomes] == [Reply, Reply, Reply, StoppedError]


def test_the_end_of_time_cuts_off_calls_under_way() -> None:
    """When the run's time is up, calls under way and waiting ones are stopped with the same words."""

    async def hang() -> None:
        await asyncio.Event().wait()

    backend = _Backend(wait=hang)
    limiter = Limiter(backend, concurrency=2, random=Random(1), budget=Budget(seconds=0.05))
    outcomes = _ask(limiter, 5)
    assert [str(outcome) for outcome in outcomes] == ["time spent: 0.05 seconds (--timeout)"] * 5
    assert (backend.calls, backend.under_way) == (2, 0)


def test_the_end_of_time_tells_why_nothing_came() -> None:
    """A server that pleads for patience until the time is up is named as the cause."""
    backend = _Backend(*[RateLimitedError("HTTP 429", retry_after=9.0)] * 9)
    limiter = Limiter(backend, concurrency=2, random=Random(1), budget=Budget(seconds=0.05))
    (outcome,) = _ask(limiter)
    assert str(outcome) == "time spent: 0.05 seconds (--timeout); the last call: HTTP 429"


def test_a_caller_who_goes_away_frees_its_place() -> None:
    """A cancelled request stays cancelled, and the next one is answered."""

    async def ask() -> Reply:
        never = asyncio.Event()
        limiter = _limiter(_Backend(GOOD, wait=never.wait), concurrency=1)
        task = asyncio.create_task(limiter.ask(REQUEST))
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        never.set()
        return await limiter.ask(REQUEST)

    assert asyncio.run(ask()) == GOOD
