"""What every judge backend must do, whatever it is made of: tests that each backend's own test file inherits."""

from __future__ import annotations

import asyncio
import json
import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager

from judge_eval.core.ports import JudgeBackend, Message, Reply, Request

WORDS = ("yes", "no")
SCHEMA = {
    "type": "object",
    "properties": {"rationale": {"type": "string"}, "answer": {"type": "string", "enum": list(WORDS)}},
    "required": ["rationale", "answer"],
    "additionalProperties": False,
}


def choice(text: str = "Is two more than one? Reply with one word: yes or no.", **changes: object) -> Request:
    """A request for one word."""
    request = Request(
        messages=(Message(role="system", text="You check answers."), Message(role="user", text=text)),
        form="choice",
        words=WORDS,
        temperature=0.7,
        seed=1,
        max_tokens=8,
    )
    return request.model_copy(update=changes)


def structured(text: str = "Is two more than one? Reply with JSON: rationale, answer (yes or no).") -> Request:
    """A request for JSON after a schema."""
    return choice(text, form="structured", reply_schema=SCHEMA, max_tokens=200)


async def ask_together(backend: JudgeBackend, requests: Sequence[Request]) -> list[Reply]:
    """The replies to requests that are all under way at once."""
    return list(await asyncio.gather(*(backend.ask(request) for request in requests)))


class BackendContract(ABC):
    """The tests; a subclass named Test… opens its backend, ready to answer yes or no."""

    @abstractmethod
    def opened(self) -> AbstractAsyncContextManager[JudgeBackend]:
        """The backend, closed in the end."""

    def test_kind_and_model_are_names(self) -> None:
        """Kind and model, which enter fingerprints, are there at once, stay the same, and hold no address."""

        async def names() -> set[tuple[str, str]]:
            async with self.opened() as backend:
                before = (backend.kind, backend.model)
                await backend.ask(choice())
                return {before, (backend.kind, backend.model)}

        (found,) = asyncio.run(names())
        assert all(found)
        assert not any("://" in name or "127.0.0.1" in name for name in found)

    def test_a_choice_brings_a_reply(self) -> None:
        """A request for one word brings text and says that it ended well or at its limit."""
        reply = self._ask(choice())
        assert reply.text.strip()
        assert reply.finish in ("stop", "length")
        assert reply.tokens.output >= 0 and reply.seconds >= 0

    def test_a_structured_request_brings_json(self) -> None:
        """A request with a schema brings JSON after it."""
        told = json.loads(self._ask(structured()).text)
        assert told["answer"] in WORDS
        assert isinstance(told["rationale"], str)

    def test_token_shares_are_probabilities(self) -> None:
        """Where a distribution is served, its shares are probabilities that sum to 1 at most; else there is none."""

        async def ask() -> tuple[bool, Reply]:
            async with self.opened() as backend:
                reply = await backend.ask(choice(distribution=True))
                return backend.serves_distribution, reply

        serves, reply = asyncio.run(ask())
        assert serves == (reply.token_shares is not None)
        if reply.token_shares is not None:
            assert all(0 <= share <= 1 for share in reply.token_shares.values())
            assert 0 < math.fsum(reply.token_shares.values()) <= 1 + 1e-6

    def test_requests_under_way_at_once_get_their_own_replies(self) -> None:
        """As many replies as requests come back, each with text."""

        async def ask() -> list[Reply]:
            async with self.opened() as backend:
                return await ask_together(backend, [choice(seed=seed) for seed in range(4)])

        assert all(reply.text.strip() for reply in asyncio.run(ask()))

    def _ask(self, request: Request) -> Reply:
        async def ask() -> Reply:
            async with self.opened() as backend:
                return await backend.ask(request)

        return asyncio.run(ask())
