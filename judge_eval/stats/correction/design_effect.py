"""Design effects: how many times larger a variance is because items of one cluster are alike."""

from __future__ import annotations

import numpy as np

from judge_eval.stats.arrays import Codes, Floats
from judge_eval.stats.correction.judged import JudgedItems
from judge_eval.stats.correction.rate import Rate
from judge_eval.stats.correction.strata import Strata
from judge_eval.stats.intervals.interval import wilson

ENOUGH_CLUSTERS = 40
"""Clusters under which the effect is too uncertain where nearly all items are alike."""
NEARLY_ALL = 0.9
"""The rate above which they are: at .95 and rho .5, .88 of intervals hold the truth instead of .93 and more."""


def effect_on_mean(values: Floats, clusters: Codes) -> float:
    """The design effect D >= 1 of the mean of at least one value: its variance over clusters against that over items.

    With m the mean of n values in G clusters, e_g = sum(x - m)/n over cluster g, V = G/(G-1)·sum e_g², and D is V over
    mean((x - m)²)/n (linearisation; Cochran 1977, ch. 11).
    """
    apart = values - values.mean()
    return _effect(apart / len(values), clusters, float(values.var()) / len(values), clusters)


def wilson_over(values: Floats, clusters: Codes, level: float = 0.95) -> Rate:
    """The mean of at least one value in [0, 1], with Wilson's interval of n over its design effect."""
    n, effect = float(len(values)), effect_on_mean(values, clusters)
    total = float(values.sum())
    limits = wilson(total / effect, n / effect, level)
    method = f"Wilson score, {n:g} labels"
    return Rate(total / n, limits.low, limits.high, f"{method}, design effect {effect:.1f}" if effect > 1 else method)


def effect_on_double_sampling(strata: Strata, items: JudgedItems) -> float:
    """The design effect D >= 1 of the rate that double sampling estimates.

    With q_k the share of good labels and p_k that of judged items in stratum k, n_k of n labels, N items and
    theta = sum p_k q_k: item i adds (q_k - theta)/N to its cluster's e_g, and where labelled p_k (y - q_k)/n_k. V is
    G/(G-1)·sum e_g², and D is V over [sum p_k q_k² - theta²]/N + sum p_k² q_k (1-q_k)/n_k.
    """
    shares, labelled, known = strata.shares, np.maximum(strata.labelled, 1.0), strata.labelled > 0
    q = np.where(known, strata.good / labelled, 0.5)
    theta = float(shares @ q)
    asked = ~np.isnan(items.labels)
    codes = strata.codes
    parts = (q[codes] - theta) / items.count
    parts[asked] += ((shares / labelled)[codes] * (items.labels - q[codes]))[asked]
    independent = (float(shares @ q**2) - theta**2) / items.count
    independent += float(np.sum(np.where(known, shares**2 * q * (1 - q) / labelled, 0.0)))
    return _effect(parts, items.clusters, independent, items.clusters[asked])


def effect_on_powered_mean(scores: Floats, judged: Floats, clusters: Codes, weight: float) -> float:
    """The design effect D >= 1 of PPI++'s mean, whose weight is w; scores y are NaN where nobody was asked.

    Item i adds w(f - mean f)/N to its cluster's e_g, and where labelled (y - w f - its mean)/n; V and D as above, over
    w² var f/N + var(y - w f)/n.
    """
    asked = ~np.isnan(scores)
    rest = scores[asked] - weight * judged[asked]
    parts = weight * (judged - judged.mean()) / len(judged)
    parts[asked] += (rest - rest.mean()) / len(rest)
    independent = weight**2 * float(judged.var()) / len(judged) + float(rest.var()) / len(rest)
    return _effect(parts, clusters, independent, clusters[asked])


def few_clusters(clusters: int, rate: float) -> bool:
    """Whether the interval of a rate may be too narrow because there are too few clusters for one so near 1."""
    return clusters < ENOUGH_CLUSTERS and rate > NEARLY_ALL


def _effect(parts: Floats, clusters: Codes, independent: float, counted: Codes) -> float:
    """The effect, from what each item adds to the estimate's error and the variance that independent items have.

    Where nothing varies, or all stands in one cluster, nothing tells how alike items are: then it is the effect of
    clusters whose items, those `counted`, are all alike, sum n_g² / n.
    """
    codes, sizes = np.unique(clusters, return_inverse=True, return_counts=True)[1:]
    if sizes.max() == 1:
        return 1.0
    groups = len(sizes)
    if groups < 2 or independent <= 1e-15:
        sizes = np.unique(counted, return_counts=True)[1]
        return float(np.sum(sizes**2) / np.sum(sizes))
    errors = np.bincount(codes, parts, minlength=groups)
    return max(1.0, groups / (groups - 1) * float(errors @ errors) / independent)
