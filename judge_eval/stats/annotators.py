"""Agreement among several annotators of the same items."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum

import numpy as np

from judge_eval.stats.clusters import Codes, Floats
from judge_eval.stats.mean import Interval, mean_interval, mean_of

Ratings = Floats
"""Labels by item (row) and annotator (column); NaN where an annotator gave none."""


@dataclass(frozen=True, slots=True)
class PairwiseAgreement:
    """The mean over items of the share of annotator pairs that agree; `items` had two labels or more."""

    value: float
    interval: Interval
    items: int


def pairwise_agreement(ratings: Ratings, clusters: Codes) -> PairwiseAgreement | None:
    """How often two annotators of an item agree, each item counting once; None where no item has two labels."""
    counts = _label_counts(ratings)
    totals = counts.sum(axis=1)
    paired = totals >= 2
    if not paired.any():
        return None
    counts, totals = counts[paired], totals[paired]
    shares = (counts * (counts - 1)).sum(axis=1) / (totals * (totals - 1))
    return PairwiseAgreement(mean_of(shares), mean_interval(shares, clusters[paired], bounded=True), len(shares))


def krippendorff_alpha(ratings: Ratings) -> float | None:
    """Krippendorff's alpha for nominal labels, at most 1; None where all labels that can be paired are equal.

    1 - D_o/D_e: with n_iv labels v of the n_i of item i, n_v those of all items with two or more, and n their sum,
    D_o = 1 - sum of n_iv(n_iv - 1)/(n_i - 1)/n, D_e = 1 - sum of n_v(n_v - 1)/(n(n - 1)).
    Source: Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability", section C.
    """
    counts = _label_counts(ratings)
    totals = counts.sum(axis=1)
    counts, totals = counts[totals >= 2], totals[totals >= 2]
    n, by_label = counts.sum(), counts.sum(axis=0)
    expected = n * (n - 1) - fsum(by_label * (by_label - 1))
    if expected == 0:
        return None
    agreeing = fsum((counts * (counts - 1)).sum(axis=1) / (totals - 1))
    return float(1 - (n - 1) * (n - agreeing) / expected)


def _label_counts(ratings: Ratings) -> Floats:
    """How many annotators gave each label, by item (row) and label (column)."""
    labels = np.unique(ratings[~np.isnan(ratings)])
    return np.stack([(ratings == label).sum(axis=1) for label in labels], axis=1).astype(np.float64)
