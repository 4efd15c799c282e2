"""The sign-flip test: whether a drop is more than chance would bring to whole clusters."""

from __future__ import annotations

from math import fsum

import numpy as np

from judge_eval.stats.arrays import Floats
from judge_eval.stats.intervals.chance import Chance
from judge_eval.stats.intervals.mean import ROUNDING

MOST_ENUMERATED = 16
"""Clusters with a change up to which all 65,536 sign patterns are counted."""
DRAWS = 10_000
DRAWN_AT_ONCE = 1_000


def sign_flip_p(sums: Floats, source: Chance) -> float:
    """The one-sided p value of a total of cluster sums so low, had each sum come with either sign alike.

    All sign patterns are counted for up to 16 sums that are not 0; for more 10,000 are drawn, and the pattern that
    was seen counts as one of them, so that the test keeps its level. Whole clusters are flipped: items that change
    together count once. Source: Fisher 1935, section 21; Phipson & Smyth 2010 for drawn patterns.
    """
    # In their own order: neither rounding nor the draws then depend on the order of clusters.
    sums = np.sort(sums[np.abs(sums) > ROUNDING])
    seen = fsum(sums) + ROUNDING * (1 + np.abs(sums).sum())
    if len(sums) <= MOST_ENUMERATED:
        totals = np.zeros(1)
        for value in sums:
            totals = np.concatenate((totals - value, totals + value))
        return float((totals <= seen).mean())
    as_low = 0
    for _ in range(DRAWS // DRAWN_AT_ONCE):
        signs = source.integers(0, 2, size=(DRAWN_AT_ONCE, len(sums)), dtype=np.int8) * 2.0 - 1
        as_low += int((signs @ sums <= seen).sum())
    return (1 + as_low) / (1 + DRAWS)
