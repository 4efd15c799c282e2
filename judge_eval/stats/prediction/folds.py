"""Folds: clusters dealt out by hash, so that no conversation is both fitted on and measured on."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from judge_eval.stats.arrays import Codes

MOST_FOLDS = 10

Folds = npt.NDArray[np.intp]


def deal_folds(clusters: Codes, most: int = MOST_FOLDS) -> Folds:
    """The fold of each item: the rank of its cluster's code, modulo the number of folds.

    There are as many folds as clusters, `most` at most. Codes are hashes of the clusters' names, so that neither
    the order of items nor what the names have in common decides who is fitted on.
    """
    names, ranks = np.unique(clusters, return_inverse=True)
    return (ranks % min(most, max(len(names), 1))).astype(np.intp)
