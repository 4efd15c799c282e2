"""A sample: one answer of a judge to one question about one item."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from judge_eval.core.frozen import Frozen
from judge_eval.core.run import Tokens

Failure = Literal[
    "transport",
    "rate_limited",
    "timed_out",
    "refused",
    "truncated",
    "unparseable",
    "off_menu",
    "incomplete",
]

Finish = Literal["stop", "length", "refused", "other"]
"""How a reply ended: by itself, at its token limit, stopped by a safety filter, or otherwise."""


class Distribution(Frozen):
    """The judge's probability of each answer, summing to 1; `lost` is the mass that fell on other tokens."""

    shares: dict[str, float]
    lost: float = Field(ge=0, le=1)


class Sample(Frozen):
    """What one asking brought: an `answer`, or a `failure` with the raw text kept; never both."""

    item: str
    """Fingerprint of the item asked about."""
    index: int = Field(ge=0)
    attempt: int = Field(default=0, ge=0)
    answer: str | None = None
    distribution: Distribution | None = None
    rationale: str | None = None
    failure: Failure | None = None
    detail: str | None = None
    """The failure in words."""
    text: str = ""
    """The raw reply, as it came."""
    token_shares: dict[str, float] | None = None
    """The probabilities of the first answer token's candidates, as they came."""
    finish: Finish = "stop"
    judge: str = ""
    """The model that was asked, as `kind:model`; empty in samples of an early version."""
    model_version: str | None = None
    """The model as its own reply names it."""
    tokens: Tokens = Tokens()
    seconds: float = Field(default=0.0, ge=0)
    date: str = ""
    """When it was asked, ISO 8601 in UTC."""
    cached: bool = Field(default=False, exclude=True)
    """Whether this invocation found it in the store; not part of the sample."""
