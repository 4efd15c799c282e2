"""Confidence intervals of a rate or a mean, from what each cluster adds up to."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum, sqrt

import numpy as np

from judge_eval.stats.arrays import Floats
from judge_eval.stats.intervals.quantiles import normal_quantile, t_quantile


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
    """The interval of a mean over items of values in [0, 1]: Student's t over clusters, two pseudo-clusters added.

    With a 0 and a 1 beside the G values that clusters stand for (`_linearised`), m~ and s~ the mean and standard
    deviation of all G+2, it is m~ ± t(d)·s~/sqrt(G+2), clipped to [0, 1], with d from `_degrees`. The pseudo-clusters
    do for clusters what Agresti and Coull's plus four does for items: where all values are equal the width is not
    zero. Where one cluster has most of the items it is wide, for there is little but that cluster to go by.
    It holds the mean over items, m, at every level from .683 up: with u = (2m-1)², m is sqrt(u)/(G+2) from m~, and
    s~/sqrt(G+2) is at least sqrt((G+2 + Gu)/(2G+2))/(G+2), which is no less; and t is at least 1 there.

    Raises: ValueError under two clusters.
    """
    values = np.concatenate((_linearised(sums, counts), (0.0, 1.0)))
    around = _student(values, _degrees(counts), level)
    return Limits(max(around.low, 0.0), min(around.high, 1.0))


def cluster_t(sums: Floats, counts: Floats, level: float = 0.95) -> Limits:
    """The interval of a mean over items of unbounded values: Student's t over what clusters stand for.

    Its centre is that mean, its variance the ratio estimator's (`_linearised`), its degrees of freedom `_degrees`.

    Raises: ValueError under two clusters.
    """
    return _student(_linearised(sums, counts), _degrees(counts), level)


def _degrees(counts: Floats) -> float:
    """The degrees of freedom of a mean over items: the effective number of clusters less one, and at least 1.

    Clusters weigh as their items do, so that G of them tell as much as N²/Σn_g² of one size would: Kish's effective
    size of a sample with unequal weights (Kish 1965, Survey Sampling). It is G where sizes are equal, and less
    otherwise. With G-1 degrees, one conversation of twenty turns among eleven of one turn takes plus-two's coverage
    down to .53; tests/statistics shows what is reached with these.

    Raises: ValueError under two clusters.
    """
    if len(counts) < 2:
        raise ValueError("an interval needs at least two clusters")
    return max(1.0, fsum(counts) ** 2 / fsum(counts**2) - 1)


def _linearised(sums: Floats, counts: Floats) -> Floats:
    """The value that each cluster stands for in the mean over items: clusters weigh as their items do.

    A mean over items is a ratio of two sums over clusters. With m that mean and N the number of items, cluster g
    stands for m + (S_g - m·n_g)·G/N: the mean of these values is m, and their variance over G the ratio
    estimator's (Cochran 1977, ch. 6). With clusters of one size they are the cluster means; otherwise they may
    leave the range of the items.
    """
    items = fsum(counts)
    mean = fsum(sums) / items
    return mean + (sums - mean * counts) * (len(sums) / items)


def _student(values: Floats, degrees: float, level: float) -> Limits:
    """The mean of `values` ± t(degrees)·s/sqrt(how many they are)."""
    n = len(values)
    # fsum is exact, so that the order of clusters cannot show in the last bit.
    mean = fsum(values) / n
    deviation = sqrt(fsum((values - mean) ** 2) / (n - 1))
    reach = t_quantile(0.5 + level / 2, degrees) * deviation / sqrt(n)
    return Limits(mean - reach, mean + reach)
