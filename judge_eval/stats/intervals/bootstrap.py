"""The percentile bootstrap over whole clusters."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from judge_eval.stats.arrays import Codes, Floats
from judge_eval.stats.intervals.chance import Chance
from judge_eval.stats.intervals.clusters import cluster_totals
from judge_eval.stats.intervals.interval import Limits

DRAWS = 4000
"""Bootstrap draws: the 2.5 % points of that many are within .003 or so of kappa's."""


def draw_sums(
    columns: Sequence[Floats], clusters: Codes, total: float, beside: Sequence[float], source: Chance
) -> Floats | None:
    """The sums of the columns, one value an item each, in `DRAWS` samples of clusters (rows); None under two clusters.

    Beside the clusters one more may be drawn, which holds twice their average part of `total` times each share in
    `beside`, so that a sample in which nothing differs has a width too. Equal in any order of items and with any codes.
    Source: Efron & Tibshirani 1993, ch. 13.
    """
    rows = np.column_stack([cluster_totals(column, clusters).sums for column in columns])
    if len(rows) < 2:
        return None
    rows = np.vstack((rows, 2 * total / len(rows) * np.array(beside)))
    # Equal clusters are drawn as one kind: the same distribution, and no order of clusters that could show.
    kinds, sizes = np.unique(rows, axis=0, return_counts=True)
    return source.multinomial(len(rows), sizes / len(rows), size=DRAWS).astype(np.float64) @ kinds


def percentile_limits(values: Floats, least: float, level: float = 0.95) -> Limits:
    """The ends of the middle `level` of drawn values between `least` and 1; NaN, which may be any, counts as either."""
    unknown = np.isnan(values)
    tail = (1 - level) / 2
    low = np.quantile(np.where(unknown, least, values), tail)
    high = np.quantile(np.where(unknown, 1.0, values), 1 - tail)
    return Limits(float(low), float(high))
