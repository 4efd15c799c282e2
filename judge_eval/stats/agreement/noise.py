"""The noise of a judge: how far its answers to one and the same question differ."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum

import numpy as np

from judge_eval.stats.intervals.bootstrap import draw_sums, percentile_limits
from judge_eval.stats.intervals.clusters import Codes, Floats, cluster_totals
from judge_eval.stats.intervals.interval import Limits


@dataclass(frozen=True, slots=True)
class JudgeNoise:
    """What repeated samples say of a judge.

    `between` and `within` are the variances of items and of an item's samples, `icc` the share of the first in both:
    1 where the judge never wavers, None where all samples are equal. `flip_rate` is the probability that a second
    asking brings another answer; `items` had two samples or more.
    """

    between: float
    within: float
    icc: float | None
    flip_rate: float
    items: int


def judge_noise(values: Floats, items: Codes) -> JudgeNoise | None:
    """The noise in samples of values 0 and 1, where `values[i]` answers `items[i]`; None under two repeated items.

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
    scatter = counts * means * (1 - means)
    within = fsum(scatter) / (n_samples - n_items)
    size = (n_samples - fsum(counts**2) / n_samples) / (n_items - 1)
    between = max(0.0, (fsum(counts * (means - mean) ** 2) / (n_items - 1) - within) / size)
    icc = between / (between + within) if between + within > 0 else None
    # A pair of an item's samples differs with 2·K·m·(1-m)/(K-1).
    return JudgeNoise(between, within, icc, fsum(2 * scatter / (counts - 1)) / n_items, n_items)


def noise_of_pairs(firsts: Floats, seconds: Floats) -> JudgeNoise | None:
    """The noise where each item has two samples."""
    items = np.arange(len(firsts))
    return judge_noise(np.concatenate((firsts, seconds)), np.concatenate((items, items)))


def icc_limits(firsts: Floats, seconds: Floats, clusters: Codes, source: np.random.Generator) -> Limits | None:
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
