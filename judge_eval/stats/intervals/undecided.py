"""A mean some of whose items are undecided: the value, what it may come to, and its interval."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from judge_eval.core.estimate import EstimateKind
from judge_eval.stats.arrays import Codes, Floats
from judge_eval.stats.intervals.mean import Interval, interval_between, mean_of, shares


@dataclass(frozen=True, slots=True)
class MeanWithBounds:
    """A mean over `n` items in `clusters` clusters, between `value_low` and `value_high` were all items decided.

    `value` is None where no item has one, a bound is None where an item has none; without undecided items all
    three are equal. `interval` holds all three, and so the error of sampling and of what is undecided.
    """

    value: float | None
    value_low: float | None
    value_high: float | None
    interval: Interval
    n: int
    clusters: int


def mean_with_bounds(
    kind: EstimateKind, lows: Floats, highs: Floats, clusters: Codes, bounded: bool, level: float = 0.95
) -> MeanWithBounds:
    """The mean of items of which each lies between its low and its high; a decided item has both equal.

    A `pass_rate` counts an undecided item as not passed, so that its value, where any item is decided, is the lower
    bound. A `score` is the mean of the decided items, held within its bounds: they are of all items, and what the
    undecided ones must at least or can at most bring may rule it out. Bounded values lie in [0, 1]; an unbounded item
    may have an infinite bound, and then there is no interval.

    Raises: ValueError where a low is above its high, and as `mean_interval` does.
    """
    if not (lows <= highs).all():
        raise ValueError("the low of an item is above its high")
    if bounded:
        all_decided = highs is lows
        lows = shares(lows)
        highs = lows if all_decided else shares(highs)
    count = len(np.unique(clusters))
    if len(lows) == 0:
        return MeanWithBounds(None, None, None, interval_between(lows, highs, clusters, bounded, level), 0, 0)
    value_low, value_high = mean_of(lows), mean_of(highs)
    decided = lows[lows == highs]
    value = None
    if len(decided):
        value = value_low if kind == "pass_rate" else min(max(mean_of(decided), value_low), value_high)
    unlimited = int((np.isinf(lows) | np.isinf(highs)).sum())
    if unlimited and not bounded:
        interval = Interval(None, None, f"none: {unlimited} of {len(lows)} items may have any value")
    else:
        interval = interval_between(lows, highs, clusters, bounded, level)
    return MeanWithBounds(value, _finite(value_low), _finite(value_high), interval, len(lows), count)


def _finite(value: float) -> float | None:
    """The value, or None where it is infinite."""
    return value if np.isfinite(value) else None
