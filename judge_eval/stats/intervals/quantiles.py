"""Quantiles and probabilities of the distributions that intervals are made of."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np

from judge_eval.stats.arrays import Floats

MANY_DEGREES = 200
"""From here on four terms of a series give Student's t to ten digits, at levels up to .999."""


def normal_quantile(probability: float) -> float:
    """The point below which a standard normal variable falls with `probability`, in (0, 1)."""
    return NormalDist().inv_cdf(probability)


def t_quantile(probability: float, degrees: float) -> float:
    """The point below which Student's t with `degrees` of freedom falls with `probability`, in (0, 1)."""
    if degrees >= MANY_DEGREES:
        return _nearly_normal(normal_quantile(probability), degrees)
    # Imported late: scipy.special costs a quarter of a second of CPU, and many a score has one cluster, and so no
    # interval, or hundreds. scipy ships no types.
    from scipy.special import stdtrit  # pyright: ignore[reportMissingTypeStubs]

    return float(stdtrit(degrees, probability))


def _nearly_normal(z: float, degrees: float) -> float:
    """Student's quantile from the normal one, `z`: Abramowitz and Stegun 26.7.5, four terms in 1 / degrees."""
    z2 = z * z
    first = (z2 + 1) * z / 4
    second = ((5 * z2 + 16) * z2 + 3) * z / 96
    third = (((3 * z2 + 19) * z2 + 17) * z2 - 15) * z / 384
    fourth = ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) * z / 92160
    return z + (first + (second + (third + fourth / degrees) / degrees) / degrees) / degrees


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
