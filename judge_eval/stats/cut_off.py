"""The cut-off of a judge that gives probabilities: chosen on one half of the labels, measured on the other."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from judge_eval.core.calibration import Confusion
from judge_eval.stats.clusters import Codes, Floats
from judge_eval.stats.confusion import count_confusion
from judge_eval.stats.folds import deal_folds


@dataclass(frozen=True, slots=True)
class CutOff:
    """The value from which an item passes, and the confusion there on labels that had no part in the choice."""

    value: float
    measured: Confusion
    n_chosen_on: int


def choose_cut_off(values: Floats, labels: Floats, clusters: Codes) -> CutOff | None:
    """The cut-off of the best balanced accuracy on one half of the clusters, measured on the other half.

    Halves are dealt by hash. None where the choosing half has labels of one class only: nothing can be chosen.
    Measured where it was chosen it would flatter itself: intervals of TPR and TNR would hold .85 to .92 of the time.
    """
    choosing = deal_folds(clusters, 2) == 0
    value = best_cut_off(values[choosing], labels[choosing])
    if value is None:
        return None
    return CutOff(value, measure_cut_off(value, values[~choosing], labels[~choosing]), int(choosing.sum()))


def measure_cut_off(value: float, values: Floats, labels: Floats) -> Confusion:
    """The confusion of a cut-off that was declared, or chosen on other labels."""
    return count_confusion(labels, (values >= value).astype(np.float64))


def best_cut_off(values: Floats, labels: Floats) -> float | None:
    """The midpoint between neighbouring values with the best TPR + TNR, the one nearest .5 among equals.

    None where labels are of one class, or values do not differ.
    """
    levels = np.unique(values)
    if labels.sum() == 0 or (1 - labels).sum() == 0 or len(levels) < 2:
        return None
    middles = (levels[1:] + levels[:-1]) / 2
    passed = values >= middles[:, None]
    youden = passed @ labels / labels.sum() - passed @ (1 - labels) / (1 - labels).sum()
    # Rounded, so that sums that differ in their last bits are equals.
    best = middles[np.round(youden, 9) == np.round(youden.max(), 9)]
    return float(min(best, key=lambda middle: (abs(middle - 0.5), middle)))
