"""The area under the ROC curve: how often a value ranks an item that people pass above one that they fail."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum, sqrt

import numpy as np

from judge_eval.stats.arrays import Codes, Floats
from judge_eval.stats.intervals.clusters import cluster_totals
from judge_eval.stats.intervals.interval import Limits
from judge_eval.stats.intervals.quantiles import normal_quantile

BISECTIONS = 60
"""Halvings of an interval of width 1, down to a double's last bit."""


@dataclass(frozen=True, slots=True)
class Auc:
    """The area, with its interval; `value` .5 tells nothing, 1 tells all."""

    value: float
    low: float
    high: float


def auc(values: Floats, labels: Floats, clusters: Codes, level: float = 0.95) -> Auc | None:
    """The area under the ROC curve of `values` for labels 1 and 0; None where one of the labels does not occur.

    Equal values count half. A label of .5, where annotators tie, takes no side and is left out. The interval is
    Newcombe's score interval with both counts divided by the design effect of clusters; its width is never zero.
    Source: Hanley & McNeil 1982; Newcombe 2006, Statistics in Medicine 25, method 5; Obuchowski 1997 for clusters.
    """
    sided = labels != 0.5
    values, labels, clusters = values[sided], labels[sided], clusters[sided]
    positives, negatives = int((labels == 1).sum()), int((labels == 0).sum())
    if not positives or not negatives:
        return None
    placements = _placements(values, labels)
    area = fsum(placements[labels == 1]) / positives
    effect = _design_effect((placements - area) / np.where(labels == 1, positives, negatives), clusters)
    limits = _score_limits(area, positives / effect, negatives / effect, normal_quantile(0.5 + level / 2))
    return Auc(area, limits.low, limits.high)


def _placements(values: Floats, labels: Floats) -> Floats:
    """The share of the other label's items that each item stands on the right side of."""
    ordered = {label: np.sort(values[labels == label]) for label in (0, 1)}
    placements = np.empty(len(values))
    for label, other in ((1, 0), (0, 1)):
        own = values[labels == label]
        below = np.searchsorted(ordered[other], own, "left") + np.searchsorted(ordered[other], own, "right")
        share = below / (2 * len(ordered[other]))
        placements[labels == label] = share if label == 1 else 1 - share
    return placements


def _design_effect(influences: Floats, clusters: Codes) -> float:
    """How many times the variance of clusters is that of as many independent items, at least 1."""
    independent = fsum(influences**2)
    if independent == 0:
        # A perfect ranking tells nothing of clusters: each may be worth one item.
        return len(influences) / cluster_totals(influences, clusters).clusters
    return max(1.0, fsum(cluster_totals(influences, clusters).sums ** 2) / independent)


def _score_limits(area: float, positives: float, negatives: float, z: float) -> Limits:
    """The areas that lie z standard errors from `area`, by their own standard error."""

    def distance(candidate: float) -> float:
        spread = 1 + ((positives + negatives) / 2 - 1) * (
            (1 - candidate) / (2 - candidate) + candidate / (1 + candidate)
        )
        variance = candidate * (1 - candidate) * max(spread, 1.0) / (positives * negatives)
        return abs(area - candidate) - z * sqrt(variance)

    def limit(outside: float) -> float:
        inside = area
        if distance(outside) <= 0:
            return outside
        for _ in range(BISECTIONS):
            middle = (inside + outside) / 2
            inside, outside = (middle, outside) if distance(middle) <= 0 else (inside, middle)
        return outside

    return Limits(limit(0.0), limit(1.0))
