"""The smallest drop that a comparison of so many items would see."""

from __future__ import annotations

import numpy as np
from scipy.special import bdtrc, gammaln, xlog1py, xlogy  # pyright: ignore[reportMissingTypeStubs]

from judge_eval.stats.arrays import Floats
from judge_eval.stats.change.paired import ALPHA, exact_p
from judge_eval.stats.intervals.mean import ROUNDING

POWER = 0.8
STEP = 0.001
"""A tenth of a point, to which a drop is told; it is rounded up."""


def visible_drop(broken: int, fixed: int, n: int, margin: float) -> float | None:
    """The smallest drop in a share that the gate fails in 80 of 100 runs, at the churn seen; None where none is seen.

    With churn D0 = (2·min(b,c)+1)/(n+1), a drop d breaks an item with probability D0/2 + d and fixes one with D0/2;
    the probability of a fail (a drop of `margin` in the sample, and the exact test) is summed over all counts. With
    clusters give the counts of clusters.
    """
    churn = (2 * min(broken, fixed) + 1) / (n + 1)
    least_broken = _least_broken(n, margin)
    too_small, seen = 0, int((1 - churn) / STEP)
    if _power(seen * STEP, churn, least_broken) < POWER:
        return None
    while seen - too_small > 1:
        middle = (too_small + seen) // 2
        visible = _power(middle * STEP, churn, least_broken) >= POWER
        too_small, seen = (too_small, middle) if visible else (middle, seen)
    return seen * STEP


def _least_broken(n: int, margin: float) -> Floats:
    """The fewest broken items that fail the gate, for each number 0, 1, … n of fixed ones; beyond n: none does."""
    fewest: list[int] = []
    broken = 0
    for fixed in range(n + 1):
        while broken <= n and (exact_p(broken, fixed) > ALPHA or broken - fixed < (margin - ROUNDING) * n):
            broken += 1
        fewest.append(broken)
    return np.array(fewest, np.float64)


def _power(drop: float, churn: float, least_broken: Floats) -> float:
    """The probability of a fail: over the number fixed, and the number broken among the rest."""
    n = len(least_broken) - 1
    p_fixed = churn / 2
    fixed = np.arange(n + 1)
    chance = np.exp(
        gammaln(n + 1)
        - gammaln(fixed + 1)
        - gammaln(n - fixed + 1)
        + xlogy(fixed, p_fixed)
        + xlog1py(n - fixed, -p_fixed)
    )
    among_rest = min(1.0, (churn / 2 + drop) / (1 - p_fixed))
    within = least_broken <= n - fixed
    fails = np.where(within, bdtrc(np.where(within, least_broken - 1, 0), n - fixed, among_rest), 0.0)
    return float(chance @ fails)
