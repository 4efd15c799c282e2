"""From log-probabilities by token to the candidates of the first token of the answer."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Candidate:
    """A token that was written or might have been, with the natural logarithm of its probability."""

    token: str
    log_probability: float


@dataclass(frozen=True, slots=True)
class Position:
    """One token of a reply with those that stood beside it."""

    chosen: Candidate
    candidates: tuple[Candidate, ...]


def first_token_shares(positions: Sequence[Position], text: str) -> dict[str, float] | None:
    """The probability of each candidate for the first token of `text` that is not blank.

    Thoughts before the text are passed over: some servers list their tokens too. None where the tokens do not spell
    the text.
    """
    answer = text.strip()
    if not answer:
        return None
    for i, position in reversed(list(enumerate(positions))):  # from the end: thoughts may spell the answer too
        start = position.chosen.token.lstrip()
        if not start or not (answer.startswith(start) or start.startswith(answer)):
            continue
        if "".join(later.chosen.token for later in positions[i:]).lstrip().startswith(answer):
            return _shares(position)
    return None


def _shares(position: Position) -> dict[str, float]:
    shares: dict[str, float] = {}
    for candidate in position.candidates:
        shares[candidate.token] = min(1.0, shares.get(candidate.token, 0.0) + _share(candidate))
    if position.chosen.token not in shares:
        shares[position.chosen.token] = _share(position.chosen)
    return shares


def _share(candidate: Candidate) -> float:
    return math.exp(min(0.0, candidate.log_probability))
