"""The limits that a judge is held to, as whoever makes it sets them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """`lost_share`: probability that may fall on tokens that are no answer; `cut_off`: P(pass) from which it passes.

    `attempts`: how often an unreadable reply is asked for again under one index, the first time included.
    """

    lost_share: float
    attempts: int
    cut_off: float
