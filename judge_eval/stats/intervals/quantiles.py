"""Quantiles and probabilities of the distributions that intervals are made of."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np

from judge_eval.stats.intervals.clusters import Floats


def normal_quantile(probability: float) -> float:
    """The point below which a standard normal variable falls with `probability`, in (0, 1)."""
    return NormalDist().inv_cdf(probability)


def t_quantile(probability: float, degrees: float) -> float:
    """The point below which Student's t with `degrees` of freedom falls with `probability`, in (0, 1)."""
    # Imported late: scipy.special costs a quarter of a second of CPU, and scoring a single case,
    # which is one cluster and so has no interval, never needs it. scipy ships no types.
    from scipy.special import stdtrit  # pyright: ignore[reportMissingTypeStubs]

    return float(stdtrit(degrees, probability))


def beta_below(points: Floats, first: float, second: float) -> Floats:
    """The probability that a Beta(first, second) variable is at most each of `points`, which are held within [0, 1]."""
    # Late for the reason above.
    from scipy.special import betainc  # pyright: ignore[reportMissingTypeStubs, reportUnknownVariableType]

    return np.asarray(betainc(first, second, np.clip(points, 0.0, 1.0)), np.float64)


def beta_quantile(probability: float, first: float, second: float) -> float:
    """The point below which a Beta(first, second) variable falls with `probability`, in (0, 1)."""
    # Late for the reason above.
    from scipy.special import betaincinv  # pyright: ignore[reportMissingTypeStubs]

    return float(betaincinv(first, second, probability))
