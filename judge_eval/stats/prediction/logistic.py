"""Logistic regression by scikit-learn, reduced to plain numbers that need no scikit-learn to use."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum, log
from typing import Any

import numpy as np

from judge_eval.stats.arrays import Floats


@dataclass(frozen=True, slots=True)
class Coefficients:
    """A logistic model: the log-odds of a pass are the intercept plus each feature times its slope."""

    intercept: float
    slopes: tuple[float, ...]


def fit_logistic(features: Floats, labels: Floats) -> Coefficients:
    """The coefficients of labels in [0, 1] on `features` (items by features), equal in any order of items.

    A label of .5 counts half as a pass and half as a fail. With one class only all slopes are 0, and the intercept
    is the log-odds of (Y+½)/(n+1), Y of n labels being passes.
    Source: scikit-learn, LogisticRegression(C=1, solver="lbfgs"): the penalty is half the squared slopes.
    """
    n_features = features.shape[1]
    passes = fsum(labels)
    if passes in (0, len(labels)):
        rate = (passes + 0.5) / (len(labels) + 1)
        return Coefficients(log(rate / (1 - rate)), (0.0,) * n_features)
    # Loading it takes a second, and whoever only uses coefficients never fits.
    from sklearn.linear_model import LogisticRegression  # pyright: ignore[reportMissingTypeStubs]
    from threadpoolctl import threadpool_limits  # pyright: ignore[reportMissingTypeStubs]

    rows = np.column_stack((np.tile(features, (2, 1)), np.repeat((1.0, 0.0), len(labels)), [*labels, *(1 - labels)]))
    rows = rows[rows[:, -1] > 0]
    # The solver's sums depend on the order of rows in their last bits.
    rows = rows[np.lexsort(rows.T)]
    model: Any = LogisticRegression(C=1.0, solver="lbfgs")
    # On problems this small threads only wait for each other: six times the work, more on a busy machine.
    with threadpool_limits(1):
        model.fit(rows[:, :n_features], rows[:, n_features], sample_weight=rows[:, -1])
    return Coefficients(float(model.intercept_[0]), tuple(float(slope) for slope in model.coef_[0]))
