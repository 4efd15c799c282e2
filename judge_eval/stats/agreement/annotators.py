"""Agreement among several annotators of the same items."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum

import numpy as np

from judge_eval.stats.arrays import Codes, Floats
from judge_eval.stats.intervals.bootstrap import draw_sums, percentile_limits
from judge_eval.stats.intervals.chance import Chance
from judge_eval.stats.intervals.interval import Limits
from judge_eval.stats.intervals.mean import Interval, mean_interval, mean_of

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
    parts = _alpha_parts(_label_counts(ratings))
    value = float(_alphas(np.array([[fsum(column) for column in parts.T]]))[0])
    return None if np.isnan(value) else value


def alpha_limits(ratings: Ratings, clusters: Codes, source: Chance, level: float = 0.95) -> Limits | None:
    """The percentile bootstrap interval of alpha for labels 1 and 0; None under two clusters with paired labels.

    The cluster drawn beside the others has four items with two labels each, one of every kind, so that full agreement
    has a width too. A draw without alpha could have any. Source: items drawn whole, Hayes & Krippendorff 2007.
    """
    counts = np.stack([(ratings == label).sum(axis=1) for label in (0.0, 1.0)], axis=1).astype(np.float64)
    paired = counts.sum(axis=1) >= 2
    parts = _alpha_parts(counts)
    drawn = draw_sums(tuple(parts.T), clusters[paired], fsum(parts[:, :2].ravel()), (0.5, 0.5, 0.5), source)
    return None if drawn is None else percentile_limits(_alphas(drawn), -1.0, level)


def _alpha_parts(counts: Floats) -> Floats:
    """Of each item with two labels or more: how often each label was given, and last its agreeing pairs by n_i - 1."""
    totals = counts.sum(axis=1)
    counts, totals = counts[totals >= 2], totals[totals >= 2]
    return np.column_stack((counts, (counts * (counts - 1)).sum(axis=1) / (totals - 1)))


def _alphas(parts: Floats) -> Floats:
    """Alpha of each row of summed parts, NaN where all labels are equal."""
    by_label, agreeing = parts[:, :-1], parts[:, -1]
    n = by_label.sum(axis=1)
    expected = n * (n - 1) - (by_label * (by_label - 1)).sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(expected > 0, 1 - (n - 1) * (n - agreeing) / expected, np.nan)


def _label_counts(ratings: Ratings) -> Floats:
    """How many annotators gave each label, by item (row) and label (column)."""
    labels = np.unique(ratings[~np.isnan(ratings)])
    return np.stack([(ratings == label).sum(axis=1) for label in labels], axis=1).astype(np.float64)
