"""Weights that undo how labels were drawn: what each labelled item stands for in the population."""

from __future__ import annotations

from collections.abc import Mapping
from math import fsum

import numpy as np

from judge_eval.stats.arrays import Codes, Floats
from judge_eval.stats.correction.design_effect import effect_on_mean
from judge_eval.stats.correction.rate import Rate
from judge_eval.stats.intervals.interval import wilson


def draw_weights(strata: Codes, population: Mapping[int, int]) -> Floats:
    """The weight (P_k/N)/(n_k/n) of each labelled item, where `strata[i]` is the stratum it was drawn from.

    `population` has P_k, the judged items of each stratum; weights average 1. Without them a by_verdict draw reads
    the judge's choice of what to label as the judge's quality.

    Raises: ValueError where a stratum that has judged items has no label, or a label's stratum no judged items.
    """
    labelled, inverse, counts = np.unique(strata, return_inverse=True, return_counts=True)
    known = {stratum for stratum, size in population.items() if size > 0}
    if known != {int(stratum) for stratum in labelled}:
        raise ValueError(f"labels come from strata {labelled.tolist()}, judged items from {sorted(known)}")
    shares = np.array([population[int(stratum)] for stratum in labelled]) / sum(population.values())
    return (shares / (counts / len(strata)))[inverse]


def weighted_rate(values: Floats, weights: Floats, clusters: Codes, level: float = 0.95) -> Rate | None:
    """The share of ones among items that each stand for `weights[i]` of the population; None where these are nothing.

    The ratio of weighted sums (Hájek 1971) with Wilson's interval of (Σw)²/Σw² items (Kish 1965), over the design
    effect of the clusters.
    """
    counted = weights > 0
    values, weights, clusters = values[counted], weights[counted], clusters[counted]
    if not len(values):
        return None
    total = fsum(weights)
    point = min(fsum(weights * values) / total, 1.0)
    n = total**2 / fsum(weights**2) / effect_on_mean(values, clusters)
    limits = wilson(point * n, n, level)
    return Rate(point, limits.low, limits.high, f"weighted, {n:.0f} effective labels")
