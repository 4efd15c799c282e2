"""How a judge's decisions stand to what people say: the confusion of both, and the rates in it."""

from __future__ import annotations

from math import fsum

import numpy as np

from judge_eval.core.calibration import Confusion
from judge_eval.stats.arrays import Floats


def count_confusion(labels: Floats, decisions: Floats, weights: Floats | None = None) -> Confusion:
    """The confusion of labels and decisions, both 1 for a pass and 0 for none, equal in any order of items.

    An undecided item is decided 0, and so counted as failed. A label of .5, where annotators tie, counts half to each
    side.
    """
    weights = np.ones(len(labels)) if weights is None else weights
    pass_good, pass_bad, fail_good, fail_bad = (fsum(weights * cell) for cell in confusion_cells(labels, decisions))
    return Confusion(pass_good=pass_good, pass_bad=pass_bad, fail_good=fail_good, fail_bad=fail_bad)


def confusion_cells(labels: Floats, decisions: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """How far each item is passed and good, passed and bad, not passed and good, not passed and bad."""
    return (
        labels * decisions,
        (1 - labels) * decisions,
        labels * (1 - decisions),
        (1 - labels) * (1 - decisions),
    )


def sensitivity(confusion: Confusion) -> float | None:
    """The share that the judge passes of what people pass (TPR); None where they pass nothing."""
    return _share(confusion.pass_good, confusion.good)


def specificity(confusion: Confusion) -> float | None:
    """The share that the judge does not pass of what people fail (TNR); None where they fail nothing."""
    return _share(confusion.not_passed_bad, confusion.bad)


def accuracy(confusion: Confusion) -> float | None:
    """The share of items on which judge and people agree; None without items."""
    return _share(confusion.pass_good + confusion.not_passed_bad, confusion.n)


def balanced_accuracy(confusion: Confusion) -> float | None:
    """The mean of sensitivity and specificity; None where one of them is."""
    of_good, of_bad = sensitivity(confusion), specificity(confusion)
    return None if of_good is None or of_bad is None else (of_good + of_bad) / 2


def youden(confusion: Confusion) -> float | None:
    """Youden's J, sensitivity + specificity - 1, from -1 to 1; None where one of them is. Source: Youden 1950."""
    of_good, of_bad = sensitivity(confusion), specificity(confusion)
    return None if of_good is None or of_bad is None else of_good + of_bad - 1


def _share(part: float, whole: float) -> float | None:
    """The part of the whole, or None where the whole is nothing."""
    return part / whole if whole > 0 else None
