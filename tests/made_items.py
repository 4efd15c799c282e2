"""Judged items made for tests."""

from __future__ import annotations

import numpy as np

from judge_eval.stats.arrays import Codes, Floats
from judge_eval.stats.correction.judged import FAIL, PASS, UNDECIDED, JudgedItems

Counts = tuple[int, int, int]
"""Items, how many of them are labelled, and how many of those are good."""


def decided(passing: Counts, undecided: Counts = (0, 0, 0), failing: Counts = (0, 0, 0), size: int = 1) -> JudgedItems:
    """Items by decision; every `size` items in a row are one cluster."""
    decisions: list[int] = []
    labels: list[float] = []
    for code, (items, labelled, good) in ((PASS, passing), (UNDECIDED, undecided), (FAIL, failing)):
        decisions += [code] * items
        labels += [1.0] * good + [0.0] * (labelled - good) + [np.nan] * (items - labelled)
    clusters: Codes = np.arange(len(decisions)) // size
    return JudgedItems(np.array(decisions), np.array(labels), clusters)


def with_probabilities(probabilities: Floats, labelled: int) -> JudgedItems:
    """Items with these probabilities of a pass, so many of them labelled good."""
    count = len(probabilities)
    labels = np.where(np.arange(count) < labelled, 1.0, np.nan)
    decisions = np.where(probabilities >= 0.5, PASS, FAIL)
    return JudgedItems(decisions, labels, np.arange(count), probabilities)
