"""The model behind a fake server: what it says to a request, in no protocol's words yet."""

from __future__ import annotations

import hashlib
import json
import math
import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.fakes.answers import Schema, answer_to, count_tokens, first_token, item_of
from tests.fakes.http_server import HttpRequest
from tests.fakes.steps import Asked, Finish, Step


@dataclass(frozen=True, slots=True)
class Traits:
    """What a fake server is like, whatever it is asked.

    With a `key`, any other is refused; a parameter in `refuses` is answered with 400, as servers do which cannot serve
    it; `most_candidates` is how many candidates a token may be asked for.
    """

    model: str = "fake-judge"
    version: str = "fake-judge-001"
    key: str | None = None
    answers: tuple[str, ...] = ("yes", "no")
    refuses: tuple[str, ...] = ()
    most_candidates: int = 20


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a request asks of the model, in either protocol."""

    texts: tuple[str, ...]
    schema: Schema | None
    max_tokens: int


@dataclass(frozen=True, slots=True)
class Token:
    """One token of a reply with the candidates it was chosen from, by falling probability."""

    text: str
    share: float
    candidates: tuple[tuple[str, float], ...]

    @property
    def log_probability(self) -> float:
        """The natural logarithm of the token's probability."""
        return log(self.share)


def log(share: float) -> float:
    """The natural logarithm of a probability; of 0, the large negative number that servers send."""
    return math.log(share) if share > 0 else -9999.0


@dataclass(frozen=True, slots=True)
class Said:
    """One reply of the model."""

    text: str
    thoughts: str | None
    finish: Finish
    tokens: tuple[Token, ...]
    n_input: int
    n_output: int
    n_thoughts: int


def say(asked: Asked, step: Step, wanted: Wanted, answers: Sequence[str]) -> Said:
    """What the model says; like real ones, it spends its allowance on thoughts first."""
    shares = step.shares or {}
    text = step.text
    if text is None:
        text = max(shares, key=lambda token: shares[token]) if shares else answer_to(asked.item, answers, wanted.schema)
    finish: Finish = step.finish
    n_thoughts = count_tokens([step.thoughts or ""])
    if n_thoughts >= wanted.max_tokens:
        text, finish = "", "length"
    return Said(
        text=text,
        thoughts=step.thoughts,
        finish=finish,
        tokens=_tokens(text, shares),
        n_input=count_tokens(wanted.texts),
        n_output=count_tokens([text]),
        n_thoughts=n_thoughts,
    )


def _tokens(text: str, shares: Mapping[str, float]) -> tuple[Token, ...]:
    if not text:
        return ()
    first, rest = first_token(text)
    candidates = tuple(sorted((shares or {first: 1.0}).items(), key=lambda pair: -pair[1]))
    tokens = [Token(first, dict(candidates).get(first, 0.0), candidates)]
    if rest:
        tokens.append(Token(rest, 1.0, ((rest, 1.0),)))
    return tuple(tokens)


class Memory:
    """All requests that a server has had, in order; safe to read from another thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._bodies: Counter[bytes] = Counter()
        self._asked: list[Asked] = []

    def keep(self, request: HttpRequest, texts: Sequence[str], body: dict[str, Any]) -> Asked:
        """The request as a script sees it, kept."""
        digest = hashlib.sha256(json.dumps([request.path, body], sort_keys=True).encode()).digest()
        with self._lock:
            asked = Asked(
                number=len(self._asked),
                path=request.path,
                headers=request.headers,
                body=body,
                item=item_of(texts),
                before=self._bodies[digest],
            )
            self._bodies[digest] += 1
            self._asked.append(asked)
        return asked

    @property
    def asked(self) -> tuple[Asked, ...]:
        """The requests so far."""
        with self._lock:
            return tuple(self._asked)

    def as_json(self) -> bytes:
        """Item and seed of each request so far, for those who ask over HTTP."""
        rows = [{"item": asked.item, "before": asked.before, "body": asked.body} for asked in self.asked]
        return json.dumps(rows).encode()
