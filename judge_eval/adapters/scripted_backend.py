"""`scripted:FILE`: a judge that says what a file tells it to, for users' own tests of their suites.

A script is YAML or JSON. Its rules are tried from the top; the first whose `when`, a regular expression, is found in
the text of the request gives the reply, and a rule without `when` fits everything:

    rules:
      - when: "capital of France"
        replies: ["yes", "no", "yes"]                  # sample 0, 1, 2, then from the start again
      - when: "order 88231"
        replies: [{shares: {"yes": 0.9, "no": 0.1}}]   # the probabilities of the first token
      - when: "breaks off twice"
        replies: [{text: "yes", failure: transport, times: 2}]
      - replies: ["no"]

A reply is a text, or: `text`; `shares`; `failure` (transport, rate_limited, hang, refused, truncated), `times` (that
many tries fail, then the reply comes; left out: all fail), `retry_after` in seconds for rate_limited, `seconds` (that
it takes, whatever comes). Where any reply has `shares`, this judge serves probabilities, and a bare text has
probability 1. Where a request wants JSON, an answer's word comes in an object, and any other text as it stands.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from pathlib import Path
from typing import Literal

from pydantic import Field, field_validator

from judge_eval.adapters.files.parsing.document import Document, read_document
from judge_eval.adapters.files.parsing.problems import validated
from judge_eval.core.fingerprint import fingerprint
from judge_eval.core.frozen import Frozen
from judge_eval.core.ports import Reply, Request
from judge_eval.core.run import Tokens
from judge_eval.errors import InputError, Problem, RateLimitedError, TransportError
from judge_eval.judge.attempts import index_of


class ScriptedReply(Frozen):
    """What one sample brings after `seconds`; `failure` comes instead, for the first `times` tries or for all."""

    text: str | None = None
    shares: dict[str, float] | None = Field(default=None, min_length=1)
    failure: Literal["transport", "rate_limited", "hang", "refused", "truncated"] | None = None
    times: int | None = Field(default=None, ge=1)
    retry_after: float | None = Field(default=None, ge=0)
    seconds: float = Field(default=0.0, ge=0)

    @field_validator("shares")
    @classmethod
    def _are_shares(cls, shares: dict[str, float] | None) -> dict[str, float] | None:
        if shares is not None and (min(shares.values()) < 0 or sum(shares.values()) > 1 + 1e-9):
            raise ValueError("shares are at least 0 and sum to at most 1")
        return shares

    @property
    def said(self) -> str:
        """The text, or the likeliest of the shares."""
        if self.text is not None:
            return self.text
        shares = self.shares or {"": 1.0}
        return max(shares, key=lambda token: shares[token])


class ScriptedRule(Frozen):
    """The replies to requests in which `when` is found, by sample index; None fits every request."""

    when: str | None = None
    replies: tuple[str | ScriptedReply, ...] = Field(min_length=1)

    @field_validator("when")
    @classmethod
    def _is_expression(cls, when: str | None) -> str | None:
        try:
            re.compile(when or "")
        except re.error as error:
            raise ValueError(f"this is no regular expression: {error}") from error
        return when

    def fits(self, text: str) -> bool:
        """Whether this rule is for a request of that text."""
        return self.when is None or re.search(self.when, text) is not None

    def reply(self, index: int) -> ScriptedReply:
        """The reply under a sample index."""
        reply = self.replies[index % len(self.replies)]
        return ScriptedReply(text=reply) if isinstance(reply, str) else reply


class Script(Frozen):
    """The whole file."""

    rules: tuple[ScriptedRule, ...] = Field(min_length=1)

    @property
    def has_shares(self) -> bool:
        """Whether any reply gives probabilities."""
        replies = (reply for rule in self.rules for reply in rule.replies)
        return any(isinstance(reply, ScriptedReply) and reply.shares is not None for reply in replies)


class ScriptedBackend:
    """A backend that follows a script; equal requests get equal replies."""

    kind = "scripted"

    def __init__(self, document: Document) -> None:
        """A backend after `document`. Raises: InputError where that is no script."""
        self._script = validated(Script, document)
        self._place = document.place
        self._model = fingerprint(document.value)
        self._tries: Counter[str] = Counter()

    @property
    def model(self) -> str:
        """The sha256 of the script: another script is another judge."""
        return self._model

    @property
    def serves_distribution(self) -> bool:
        """Whether the script gives probabilities anywhere."""
        return self._script.has_shares

    async def ask(self, request: Request) -> Reply:
        """The reply of the first rule that fits.

        Raises: TransportError and RateLimitedError as told; InputError where no rule fits.
        """
        text = "\n".join(message.text for message in request.messages)
        rule = next((rule for rule in self._script.rules if rule.fits(text)), None)
        if rule is None:
            remedy = "add a rule without 'when' at the end"
            raise InputError(Problem("no rule of this script fits a request", place=self._place, remedy=remedy))
        scripted = rule.reply(index_of(request.seed))
        await asyncio.sleep(scripted.seconds)
        if scripted.failure is not None and self._fails_now(scripted, request):
            return await _failed(scripted)
        wanted = request.distribution and self.serves_distribution
        shares = (scripted.shares or {scripted.said: 1.0}) if wanted else None
        tokens = Tokens(input=len(text.split()), output=len(scripted.said.split()))
        return Reply(
            text=_spelt(scripted.said, request),
            token_shares=shares,
            model_version=self.kind,
            tokens=tokens,
            seconds=scripted.seconds,
        )

    async def aclose(self) -> None:
        """Releases nothing, for nothing is held."""

    def _fails_now(self, scripted: ScriptedReply, request: Request) -> bool:
        if scripted.times is None:
            return True
        key = fingerprint(request.model_dump(mode="json"))
        self._tries[key] += 1
        return self._tries[key] <= scripted.times


def scripted_backend(path: Path) -> ScriptedBackend:
    """The backend that follows the script at `path`. Raises: InputError where there is none."""
    return ScriptedBackend(read_document(path))


def _spelt(said: str, request: Request) -> str:
    """The text, in the form that the request wants where it is one of its words."""
    if request.form == "choice" or said not in request.words:
        return said
    return json.dumps({"rationale": "The script says so.", "answer": said})


async def _failed(scripted: ScriptedReply) -> Reply:
    """The failure that the script tells of, as a server would make it."""
    match scripted.failure:
        case "rate_limited":
            raise RateLimitedError("the script says: too many requests", scripted.retry_after)
        case "hang":
            await asyncio.Event().wait()  # which nobody sets
        case "refused":
            return Reply(text=scripted.text or "", finish="refused", detail="the script says: refused")
        case "truncated":
            return Reply(text=scripted.text or "", finish="length", detail="the script says: cut off")
        case _:
            pass
    raise TransportError("the script says: the connection broke")
