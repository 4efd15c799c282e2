"""What a fake server does with one request, and scripts that choose it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Fault = Literal["none", "reset", "hang", "half_body", "half_json", "html", "wrong_type"]
"""How the wire breaks: before a reply, for ever, within the body, or in what the body is."""

Finish = Literal["stop", "length", "refused", "blocked_prompt", "other"]


class Step(BaseModel):
    """One reply: what is said and how it ends, or the error of `status`, and how the wire breaks."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: str | None = None
    """What the model says; None: the answer that goes with the item."""
    finish: Finish = "stop"
    finish_word: str | None = None
    """The protocol's own word for the finish, where it is to be a certain one."""
    thoughts: str | None = None
    shares: dict[str, float] | None = None
    """Probabilities of the first token, served to those who ask for them."""
    version: str | None = None
    status: int = 200
    message: str = "the fake server was told to fail"
    code: str | None = None
    hidden: bool = False
    """Whether the error comes under the status 200, as some gateways send it."""
    retry_after: str | None = None
    fault: Fault = "none"
    delay_seconds: float = Field(default=0.0, ge=0)


@dataclass(frozen=True, slots=True)
class Asked:
    """One request as it came: `item` is the hash of its messages, `before` how often this very body came already."""

    number: int
    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]
    item: str
    before: int


Script = Callable[[Asked], Step]


def in_turn(*steps: Step, then: Step | None = None) -> Script:
    """The script that does the steps in the order in which requests come, and then the last for ever."""
    last = then or Step()

    def script(asked: Asked) -> Step:
        return steps[asked.number] if asked.number < len(steps) else last

    return script


WAYS_TO_BREAK: Mapping[str, Step] = {
    "429, come back at once": Step(status=429, retry_after="0"),
    "429": Step(status=429),
    "500": Step(status=500),
    "503, come back at once": Step(status=503, retry_after="0"),
    "connection reset": Step(fault="reset"),
    "hang": Step(fault="hang"),
    "half a body": Step(fault="half_body"),
    "half of the protocol's JSON": Step(fault="half_json"),
    "a web page": Step(fault="html", status=502),
    "wrong content type": Step(fault="wrong_type"),
    "cut off at the token limit": Step(finish="length", text='{"answer": "y'),
    "reply blocked by safety": Step(finish="refused", text=""),
    "prompt blocked by safety": Step(finish="blocked_prompt"),
    "thoughts that say otherwise": Step(thoughts="Draft: no. Then again, yes."),
    "thoughts only": Step(thoughts="Draft: no. Then again, yes.", text=""),
    "half of the answer's JSON": Step(text='{"rationale": "It says so", "ans'),
    "an answer that is on no menu": Step(text='{"rationale": "Who knows.", "answer": "perhaps"}'),
    "an empty reply": Step(text=""),
}
"""Every way to break that the servers know, by its name."""

BREAKAGES = tuple(WAYS_TO_BREAK.values())


def breaking(share: float, seed: int = 0, breakages: Sequence[Step] = BREAKAGES) -> Script:
    """The script that breaks this share of the replies; the same request breaks alike in every run, in any order."""

    def script(asked: Asked) -> Step:
        told = json.dumps([seed, asked.before, asked.body], sort_keys=True)
        digest = hashlib.sha256(told.encode()).digest()
        if int.from_bytes(digest[:8]) / 2**64 >= share:
            return Step()
        return breakages[int.from_bytes(digest[8:16]) % len(breakages)]

    return script


class ScriptFile(BaseModel):
    """A script as a file holds it: `steps` in turn and `then` for ever, or a `broken` share of all replies."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    steps: tuple[Step, ...] = ()
    then: Step = Step()
    broken: float = Field(default=0.0, ge=0, le=1)
    seed: int = 0

    def script(self) -> Script:
        """The script that the file describes."""
        return breaking(self.broken, self.seed) if self.broken else in_turn(*self.steps, then=self.then)


def read_script(given: str | None) -> Script:
    """The script that a command was given: JSON, or the file that holds it; None: every answer is good."""
    if given is None:
        return in_turn()
    text = given if given.lstrip().startswith("{") else Path(given).read_text(encoding="utf-8")
    return ScriptFile.model_validate_json(text).script()
