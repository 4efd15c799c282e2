"""What a request asks of a server beyond its text, narrowed by what the server has refused."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

MOST_CANDIDATES = 20
"""How many candidates of a token OpenAI and Gemini serve at most; of the embedded judge no more are asked."""

LARGEST_SEED = 2**31 - 1
"""What every server takes for a seed: some hold it in 32 bits with a sign, and one takes all ones for "random"."""

_LONE_NUMBER = re.compile(r"(?<![\w.-])\d{1,3}(?![\w-]|\.\d)")
_SCHEMA_WORDS = re.compile(
    r"response_?format|json_?schema|response_?(json_)?schema|json mode|structured output|grammar|guided", re.IGNORECASE
)
_LOGPROBS_WORDS = re.compile(r"log_?prob", re.IGNORECASE)
_SEED_WORDS = re.compile(r"\bseed\b", re.IGNORECASE)
_TEMPERATURE_WORDS = re.compile(r"\btemperature\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Offer:
    """What is sent where a request wants it: the first offer is all of it, each later one leaves out what was refused.

    `n_candidates` 0: no log-probabilities are asked for.
    """

    n_candidates: int = MOST_CANDIDATES
    schema: bool = True
    seed: bool = True
    temperature: bool = True
    limits_completion: bool = False
    """Whether the limit goes by its newer name, `max_completion_tokens`."""
    thoughts_room: int = 0

    def without(self, message: str) -> Narrowed | None:
        """The offer less the one thing that a server's refusal names; None where it names nothing that was sent."""
        if self.n_candidates and _LOGPROBS_WORDS.search(message):
            fewer = [n for n in map(int, _LONE_NUMBER.findall(message)) if 1 < n < self.n_candidates]
            n = max(fewer, default=0)
            served = f"served with {n} candidates a token" if n else "served without log-probabilities"
            return Narrowed(replace(self, n_candidates=n), served)
        if not self.limits_completion and "max_completion_tokens" in message:
            return Narrowed(replace(self, limits_completion=True), "its token limit goes as max_completion_tokens")
        if self.schema and _SCHEMA_WORDS.search(message):
            return Narrowed(replace(self, schema=False), "served without a reply schema")
        if self.seed and _SEED_WORDS.search(message):
            return Narrowed(replace(self, seed=False), "served without seeds")
        if self.temperature and _TEMPERATURE_WORDS.search(message):
            return Narrowed(replace(self, temperature=False), "served at the model's own temperature")
        return None

    def within(self, other: Offer) -> Offer:
        """What both offers hold, with the larger room for thoughts."""
        return Offer(
            n_candidates=min(self.n_candidates, other.n_candidates),
            schema=self.schema and other.schema,
            seed=self.seed and other.seed,
            temperature=self.temperature and other.temperature,
            limits_completion=self.limits_completion or other.limits_completion,
            thoughts_room=max(self.thoughts_room, other.thoughts_room),
        )


@dataclass(frozen=True, slots=True)
class Narrowed:
    """A smaller offer, and what a person should know about it."""

    offer: Offer
    note: str
