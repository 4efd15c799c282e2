"""Two scores of the same items: what changed, how sure that is, and what a gate decides."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum, sqrt
from typing import Literal

import numpy as np

from judge_eval.stats.arrays import Codes, Floats
from judge_eval.stats.change.sign_flip import sign_flip_p
from judge_eval.stats.intervals.chance import Chance
from judge_eval.stats.intervals.clusters import cluster_totals
from judge_eval.stats.intervals.differences import difference_interval
from judge_eval.stats.intervals.exact import at_most
from judge_eval.stats.intervals.mean import ROUNDING
from judge_eval.stats.intervals.quantiles import normal_quantile

GateDecision = Literal["fail", "pass", "undecided"]

ALPHA = 0.05
"""The probability of a wrong fail, and that of a wrong pass."""


@dataclass(frozen=True, slots=True)
class PairedChange:
    """The candidate's mean less the baseline's over `n` items in `clusters` clusters.

    `broken` and `fixed` count the clusters that got worse and better (with singletons: items). `p` is the one-sided
    p value of no drop, `low` and `high` are the one-sided limits of the change, None under two clusters.
    """

    change: float
    n: int
    clusters: int
    broken: int
    fixed: int
    p: float
    low: float | None
    method: str
    high: float | None = None


def measure_change(baseline: Floats, candidate: Floats, clusters: Codes, source: Chance) -> PairedChange:
    """The change from `baseline` to `candidate`, item by item, both in [0, 1]: equal in any order of items.

    Items that are each their own cluster and passed or not are tested exactly, with Bonett & Price's limit; fractions
    (an undecided item is ½) and clusters by flipping the signs of cluster sums, with plus-two t on the differences.

    Raises: ValueError without items.
    """
    if len(baseline) == 0:
        raise ValueError("a change needs items")
    differences = candidate - baseline
    totals = cluster_totals(differences, clusters)
    broken, fixed = int((totals.sums < -ROUNDING).sum()), int((totals.sums > ROUNDING).sum())
    change = fsum(totals.sums) / len(differences)
    if totals.singletons and np.isin(differences, (-1.0, 0.0, 1.0)).all():
        p, low = exact_p(broken, fixed), bonett_price_low(broken, fixed, len(differences))
        high = -bonett_price_low(fixed, broken, len(differences))
        method = "exact paired test; Bonett-Price"
    else:
        p = sign_flip_p(totals.sums, source)
        limits = difference_interval(differences, clusters, level=1 - 2 * ALPHA)
        low, high = limits.low, limits.high
        method = f"sign flips of {totals.clusters} clusters; plus-two cluster t"
    return PairedChange(change, len(differences), totals.clusters, broken, fixed, p, low, method, high)


def exact_p(broken: int, fixed: int) -> float:
    """The probability that so many or more of the changed items broke, were breaking and fixing equally likely.

    P(Bin(b+c, ½) >= b), which is 1 where nothing changed. Source: McNemar's test in its exact one-sided form.
    """
    return at_most(fixed, broken + fixed, 0.5)


def bonett_price_low(broken: int, fixed: int, n: int) -> float:
    """The lower one-sided 95 % limit of the change in a share, in [-1, 1].

    p1 = (b+1)/(n+2), p2 = (c+1)/(n+2), D = p2 - p1: D - z·sqrt((p1 + p2 - D²)/(n+2)).
    Source: Bonett & Price 2012, adjusted Wald.
    """
    p_broken, p_fixed = (broken + 1) / (n + 2), (fixed + 1) / (n + 2)
    change = p_fixed - p_broken
    low = change - normal_quantile(1 - ALPHA) * sqrt((p_broken + p_fixed - change**2) / (n + 2))
    return max(low, -1.0)


def decide_change(change: PairedChange, margin: float, p: float | None = None) -> GateDecision:
    """Fail where the drop is at least `margin` and beyond chance, pass where a drop of `margin` is ruled out.

    `margin` is a share above 0; `p` replaces the change's own p value, as where several metrics gate (see `holm`).
    Undecided is neither, and common: at a margin of 3 points two identical runs of 75 items are.
    """
    p = change.p if p is None else p
    if change.change <= -margin + ROUNDING and p <= ALPHA:
        return "fail"
    return "pass" if change.low is not None and change.low > -margin else "undecided"
