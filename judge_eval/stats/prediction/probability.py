"""The probability that people pass an item, from what the judge said of it."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, fsum, log

from judge_eval.stats.prediction.logistic import Coefficients

SURE = 0.999
"""The furthest a share is taken at its word: log-odds of 0 and 1 are infinite."""


def log_odds_of_votes(yes: float, usable: float) -> float:
    """log((k+½)/(K-k+½)) for k yes of K usable votes; without a usable vote 0, which leans to no side."""
    return log((yes + 0.5) / (usable - yes + 0.5))


def log_odds_of_share(share: float) -> float:
    """The log-odds of a probability, which is held within [.001, .999] first."""
    held = min(max(share, 1 - SURE), SURE)
    return log(held / (1 - held))


def log_odds_of(p_pass: float | None, passing: int, failing: int) -> float:
    """The leaning to a pass of a judge that gave a probability, or else so many votes."""
    return log_odds_of_share(p_pass) if p_pass is not None else log_odds_of_votes(passing, passing + failing)


def probability(coefficients: Coefficients, x: Sequence[float]) -> float:
    """The probability of a pass for an item of features `x`: the judge's log-odds first, then the stacked ones.

    Raises: ValueError where `x` has not one value for each slope.
    """
    terms = (slope * value for slope, value in zip(coefficients.slopes, x, strict=True))
    return _of_log_odds(fsum((coefficients.intercept, *terms)))


def at_share(probability: float, label_share: float, population_share: float) -> float:
    """The probability in a population that passes at another rate than the labels that the model was fitted on.

    Labels drawn by class show as many passes as their maker wished; the log-odds move by
    logit(population share) - logit(label share). Source: King & Zeng 2001, prior correction.
    """
    shift = log_odds_of_share(population_share) - log_odds_of_share(label_share)
    return _of_log_odds(log_odds_of_share(probability) + shift)


def _of_log_odds(odds: float) -> float:
    # The exponent is never positive: a large one would overflow.
    return 1 / (1 + exp(-odds)) if odds >= 0 else exp(odds) / (1 + exp(odds))
