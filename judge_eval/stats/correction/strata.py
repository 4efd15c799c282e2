"""Strata: the groups of judged items within which labels are taken for a random sample."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from judge_eval.stats.arrays import Codes, Floats
from judge_eval.stats.correction.judged import FAIL, PASS, UNDECIDED, JudgedItems

LEAST_LABELS = 5
"""Labels under which the stratum of a decision joins those that fail."""
LABELS_A_GROUP = 15
"""Labels for each group of a distribution judge's probabilities, on average."""
MOST_GROUPS = 5
"""Groups of probabilities at most: more narrow the interval no further."""
PSEUDO_LABELS = 0.5
"""Pseudo-labels of each kind, good and bad, that a stratum gets (Jeffreys' prior)."""


@dataclass(frozen=True, slots=True, eq=False)
class Strata:
    """Item i stands in stratum `codes[i]`; stratum k has `judged[k]` items, `labelled[k]` with a label, `good[k]` good.

    `passes[k]` says whether the judge passes the items of stratum k, where a stratum is one of decisions. Each is
    given `pseudo_labels` good and as many bad ones before anything is labelled.
    """

    codes: Codes
    judged: Floats
    labelled: Floats
    good: Floats
    passes: tuple[bool, ...] | None = None
    pseudo_labels: float = PSEUDO_LABELS

    @property
    def shares(self) -> Floats:
        """The share of the judged items that stands in each stratum."""
        return self.judged / self.judged.sum()


def decision_strata(items: JudgedItems) -> Strata:
    """Strata of what passes, is undecided and fails; one with under five labels joins what fails.

    Where too little of what passes is labelled, or all passes, all items stand in one stratum, and `passes` is None.
    """
    labelled = np.bincount(items.labelled.decisions, minlength=3)
    codes = items.decisions.copy()
    for decision in (UNDECIDED, PASS):
        if labelled[decision] < LEAST_LABELS:
            codes[codes == decision] = FAIL
    kept = np.unique(codes)
    passes = tuple(bool(decision == PASS) for decision in kept) if PASS in kept and len(kept) > 1 else None
    return _counted(np.searchsorted(kept, codes), len(kept), items, passes, PSEUDO_LABELS)


def probability_strata(items: JudgedItems, probabilities: Floats) -> Strata:
    """Strata of near equal size by the judge's P(pass), as many as there are labels for; equal values stay together.

    They take labels drawn at random only: labels drawn by verdict are no random sample of a group that holds both.
    All groups together get no more pseudo-labels than two strata of decisions: with half a one in each of five, .88
    instead of .93 of intervals held a rate of .95 (tests/statistics).
    """
    wanted = max(1, min(MOST_GROUPS, len(items.labelled.labels) // LABELS_A_GROUP))
    cuts = np.quantile(probabilities, np.arange(1, wanted) / wanted)
    groups = np.searchsorted(np.unique(cuts), probabilities, side="right")
    kept, codes = np.unique(groups, return_inverse=True)
    return _counted(codes, len(kept), items, None, min(PSEUDO_LABELS, 1 / len(kept)))


def _counted(
    codes: Codes, count: int, items: JudgedItems, passes: tuple[bool, ...] | None, pseudo_labels: float
) -> Strata:
    """The strata with what is in them counted."""
    asked = ~np.isnan(items.labels)
    judged = np.bincount(codes, minlength=count).astype(np.float64)
    labelled = np.bincount(codes[asked], minlength=count).astype(np.float64)
    good = np.bincount(codes[asked], items.labels[asked], minlength=count).astype(np.float64)
    return Strata(codes, judged, labelled, good, passes, pseudo_labels)
