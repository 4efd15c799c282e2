"""`local`: a model in this process, asked so that equal requests get equal replies, whatever came before.

A llama.cpp server reuses the part of a prompt that it has just read. How much that is depends on what came before,
and with it the size of the batches in which the rest is read, and with those the last bits of every probability
(measured: up to .18 in a log-probability). So the server is always brought to the same state first: it has read what
the prompt shares with others, stage by stage, from scratch, and nothing else. The stages are the system's text, which
all items share, and the start of the user's, which the items of one response share. What follows is then read in the
same batches each time, at the price of about 7 tokens a call, and of as many when the response changes.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import takewhile
from time import perf_counter
from typing import NamedTuple, Protocol

from pydantic import Field, JsonValue, ValidationError

from judge_eval.adapters.server.offer import MOST_CANDIDATES
from judge_eval.adapters.server.token_shares import Candidate, Position, first_token_shares
from judge_eval.core.frozen import Frozen
from judge_eval.core.ports import Finish, Reply, Request
from judge_eval.core.run import Tokens
from judge_eval.errors import TransportError

DIGITS = 6
_MARK = "."
"""Stands in for what follows while a shared part is read; what follows never starts with it."""

Body = Mapping[str, JsonValue]


class ChatServer(Protocol):
    """A llama.cpp server: chat completions as OpenAI's API has them."""

    def complete(self, body: Body) -> object:
        """The reply to a request body. Raises: RuntimeError where the server breaks."""
        ...


class _Parts(NamedTuple):
    """A prompt in parts: two that others share, each of which may be empty, and its own."""

    system: str
    given: str
    own: str

    @property
    def stages(self) -> tuple[str, ...]:
        """How much of the user's text the server has read after each part that others share; none where nothing is."""
        after_system = ("",) if self.system and _can_follow(self.given + self.own) else ()
        return (*after_system, self.given) if self.given and _can_follow(self.own) else after_system


class _Loose(Frozen):
    """A part of a server's reply; what is not used is ignored."""

    model_config = Frozen.model_config | {"extra": "ignore"}


class _Token(_Loose):
    token: str
    logprob: float | None


class _WrittenToken(_Token):
    top_logprobs: tuple[_Token, ...] = ()


class _Logprobs(_Loose):
    content: tuple[_WrittenToken, ...] = ()


class _Written(_Loose):
    content: str | None = None


class _Choice(_Loose):
    message: _Written
    finish_reason: str | None = None
    logprobs: _Logprobs | None = None


class _Usage(_Loose):
    prompt_tokens: int = Field(ge=0)
    completion_tokens: int = Field(ge=0)


class _Completion(_Loose):
    choices: tuple[_Choice, ...] = Field(min_length=1)
    usage: _Usage


class _Refusal(_Loose):
    type: str = ""
    message: str = ""


class _Error(_Loose):
    error: _Refusal


class LocalBackend:
    """A model file asked in a thread of its own, one request at a time; it is loaded at the first."""

    kind = "local"
    serves_distribution = True

    def __init__(self, model: str, load: Callable[[], ChatServer]) -> None:
        """A backend for the model file whose sha256 is `model`; `load` opens a server on it, or raises InputError."""
        self._model = model
        self._load = load
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="local-judge")
        self._server: ChatServer | None = None
        self._read: tuple[tuple[str, str], ...] = ()

    @property
    def model(self) -> str:
        """The sha256 of the model file."""
        return self._model

    async def ask(self, request: Request) -> Reply:
        """The model's reply; a prompt longer than its window is cut off, with no text.

        Raises: TransportError where the server breaks; InputError where the model cannot be loaded.
        """
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._ask, request)

    async def aclose(self) -> None:
        """Lets the model go, once a request under way has ended."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        self._server = None

    def _ask(self, request: Request) -> Reply:
        server = self._server = self._server or self._load()
        started = perf_counter()
        parts = _split(request)
        self._bring_to(parts, server)
        completion = _complete(server, {**_body(request, parts), "cache_prompt": bool(parts.stages)})
        if isinstance(completion, _Refusal):
            return _refused(completion)
        return _reply(completion, perf_counter() - started)

    def _bring_to(self, parts: _Parts, server: ChatServer) -> None:
        """Leaves the server with the shared parts read, each after the one before it, and then only the mark.

        Of what it has read already, the last stage that is still wanted is gone back to.
        """
        wanted = tuple((parts.system, stage) for stage in parts.stages)
        n_known = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(self._read, wanted, strict=False)))
        self._read = ()
        for place in range(max(n_known - 1, 0), len(wanted)):
            system, given = wanted[place]
            messages = _messages(system, given + _MARK)
            _complete(server, {"messages": messages, "max_tokens": 1, "cache_prompt": n_known > 0 or place > 0})
        self._read = wanted


def _split(request: Request) -> _Parts:
    system = "\n\n".join(message.text for message in request.messages if message.role == "system")
    user = [message for message in request.messages if message.role == "user"]
    text = "\n\n".join(message.text for message in user)
    given = text[: user[0].shared] if user else ""
    if not given.endswith("\n"):  # after anything else, what follows could change how its last tokens are cut
        given = ""
    return _Parts(system, given, text[len(given) :])


def _can_follow(text: str) -> bool:
    """Whether a text is read in tokens of its own after a shared part, none of which is the mark's."""
    return text[:1] not in ("", _MARK) and not text[0].isspace()


def _messages(system: str, user: str) -> list[JsonValue]:
    told: list[JsonValue] = [{"role": "system", "content": system}] if system else []
    return [*told, {"role": "user", "content": user}]


def _body(request: Request, parts: _Parts) -> dict[str, JsonValue]:
    body: dict[str, JsonValue] = {
        "messages": _messages(parts.system, parts.given + parts.own),
        "temperature": request.temperature,
        "seed": request.seed,
        "max_tokens": request.max_tokens,
    }
    if request.distribution:
        body |= {"logprobs": True, "top_logprobs": MOST_CANDIDATES}
    if request.reply_schema is not None:
        schema: JsonValue = {"name": "reply", "strict": True, "schema": request.reply_schema}
        body["response_format"] = {"type": "json_schema", "json_schema": schema}
    return body


def _complete(server: ChatServer, body: Body) -> _Completion | _Refusal:
    try:
        answer = server.complete(body)
    except RuntimeError as error:
        raise TransportError(f"the embedded model broke: {error}") from error
    try:
        if isinstance(answer, Mapping) and "error" in answer:
            return _Error.model_validate(answer).error
        return _Completion.model_validate(answer)
    except ValidationError as error:
        raise TransportError(f"the embedded model's reply cannot be read: {error}") from error


def _refused(refusal: _Refusal) -> Reply:
    if refusal.type == "exceed_context_size_error":
        return Reply(
            text="", finish="length", detail=f"the prompt is longer than the model's window: {refusal.message}"
        )
    raise TransportError(f"the embedded model refused the request: {refusal.message}")


def _reply(completion: _Completion, seconds: float) -> Reply:
    choice = completion.choices[0]
    text = choice.message.content or ""
    finishes: Mapping[str | None, Finish] = {"stop": "stop", "length": "length"}
    return Reply(
        text=text,
        token_shares=_shares(choice.logprobs, text),
        finish=finishes.get(choice.finish_reason, "other"),
        tokens=Tokens(input=completion.usage.prompt_tokens, output=completion.usage.completion_tokens),
        seconds=seconds,
    )


def _shares(logprobs: _Logprobs | None, text: str) -> dict[str, float] | None:
    if logprobs is None:
        return None
    positions = [Position(_candidate(token), tuple(map(_candidate, token.top_logprobs))) for token in logprobs.content]
    shares = first_token_shares(positions, text)
    if shares is None:
        return None
    return {token: round(share, DIGITS) for token, share in shares.items()}


def _candidate(token: _Token) -> Candidate:
    return Candidate(token.token, -math.inf if token.logprob is None else token.logprob)
