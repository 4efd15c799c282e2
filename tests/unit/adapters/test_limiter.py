"""A backend within its limits; no test waits."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from judge_eval.adapters.limits.budget import Budget
from judge_eval.adapters.limits.limiter import Limiter
from judge_eval.core.ports import Reply, Request
from judge_eval.errors import DeadlineError, InputError, JudgeError, RateLimitedError, TransportError
from tests.contracts.backend_contract import choice
from tests.judge_parts import StubbornBackend


class Pauses:
    """Sleeps nothing, and keeps what was slept."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        """Keeps the wish."""
        self.seconds.append(seconds)
        await asyncio.sleep(0)


def limited(backend: StubbornBackend, pauses: Pauses, *, tries: int = 5) -> Limiter:
    """The backend within limits, its pauses recorded."""
    return Limiter(backend, concurrency=2, random=Random(1), sleep=pauses, tries=tries)


def test_a_broken_connection_is_tried_again_with_growing_pauses() -> None:
    """Pauses double from half a second, each shortened by chance to a half at most."""
    pauses = Pauses()
    backend = StubbornBackend(*[TransportError("x")] * 4, "yes")
    assert asyncio.run(limited(backend, pauses).ask(choice())).text == "yes"
    assert all(bound / 2 <= paused <= bound for paused, bound in zip(pauses.seconds, (0.5, 1, 2, 4), strict=True))


def test_a_pause_never_grows_past_half_a_minute() -> None:
    """Rate limits are counted by the minute."""
    pauses = Pauses()
    with pytest.raises(TransportError):
        asyncio.run(limited(StubbornBackend(TransportError("x")), pauses, tries=12).ask(choice()))
    assert len(pauses.seconds) == 11
    assert max(pauses.seconds) <= 30


def test_the_servers_wish_is_obeyed() -> None:
    """At least as long as it says, and at most a tenth longer, so that not all come back at once."""
    pauses = Pauses()
    assert (
        asyncio.run(limited(StubbornBackend(RateLimitedError("busy", 7.0), "yes"), pauses).ask(choice())).text == "yes"
    )
    assert 7.0 <= pauses.seconds[0] <= 7.7


def test_only_pleas_are_told_as_waits() -> None:
    """Whoever watches hears how long a plea for patience makes a call wait; a broken connection is no plea."""
    pauses, told = Pauses(), list[float]()
    backend = StubbornBackend(RateLimitedError("busy", 7.0), TransportError("x"), RateLimitedError("busy"), "yes")
    limiter = Limiter(backend, concurrency=2, random=Random(1), sleep=pauses, on_wait=told.append)
    assert asyncio.run(limiter.ask(choice())).text == "yes"
    assert told[0] == pauses.seconds[0] >= 7.0
    assert len([seconds for seconds in pauses.seconds if seconds not in told]) == 1


def test_a_wish_of_an_hour_is_not_waited_for() -> None:
    """The failure comes at once, with the server's words."""
    pauses = Pauses()
    with pytest.raises(RateLimitedError, match="come back tomorrow"):
        asyncio.run(limited(StubbornBackend(RateLimitedError("come back tomorrow", 3600.0)), pauses).ask(choice()))
    assert pauses.seconds == []


@pytest.mark.parametrize("error", [InputError("no key"), JudgeError("odd")])
def test_what_no_retry_can_help_is_raised_at_once(error: Exception) -> None:
    """One call, no pause."""
    pauses = Pauses()
    backend = StubbornBackend(error, "yes")
    with pytest.raises(type(error)):
        asyncio.run(limited(backend, pauses).ask(choice()))
    assert (len(backend.asked), pauses.seconds) == (1, [])


def test_the_last_failure_is_the_one_raised() -> None:
    """After all tries the error is the judge's own, not the retrying library's."""
    with pytest.raises(TransportError, match=r"^third$"):
        errors = (TransportError("first"), TransportError("second"), TransportError("third"))
        asyncio.run(limited(StubbornBackend(*errors), Pauses(), tries=3).ask(choice()))


class Slow(StubbornBackend):
    """Answers when it is let go, and counts how many wait."""

    def __init__(self) -> None:
        super().__init__("yes")
        self.gate = asyncio.Event()
        self.under_way = self.most_under_way = 0

    async def ask(self, request: Request) -> Reply:
        """The reply, once the gate is open."""
        self.under_way += 1
        self.most_under_way = max(self.most_under_way, self.under_way)
        await self.gate.wait()
        self.under_way -= 1
        return Reply(text="yes")


def test_no_more_calls_than_allowed_are_under_way() -> None:
    """Of five askings two go out at a time, and all are answered."""

    async def ask() -> int:
        slow = Slow()
        limiter = Limiter(slow, concurrency=2, random=Random(1))
        asking = [asyncio.create_task(limiter.ask(choice())) for _ in range(5)]
        for _ in range(10):
            await asyncio.sleep(0)
        assert slow.under_way == 2
        slow.gate.set()
        assert [reply.text for reply in await asyncio.gather(*asking)] == ["yes"] * 5
        return slow.most_under_way

    assert asyncio.run(ask()) == 2


def test_a_pause_holds_no_place() -> None:
    """While one call waits for its next try, others go out."""

    async def ask() -> list[str]:
        let_go = asyncio.Event()

        async def sleep(_: float) -> None:
            await let_go.wait()

        backend = StubbornBackend(TransportError("x"), "yes")
        limiter = Limiter(backend, concurrency=1, random=Random(1), sleep=sleep)
        paused = asyncio.create_task(limiter.ask(choice()))
        for _ in range(10):
            await asyncio.sleep(0)
        other = await limiter.ask(choice())
        let_go.set()
        return [other.text, (await paused).text]

    assert asyncio.run(ask()) == ["yes", "yes"]


def test_a_call_has_a_deadline() -> None:
    """A judge that hangs is given up, and its place is free again."""

    async def ask() -> None:
        limiter = Limiter(Slow(), concurrency=1, random=Random(1), call_seconds=0.01)
        for _ in range(2):
            with pytest.raises(DeadlineError, match=r"within 0\.01 seconds"):
                await limiter.ask(choice())

    asyncio.run(ask())


def test_a_timeout_of_the_connection_is_no_deadline() -> None:
    """It is tried again like any broken connection."""
    backend = StubbornBackend(TimeoutError("read"), "yes")
    assert asyncio.run(limited(backend, Pauses()).ask(choice())).text == "yes"


def test_the_limiter_is_the_backend_that_it_holds() -> None:
    """Kind, model and what is served are those of the backend within."""
    backend = StubbornBackend("yes", distribution=True, model="m-1")
    limiter = limited(backend, Pauses())
    assert (limiter.kind, limiter.model, limiter.serves_distribution) == ("told", "m-1", True)
    asyncio.run(limiter.aclose())


def test_a_place_is_held_until_the_reply_is_kept() -> None:
    """Of three askings two go out; the third goes when one of their replies is in the store, not when it has come."""

    async def ask() -> list[int]:
        backend, kept = StubbornBackend("yes"), asyncio.Event()

        async def keep(reply: Reply) -> str:
            await kept.wait()
            return f"kept: {reply.text}"

        limiter = Limiter(backend, concurrency=2, random=Random(1))
        asking = [asyncio.create_task(limiter.ask_and_keep(choice(), keep)) for _ in range(3)]
        for _ in range(20):
            await asyncio.sleep(0)
        before = len(backend.asked)
        kept.set()
        assert await asyncio.gather(*asking) == ["kept: yes"] * 3
        return [before, len(backend.asked)]

    assert asyncio.run(ask()) == [2, 3]


def test_no_end_comes_between_a_reply_and_the_store() -> None:
    """While a reply is being kept the run's time runs out and the key turns out to be dead: it is kept all the same."""

    async def ask() -> str:
        backend = StubbornBackend("yes", InputError("no key"))
        limiter = Limiter(backend, concurrency=2, random=Random(1), budget=Budget(seconds=0.05))

        async def keep(reply: Reply) -> str:
            with pytest.raises(InputError, match="no key"):
                await limiter.ask(choice())
            await asyncio.sleep(0.1)
            return f"kept: {reply.text}"

        return await limiter.ask_and_keep(choice(), keep)

    assert asyncio.run(ask()) == "kept: yes"
