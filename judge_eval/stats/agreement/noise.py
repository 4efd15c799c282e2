"""The noise of a judge: how far its answers to one and the same question differ."""

from __future__ import annotations

from math import fsum

import numpy as np

from judge_eval.stats.arrays import Codes, Floats
from judge_eval.stats.intervals.bootstrap import draw_sums, percentile_limits
from judge_eval.stats.intervals.chance import Chance
from judge_eval.stats.intervals.clusters import cluster_totals
from judge_eval.stats.intervals.interval import Limits


def icc(values: Floats, items: Codes) -> float | None:
    """The intraclass correlation of samples of values 0 and 1, where `values[i]` answers `items[i]`.

    It is the share of the items' variance in that of items and of an item's samples: 1 where the judge never wavers,
    None where all samples are equal, or under two items with two samples or more.
    From a rule that stops early give each item's first two samples only: the third was asked because they differed.
    Source: one-way analysis of variance, Shrout & Fleiss 1979, ICC(1); for unequal counts Donner 1986.
    """
    totals = cluster_totals(values, items)
    repeated = totals.counts >= 2
    sums, counts = totals.sums[repeated], totals.counts[repeated]
    n_items, n_samples = len(sums), fsum(counts)
    if n_items < 2:
        return None
    means = sums / counts
    mean = fsum(sums) / n_samples
    # Samples are 0 or 1, so that those of an item scatter by K·m·(1-m) in all.
    within = fsum(counts * means * (1 - means)) / (n_samples - n_items)
    size = (n_samples - fsum(counts**2) / n_samples) / (n_items - 1)
    between = max(0.0, (fsum(counts * (means - mean) ** 2) / (n_items - 1) - within) / size)
    return between / (between + within) if between + within > 0 else None


def icc_of_pairs(firsts: Floats, seconds: Floats) -> float | None:
    """The same where each item has two samples."""
    items = np.arange(len(firsts))
    return icc(np.concatenate((firsts, seconds)), np.concatenate((items, items)))


def icc_limits(firsts: Floats, seconds: Floats, clusters: Codes, source: Chance) -> Limits | None:
    """The percentile bootstrap interval of the ICC of items with two samples each, 1 or 0; None under two clusters.

    The cluster drawn beside the others has a pair of each kind: samples that never differ leave an error too. A draw
    in which all are equal could have any ICC. Source: Ukoumunne et al. 2003, whole clusters.
    """
    kinds = (firsts * seconds, (1 - firsts) * (1 - seconds), firsts * (1 - seconds) + (1 - firsts) * seconds)
    drawn = draw_sums(kinds, clusters, len(firsts), (0.25, 0.25, 0.5), source)
    return None if drawn is None else percentile_limits(_iccs(drawn), 0.0)


def _iccs(kinds: Floats) -> Floats:
    """The ICC of each row of items with two passes, two fails, and one of each; NaN where all samples are equal."""
    passes, fails, mixed = kinds.T
    n = kinds.sum(axis=1)
    mean = (passes + mixed / 2) / n
    within = mixed / 2 / n
    scatter = 2 * (passes * (1 - mean) ** 2 + fails * mean**2 + mixed * (0.5 - mean) ** 2)
    with np.errstate(divide="ignore", invalid="ignore"):
        between = np.maximum(0.0, (scatter / (n - 1) - within) / 2)
        return np.where(between + within > 0, between / (between + within), np.nan)
