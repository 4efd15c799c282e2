"""The words of OpenAI's chat protocol: the body that is sent, and what comes back."""

from __future__ import annotations

import json
from typing import Any, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from judge_eval.adapters.server.dialogue import Heard
from judge_eval.adapters.server.offer import LARGEST_SEED, Offer
from judge_eval.adapters.server.token_shares import Candidate, Position, first_token_shares
from judge_eval.core.ports import Finish, Reply, Request
from judge_eval.core.run import Tokens

_FINISHES: dict[str, Finish] = {
    "stop": "stop",
    "eos": "stop",
    "eos_token": "stop",
    "stop_sequence": "stop",
    "length": "length",
    "max_tokens": "length",
    "content_filter": "refused",
    "safety": "refused",
}


class _Wire(BaseModel):
    """A part of a reply; what nobody here reads is passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class _TopLogprob(_Wire):
    token: str
    logprob: float


class _TokenLogprob(_TopLogprob):
    top_logprobs: list[_TopLogprob] = Field(default_factory=list[_TopLogprob])


class _Logprobs(_Wire):
    content: list[_TokenLogprob] | None = None


class _ContentPart(_Wire):
    type: str = "text"
    text: str | None = None


class _Message(_Wire):
    content: str | list[_ContentPart] | None = None
    refusal: str | None = None
    reasoning_content: str | None = None
    reasoning: str | None = None


class _Choice(_Wire):
    message: _Message
    finish_reason: str | None = None
    logprobs: _Logprobs | None = None


class _OutputDetails(_Wire):
    reasoning_tokens: int | None = None


class _Usage(_Wire):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    completion_tokens_details: _OutputDetails | None = None


class _Completion(_Wire):
    model: str | None = None
    system_fingerprint: str | None = None
    choices: list[_Choice] = Field(min_length=1)
    usage: _Usage | None = None


def body_of(request: Request, model: str, offer: Offer) -> bytes:
    """The JSON body of a request, with all of the offer that the request wants."""
    limit = request.max_tokens + offer.thoughts_room
    body: dict[str, Any] = {
        "model": model,
        "messages": [{"role": message.role, "content": message.text} for message in request.messages],
        "max_completion_tokens" if offer.limits_completion else "max_tokens": limit,
    }
    if offer.temperature:
        body["temperature"] = request.temperature
    if offer.seed:
        body["seed"] = request.seed & LARGEST_SEED
    if request.distribution and offer.n_candidates:
        body |= {"logprobs": True, "top_logprobs": offer.n_candidates}
    if request.reply_schema is not None and offer.schema:
        form = {"name": "verdict", "strict": True, "schema": request.reply_schema}
        body["response_format"] = {"type": "json_schema", "json_schema": form}
    return json.dumps(body).encode()


def read_completion(body: bytes, seconds: float) -> Heard:
    """What a chat completion says; its thoughts are passed over. Raises: ValueError where it is none."""
    completion = _completion(body)
    choice = completion.choices[0]
    said = _text(choice.message)
    text, thought_aloud = _without_thoughts(said)
    usage = completion.usage or _Usage()
    finish, detail = _finish(choice)
    positions = [_position(token) for token in (choice.logprobs and choice.logprobs.content) or ()]
    reply = Reply(
        text=text,
        token_shares=first_token_shares(positions, text),
        finish=finish,
        detail=detail,
        model_version=" ".join(filter(None, (completion.model, completion.system_fingerprint))) or None,
        tokens=Tokens(input=max(0, usage.prompt_tokens or 0), output=max(0, usage.completion_tokens or 0)),
        seconds=seconds,
    )
    return Heard(reply, has_candidates=bool(positions), thought=thought_aloud or _has_thoughts(choice.message, usage))


def _completion(body: bytes) -> _Completion:
    try:
        return _Completion.model_validate_json(body)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"]))
        raise ValueError(f"{place}: {first['msg']}" if place else first["msg"]) from error


def _text(message: _Message) -> str:
    if isinstance(message.content, list):
        return "".join(part.text or "" for part in message.content if part.type in ("text", "output_text"))
    return message.content or ""


def _without_thoughts(text: str) -> tuple[str, bool]:
    """The text after the thoughts that some servers leave in it, and whether there were any."""
    start = text.lstrip()
    if not start.startswith("<think>"):
        return text, False
    return start.partition("</think>")[2].lstrip(), True


def _has_thoughts(message: _Message, usage: _Usage) -> bool:
    details = usage.completion_tokens_details
    return bool(message.reasoning_content or message.reasoning or (details and details.reasoning_tokens))


def _finish(choice: _Choice) -> tuple[Finish, str | None]:
    if choice.message.refusal:
        return "refused", choice.message.refusal
    word = choice.finish_reason
    if word is None:
        return "stop", None
    finish = _FINISHES.get(word.lower(), "other")
    return finish, (word if finish in ("refused", "other") else None)


def _position(token: _TokenLogprob) -> Position:
    return Position(
        Candidate(token.token, token.logprob),
        tuple(Candidate(other.token, other.logprob) for other in token.top_logprobs),
    )


def error_words(body: bytes) -> tuple[str, str | None] | None:
    """Message and code of an error in OpenAI's shape or one of its kin; None where the body is no such thing."""
    try:
        told: object = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if isinstance(told, list) and told:  # Google's compatible endpoint wraps its error in a list
        told = cast("list[object]", told)[0]
    if not isinstance(told, dict):
        return None
    error = cast("dict[str, object]", told)
    inner = error.get("error", error)
    if isinstance(inner, str):
        return inner, None
    if not isinstance(inner, dict):
        return None
    error = cast("dict[str, object]", inner)
    message = error.get("message", error.get("detail"))
    if message is None:
        return None
    code = error.get("code") or error.get("type")
    return (message if isinstance(message, str) else json.dumps(message)), (str(code) if code is not None else None)
