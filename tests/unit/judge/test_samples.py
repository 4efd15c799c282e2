"""Samples: paid once, kept for good, asked again only where no reply came."""

from __future__ import annotations

import asyncio
import re
from functools import partial

import pytest

from judge_eval.core.ports import Message, Reply, Request
from judge_eval.core.sample import Failure, Sample
from judge_eval.errors import DeadlineError, InputError, JudgeError, RateLimitedError, TransportError
from judge_eval.judge.attempts import seed_of
from judge_eval.judge.samples import Samples, sample_key
from tests.judge_parts import NOON, MemoryStore, ToldBackend, samples_of

REQUEST = Request(
    messages=(Message(role="user", text="Well?"),), form="choice", words=("yes",), temperature=0.7, seed=1, max_tokens=8
)


def test_a_kept_sample_is_not_asked_again() -> None:
    """The second taking finds the first one's reply, with the date on which it was asked."""

    async def take() -> tuple[ToldBackend, list[bool], list[str]]:
        backend, store = ToldBackend("yes"), MemoryStore()
        taken = [
            await samples_of(backend, store).take(REQUEST, item=item, index=0, attempt=0) for item in ("one", "other")
        ]
        assert [sample.item for sample in taken] == ["one", "other"]
        return backend, [sample.cached for sample in taken], [sample.date for sample in taken]

    backend, cached, dates = asyncio.run(take())
    assert len(backend.asked) == 1
    assert cached == [False, True]
    assert dates == ["2026-11-30T12:00:00+00:00"] * 2


def test_equal_askings_under_way_share_one_call() -> None:
    """Ten tasks that want the same sample pay for one, also where no store keeps it."""

    async def take() -> tuple[int, list[bool]]:
        backend = ToldBackend("yes")
        samples = samples_of(backend)
        taken = await asyncio.gather(*(samples.take(REQUEST, item="i", index=0, attempt=0) for _ in range(10)))
        return len(backend.asked), [sample.cached for sample in taken]

    asked, cached = asyncio.run(take())
    assert asked == 1
    assert sorted(cached) == [False] + [True] * 9


def test_a_waiter_that_is_cancelled_takes_nothing_from_the_others() -> None:
    """The call goes on for whoever still waits."""

    async def take() -> str:
        samples = samples_of(ToldBackend("yes"))
        first = asyncio.create_task(samples.take(REQUEST, item="i", index=0, attempt=0))
        other = asyncio.create_task(samples.take(REQUEST, item="i", index=0, attempt=0))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        first.cancel()
        return (await other).text

    assert asyncio.run(take()) == "yes"


@pytest.mark.parametrize(
    ("error", "failure"),
    [
        (TransportError("broke"), "transport"),
        (RateLimitedError("busy"), "rate_limited"),
        (DeadlineError("late"), "timed_out"),
        (JudgeError("odd"), "transport"),
    ],
)
def test_a_failure_without_a_reply_is_a_sample_and_is_not_kept(error: JudgeError, failure: Failure) -> None:
    """Its kind and its words are there, and the next run asks again."""

    async def take() -> MemoryStore:
        store = MemoryStore()
        sample = await samples_of(ToldBackend(error), store).take(REQUEST, item="i", index=0, attempt=0)
        assert (sample.failure, sample.detail, sample.answer) == (failure, str(error), None)
        return store

    assert asyncio.run(take()).entries == {}


@pytest.mark.parametrize(
    ("reply", "n_kept"),
    [
        (Reply(text="gibberish"), 1),
        (Reply(text="{", finish="length"), 1),
        (Reply(text="", finish="refused"), 0),
        (Reply(text="I may not", finish="refused"), 0),
        (Reply(text="", finish="other"), 0),
    ],
)
def test_a_reply_is_kept_whatever_it_says_and_a_refusal_is_not(reply: Reply, n_kept: int) -> None:
    """A text is paid for, and another parser may read it without a call; a refusal or an empty reply may pass."""

    async def take() -> int:
        store = MemoryStore()
        await samples_of(ToldBackend(reply), store).take(REQUEST, item="i", index=0, attempt=0)
        return len(store.entries)

    assert asyncio.run(take()) == n_kept


def test_a_prompt_past_the_window_is_not_kept() -> None:
    """The same model with a larger window may read it."""

    async def take() -> int:
        store = MemoryStore()
        await samples_of(ToldBackend(Reply(text="", finish="length")), store).take(
            REQUEST, item="i", index=0, attempt=0
        )
        return len(store.entries)

    assert asyncio.run(take()) == 0


def test_an_input_error_is_raised_and_leaves_nothing_behind() -> None:
    """No sample is made of what only the user can mend, and the next asking is a new one."""

    async def take() -> int:
        backend = ToldBackend(InputError("no key"))
        samples = samples_of(backend)
        for _ in range(2):
            with pytest.raises(InputError, match="no key"):
                await samples.take(REQUEST, item="i", index=0, attempt=0)
        return len(backend.asked)

    assert asyncio.run(take()) == 2


def test_half_a_character_in_a_reply_is_mended() -> None:
    """A lone half of a surrogate pair would keep the sample out of every file."""

    async def take() -> str:
        reply = Reply(text="yes \ud83d\ude00 \ud800", token_shares={"\ud800": 1.0})
        sample = await samples_of(ToldBackend(reply)).take(REQUEST, item="i", index=0, attempt=0)
        assert sample.token_shares == {"\ufffd": 1.0}
        return sample.text

    assert asyncio.run(take()) == "yes 😀 \ufffd"


CHANGES: list[dict[str, object]] = [
    {"messages": (Message(role="user", text="Well?!"),)},
    {"messages": (Message(role="system", text="Well?"),)},
    {"temperature": 0.0},
    {"seed": 2},
    {"max_tokens": 9},
    {"reply_schema": {"type": "object"}},
    {"distribution": True},
]


def test_every_part_of_a_request_is_in_the_key() -> None:
    """One changed part is another sample; so are another index, attempt, model and kind."""
    backend = ToldBackend()
    keys = [sample_key(backend, REQUEST.model_copy(update=change), 0, 0) for change in [{}, *CHANGES]]
    keys += [sample_key(backend, REQUEST, 1, 0), sample_key(backend, REQUEST, 0, 1)]
    keys.append(sample_key(ToldBackend(model="other"), REQUEST, 0, 0))
    assert len(set(keys)) == len(keys)
    assert sample_key(ToldBackend(), REQUEST, 0, 0) == keys[0]


def test_a_reply_is_redacted_before_it_is_kept() -> None:
    """But for the words that were asked for: in its text, in a failure's reason, in the first token's candidates."""
    replies = (
        Reply(text="Ann says yes", token_shares={"Ann": 0.25, "Bob": 0.25, " yes": 0.5}, detail="Ann"),
        Reply(text="yes"),
        TransportError("Ann hung up"),
    )

    async def take() -> tuple[list[Sample], MemoryStore]:
        store = MemoryStore()
        samples = Samples(ToldBackend(*replies), store, now=lambda: NOON, redact=partial(re.sub, "Ann|Bob|yes", "#"))
        taken = [await samples.take(_under(index), item="i", index=index, attempt=0) for index in range(3)]
        kept = await samples.kept(_under(0), index=0, attempt=0)
        assert kept is not None and kept.text == "# says #"
        return taken, store

    (first, second, third), store = asyncio.run(take())
    assert (first.text, first.detail, first.token_shares) == ("# says #", "#", {"#": 0.5, " yes": 0.5})
    assert (second.text, second.token_shares) == ("yes", None)
    assert third.detail == "# hung up"
    assert len(store.entries) == 2 and "Ann" not in "".join(store.entries.values())


def _under(index: int) -> Request:
    """The request of an index."""
    return REQUEST.model_copy(update={"seed": seed_of(index, 0)})
