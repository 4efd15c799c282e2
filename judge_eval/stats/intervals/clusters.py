"""Clusters: the groups of items that are independent of each other, and what each adds up to."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from judge_eval.stats.arrays import Codes, Floats


@dataclass(frozen=True, slots=True, eq=False)
class ClusterTotals:
    """The sum of values and the count of items of each cluster, in no order that matters."""

    sums: Floats
    counts: Floats

    @property
    def clusters(self) -> int:
        """How many clusters there are."""
        return len(self.sums)

    @property
    def singletons(self) -> bool:
        """Whether every cluster is one item."""
        return bool((self.counts == 1).all())


def cluster_totals(values: Floats, clusters: Codes) -> ClusterTotals:
    """The totals of each cluster, equal to the last bit whatever the order of items and the choice of codes.

    `values[i]` belongs to the cluster `clusters[i]`.

    Raises: ValueError where the two differ in length.
    """
    if values.shape != clusters.shape or values.ndim != 1:
        raise ValueError(f"values {values.shape} and clusters {clusters.shape} must be of one length")
    # Floating-point sums depend on the order of their terms: the values of a cluster are added in their own order.
    order = np.lexsort((values, clusters))
    codes = clusters[order]
    starts = np.flatnonzero(np.concatenate(([True], codes[1:] != codes[:-1]))) if len(codes) else np.zeros(0, np.intp)
    ends = np.concatenate((starts[1:], [len(codes)])) if len(codes) else starts
    sums = np.add.reduceat(values[order], starts) if len(codes) else np.zeros(0)
    return ClusterTotals(sums=sums, counts=(ends - starts).astype(np.float64))
