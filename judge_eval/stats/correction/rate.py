"""A rate with its interval, or the reason why there is none."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rate:
    """An estimated share with its interval, all in [0, 1]; `method` names the estimator as reports print it."""

    point: float
    low: float
    high: float
    method: str

    @property
    def width(self) -> float:
        """From one end of the interval to the other."""
        return self.high - self.low


@dataclass(frozen=True, slots=True)
class Refusal:
    """No estimate, and why."""

    reason: str
