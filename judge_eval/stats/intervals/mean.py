"""The interval of a plain mean, by the estimator that its values and clusters call for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import fsum

import numpy as np

from judge_eval.stats.arrays import Codes, Floats
from judge_eval.stats.intervals.clusters import cluster_totals
from judge_eval.stats.intervals.interval import Limits, cluster_t, plus_two_cluster_t, wilson

ROUNDING = 1e-9
"""How far outside [0, 1] a value is still taken for a share: what weighted means lose to rounding."""
NO_WIDTH = 1e-12
"""The width of an interval, as a part of its ends, that equal values of unequal clusters get from rounding."""


@dataclass(frozen=True, slots=True)
class Interval:
    """An interval; `method` names the estimator, or says why there is no interval (both ends None)."""

    low: float | None
    high: float | None
    method: str


def mean_interval(values: Floats, clusters: Codes, bounded: bool, level: float = 0.95) -> Interval:
    """The interval of the mean over items of `values`, where `values[i]` belongs to the cluster `clusters[i]`.

    `bounded` says that values lie in [0, 1]. Of bounded values, binary ones that are each their own cluster get
    Wilson's score interval, all others plus-two cluster t: neither is ever of zero width. Unbounded values get
    Student's t over clusters, and none where clusters do not vary at all. Under two clusters there is none.
    The interval holds the mean of `values`.
    The result is the same to the last bit in any order of items and with any codes for clusters.

    Raises: ValueError for a value that is not finite, or is bounded and outside [0, 1].
    """
    return interval_between(values, values, clusters, bounded, level)


def interval_between(lows: Floats, highs: Floats, clusters: Codes, bounded: bool, level: float = 0.95) -> Interval:
    """The interval of a mean of values known only to lie between `lows` and `highs`.

    It runs from the lower limit, were all values at their low, to the upper limit, were all at their high, and
    holds the means of both. One estimator serves both ends, chosen as `mean_interval` chooses, and errors are raised
    as there.
    """
    decided = highs is lows
    lows = _checked(lows, bounded)
    highs = lows if decided else _checked(highs, bounded)
    low_totals = cluster_totals(lows, clusters)
    high_totals = low_totals if decided else cluster_totals(highs, clusters)
    count = low_totals.clusters
    if count < 2:
        return Interval(None, None, "none: one cluster" if count else "none: no items")
    limits: Callable[[Floats, Floats, float], Limits]
    if not bounded:
        limits, method = cluster_t, f"t over {count} clusters"
    elif low_totals.singletons and _binary(lows) and _binary(highs):
        limits, method = _wilson_of_items, f"Wilson score, {count} clusters"
    else:
        limits, method = plus_two_cluster_t, f"plus-two cluster t, {count} clusters"
    at_low = limits(low_totals.sums, low_totals.counts, level)
    at_high = at_low if decided else limits(high_totals.sums, high_totals.counts, level)
    low, high = at_low.low, at_high.high
    if high - low <= NO_WIDTH * max(abs(low), abs(high)):
        # A width of zero would claim a certainty that no sample gives.
        return Interval(None, None, f"none: {count} clusters do not vary")
    # Rounding can leave a mean a bit outside, and plus-two's own proof ends under a level of .683.
    return Interval(min(low, mean_of(lows)), max(high, mean_of(highs)), method)


def mean_of(values: Floats) -> float:
    """The mean of at least one value, the same to the last bit in any order."""
    return fsum(values) / len(values)


def shares(values: Floats) -> Floats:
    """The values, held within [0, 1].

    Raises: ValueError for a value that lies outside by more than rounding.
    """
    held = np.clip(values, 0.0, 1.0)
    if (np.abs(held - values) > ROUNDING).any():
        raise ValueError("a bounded value lies outside [0, 1]")
    return held


def _wilson_of_items(sums: Floats, counts: Floats, level: float) -> Limits:
    """Wilson's interval where each item is a cluster."""
    return wilson(fsum(sums), len(counts), level)


def _binary(values: Floats) -> bool:
    """Whether every value is 0 or 1."""
    return bool(((values == 0) | (values == 1)).all())


def _checked(values: Floats, bounded: bool) -> Floats:
    """The values, bounded ones held within [0, 1].

    Raises: ValueError for one that is not finite, or is bounded and outside [0, 1].
    """
    if not np.isfinite(values).all():
        raise ValueError("a mean needs finite values")
    return shares(values) if bounded else values
