"""Confidence intervals of a rate or a mean, from what each cluster adds up to."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum, sqrt

import numpy as np

from judge_eval.stats.clusters import Floats
from judge_eval.stats.quantiles import normal_quantile, t_quantile


@dataclass(frozen=True, slots=True)
class Limits:
    """The two ends of an interval."""

    low: float
    high: float


def wilson(passed: float, n: float, level: float = 0.95) -> Limits:
    """Wilson's score interval of a rate, `passed` of `n`; counts may be fractions, as n over a design effect is.

    It holds passed/n, lies in [0, 1] and is never of zero width.
    Source: Wilson 1927; (k + z²/2 ± z·sqrt(k(n-k)/n + z²/4)) / (n + z²).

    Raises: ValueError where passed is not in [0, n], or n is not above 0.
    """
    if not (n > 0 and 0 <= passed <= n):
        raise ValueError(f"{passed} of {n} is no rate")
    z = normal_quantile(0.5 + level / 2)
    centre = passed + z * z / 2
    reach = z * sqrt(passed * (n - passed) / n + z * z / 4)
    # At the ends the limit is exactly 0 or 1, which rounding would miss by a bit.
    low = 0.0 if passed == 0 else (centre - reach) / (n + z * z)
    high = 1.0 if passed == n else (centre + reach) / (n + z * z)
    return Limits(low, high)


def plus_two_cluster_t(sums: Floats, counts: Floats, level: float = 0.95) -> Limits:
    """The interval of a mean of values in [0, 1]: Student's t over cluster means, two pseudo-clusters added.

    m and s are the mean and the standard deviation of the G cluster means with a 0 and a 1 beside them; the
    interval is m ± t(G-1)·s/sqrt(G+2), clipped to [0, 1]. The pseudo-clusters do for clusters what Agresti and
    Coull's plus four does for items: where all values are equal the width is not zero. Every cluster weighs the
    same, so that where a cluster's size tells of its values the interval is about the mean of cluster means,
    not about the mean of items.

    Raises: ValueError under two clusters.
    """
    means = np.concatenate((sums / counts, (0.0, 1.0)))
    around = _student(means, degrees=len(sums) - 1, level=level)
    return Limits(max(around.low, 0.0), min(around.high, 1.0))


def cluster_t(sums: Floats, counts: Floats, level: float = 0.95) -> Limits:
    """The interval of a mean of unbounded values: Student's t over clusters, centred on the mean over items.

    Clusters weigh as their items do: with m the mean over items and N their number, cluster g stands for
    m + (S_g - m·n_g)·G/N, whose mean is m, and whose variance is the ratio estimator's (Cochran 1977, ch. 6). With
    clusters of one size these are the cluster means.

    Raises: ValueError under two clusters.
    """
    items = fsum(counts.tolist())
    mean = fsum(sums.tolist()) / items
    return _student(mean + (sums - mean * counts) * (len(sums) / items), degrees=len(sums) - 1, level=level)


def _student(values: Floats, degrees: int, level: float) -> Limits:
    """The mean of `values` ± t(degrees)·s/sqrt(how many they are)."""
    if degrees < 1:
        raise ValueError("an interval needs at least two clusters")
    n = len(values)
    # fsum is exact, so that the order of clusters cannot show in the last bit.
    mean = fsum(values.tolist()) / n
    deviation = sqrt(fsum(((values - mean) ** 2).tolist()) / (n - 1))
    reach = t_quantile(0.5 + level / 2, degrees) * deviation / sqrt(n)
    return Limits(mean - reach, mean + reach)
