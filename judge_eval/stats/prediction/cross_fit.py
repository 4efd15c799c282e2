"""The fit of the probability model, and how well it does on items that it was not fitted on."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum

import numpy as np

from judge_eval.stats.arrays import Codes, Floats
from judge_eval.stats.intervals.mean import mean_of
from judge_eval.stats.prediction.folds import deal_folds
from judge_eval.stats.prediction.logistic import Coefficients, fit_logistic
from judge_eval.stats.prediction.probability import probability


@dataclass(frozen=True, slots=True, eq=False)
class CrossFit:
    """The coefficients fitted on all labels, and what cross-fitted predictions are worth.

    `predictions` has a probability for each item, from a model that saw nothing of its cluster; Brier score and
    log-loss are theirs, and for comparison those of the base rate (`base`), cross-fitted likewise. Smaller is better.
    """

    coefficients: Coefficients
    predictions: Floats
    base: Floats
    brier: float
    base_brier: float
    log_loss: float
    base_log_loss: float

    @property
    def informative(self) -> bool:
        """Whether a higher value of the judge means a higher probability; if not, it carries no information."""
        return self.coefficients.slopes[0] > 0


def fit_probability(features: Floats, labels: Floats, clusters: Codes) -> CrossFit:
    """The probability model of labels on `features` (items by features, the judge's log-odds first).

    Clusters are codes that are hashes; the result is equal in any order of items.

    Raises: ValueError without labels.
    """
    if len(labels) == 0:
        raise ValueError("a model needs labels")
    folds = deal_folds(clusters)
    predictions, base = np.empty(len(labels)), np.empty(len(labels))
    for fold in range(folds.max() + 1):
        held_out, training = folds == fold, folds != fold
        base[held_out] = (fsum(labels[training]) + 0.5) / (training.sum() + 1)
        coefficients = fit_logistic(features[training], labels[training])
        predictions[held_out] = [probability(coefficients, row) for row in features[held_out]]
    return CrossFit(
        coefficients=fit_logistic(features, labels),
        predictions=predictions,
        base=base,
        brier=brier(predictions, labels),
        base_brier=brier(base, labels),
        log_loss=log_loss(predictions, labels),
        base_log_loss=log_loss(base, labels),
    )


def brier(predictions: Floats, labels: Floats) -> float:
    """The mean squared distance of predictions from labels; a label of .5 counts half as a pass, half as a fail."""
    return mean_of(brier_losses(predictions, labels))


def brier_losses(predictions: Floats, labels: Floats) -> Floats:
    """What each item adds to the Brier score."""
    return labels * (1 - predictions) ** 2 + (1 - labels) * predictions**2


def log_loss(predictions: Floats, labels: Floats) -> float:
    """The mean negative logarithm of the probability given to what came, in nats; labels of .5 as in `brier`."""
    return mean_of(log_losses(predictions, labels))


def log_losses(predictions: Floats, labels: Floats) -> Floats:
    """What each item adds to the log-loss."""
    return -(labels * np.log(predictions) + (1 - labels) * np.log1p(-predictions))
