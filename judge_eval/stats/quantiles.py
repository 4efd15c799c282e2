"""Quantiles of the distributions that intervals are made of."""

from __future__ import annotations

from statistics import NormalDist


def normal_quantile(probability: float) -> float:
    """The point below which a standard normal variable falls with `probability`, in (0, 1)."""
    return NormalDist().inv_cdf(probability)


def t_quantile(probability: float, degrees: float) -> float:
    """The point below which Student's t with `degrees` of freedom falls with `probability`, in (0, 1)."""
    # The one late import of stats: scipy.special costs a quarter of a second of CPU, and scoring a single case,
    # which is one cluster and so has no interval, never needs it. scipy ships no types.
    from scipy.special import stdtrit  # pyright: ignore[reportMissingTypeStubs]

    return float(stdtrit(degrees, probability))
