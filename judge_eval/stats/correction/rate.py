"""A rate with its interval, or the reason why there is none."""

from __future__ import annotations

from dataclasses import dataclass

LEAST_OF_EACH = 10
"""Good labels, and bad ones, under which the judge's sensitivity or specificity is not told."""


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


def too_few(labels: float, kind: str) -> Refusal | None:
    """The refusal where labels of this kind, good or bad, are too few; None where they are enough."""
    if labels >= LEAST_OF_EACH:
        return None
    return Refusal(f"not estimable: {told(labels)} {kind} labels, {LEAST_OF_EACH} are needed")


def told(labels: float) -> str:
    """A count of labels as reports print it: labels that were weighed are no whole number."""
    return f"{round(labels, 1):g}"
