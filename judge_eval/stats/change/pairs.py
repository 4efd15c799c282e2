"""Pairs of values, one a side: from plain lists to the change between their means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import fsum

import numpy as np

from judge_eval.stats.arrays import Codes, Floats, code_of
from judge_eval.stats.change.paired import ALPHA, PairedChange, measure_change
from judge_eval.stats.intervals.chance import chance_of
from judge_eval.stats.intervals.mean import Interval, mean_interval


@dataclass(slots=True)
class Pairs:
    """The values of the same items on both sides, and the cluster of each item."""

    base: list[float] = field(default_factory=list[float])
    candidate: list[float] = field(default_factory=list[float])
    clusters: list[int] = field(default_factory=list[int])

    def add(self, base: float, candidate: float, cluster: str) -> None:
        """Adds an item."""
        self.base.append(base)
        self.candidate.append(candidate)
        self.clusters.append(code_of(cluster))

    def __len__(self) -> int:
        """How many items there are."""
        return len(self.base)

    @property
    def means(self) -> tuple[float, float]:
        """The mean of each side, equal in any order of items. Raises: ZeroDivisionError without items."""
        return fsum(self.base) / len(self), fsum(self.candidate) / len(self)

    def change(self) -> PairedChange:
        """The change between values in [0, 1]; where signs are drawn, always the same ones.

        Raises: ValueError without items.
        """
        return measure_change(_floats(self.base), _floats(self.candidate), self._codes, chance_of(0))

    def interval(self) -> Interval:
        """The one-sided limits at 95 % each of the change between values that nothing bounds."""
        differences = _floats(self.candidate) - _floats(self.base)
        return mean_interval(differences, self._codes, bounded=False, level=1 - 2 * ALPHA)

    @property
    def _codes(self) -> Codes:
        return np.array(self.clusters, np.uint64)


def _floats(values: Sequence[float]) -> Floats:
    return np.array(values, np.float64)
