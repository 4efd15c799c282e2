"""Agreement of a judge with people beyond what chance would bring."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum

import numpy as np

from judge_eval.core.calibration import Confusion
from judge_eval.stats.agreement.confusion import confusion_cells
from judge_eval.stats.arrays import Codes, Floats
from judge_eval.stats.intervals.bootstrap import draw_sums, percentile_limits
from judge_eval.stats.intervals.chance import Chance
from judge_eval.stats.intervals.interval import Limits


@dataclass(frozen=True, slots=True)
class AgreementLimits:
    """The intervals of the figures of agreement."""

    accuracy: Limits
    balanced_accuracy: Limits
    kappa: Limits
    ac1: Limits


def kappa(confusion: Confusion) -> float | None:
    """Cohen's kappa, at most 1; None where chance alone would bring full agreement.

    With prevalence p of the labels and q of the decisions, (a - e)/(1 - e), a the accuracy, e = pq + (1-p)(1-q).
    Source: Cohen 1960. It falls with a lopsided prevalence: one judge of TPR .9 and TNR .8 has .70 at .5, .39 at .95.
    """
    value = float(_kappas(_row_of(confusion))[0])
    return None if np.isnan(value) else value


def ac1(confusion: Confusion) -> float | None:
    """Gwet's AC1, at most 1, which a lopsided prevalence does not drag down; None without items.

    (a - e)/(1 - e) with e = 2r(1-r), r the mean of the prevalences of labels and decisions. Source: Gwet 2008.
    """
    return float(_ac1s(_row_of(confusion))[0]) if confusion.n else None


def agreement_limits(
    labels: Floats,
    decisions: Floats,
    clusters: Codes,
    source: Chance,
    weights: Floats | None = None,
    level: float = 0.95,
) -> AgreementLimits | None:
    """The percentile bootstrap intervals over clusters; None under two clusters.

    The cluster drawn beside the others is in all four cells alike (Jeffreys' ½ in each), so that full agreement has a
    width too. A draw for which a figure is not defined could have any: it widens both ends.
    """
    weights = np.ones(len(labels)) if weights is None else weights
    cells = [weights * cell for cell in confusion_cells(labels, decisions)]
    drawn = draw_sums(cells, clusters, fsum(weights), (0.25, 0.25, 0.25, 0.25), source)
    if drawn is None:
        return None
    return AgreementLimits(
        percentile_limits(_accuracies(drawn), 0.0, level),
        percentile_limits(_balanced(drawn), 0.0, level),
        percentile_limits(_kappas(drawn), -1.0, level),
        percentile_limits(_ac1s(drawn), -1.0, level),
    )


def _accuracies(cells: Floats) -> Floats:
    """The accuracy of each row of four counts."""
    return (cells[:, 0] + cells[:, 3]) / cells.sum(axis=1)


def _balanced(cells: Floats) -> Floats:
    """The balanced accuracy of each row of four counts, NaN where a class is empty."""
    pass_good, pass_bad, fail_good, fail_bad = cells.T
    with np.errstate(divide="ignore", invalid="ignore"):
        return (pass_good / (pass_good + fail_good) + fail_bad / (pass_bad + fail_bad)) / 2


def _ac1s(cells: Floats) -> Floats:
    """AC1 of each row of four counts."""
    rate = (2 * cells[:, 0] + cells[:, 1] + cells[:, 2]) / (2 * cells.sum(axis=1))
    chance = 2 * rate * (1 - rate)
    return (_accuracies(cells) - chance) / (1 - chance)


def _kappas(cells: Floats) -> Floats:
    """Kappa of each row of four counts, NaN where it is not defined."""
    pass_good, pass_bad, fail_good, fail_bad = cells.T
    n = cells.sum(axis=1)
    good, passed = pass_good + fail_good, pass_good + pass_bad
    chance = good * passed + (n - good) * (n - passed)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(chance < n * n, ((pass_good + fail_bad) * n - chance) / (n * n - chance), np.nan)


def _row_of(confusion: Confusion) -> Floats:
    """The four counts as one row."""
    return np.array([[confusion.pass_good, confusion.pass_bad, confusion.not_passed_good, confusion.not_passed_bad]])
