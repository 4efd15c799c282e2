"""Weights that undo how labels were drawn: what each labelled item stands for in the population."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from judge_eval.stats.clusters import Codes, Floats


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
