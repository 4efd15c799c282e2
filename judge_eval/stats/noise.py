"""The noise of a judge: how far its answers to one and the same question differ."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum

from judge_eval.stats.clusters import Codes, Floats, cluster_totals


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
