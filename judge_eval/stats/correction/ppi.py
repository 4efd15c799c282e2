"""Prediction-powered inference: the mean of human scores, sharpened by the judge's value of every item.

Source: Angelopoulos, Duchi & Zrnic 2023, PPI++, arXiv:2311.01453.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from judge_eval.stats.arrays import Codes, Floats
from judge_eval.stats.correction.design_effect import effect_on_powered_mean
from judge_eval.stats.correction.rate import Rate
from judge_eval.stats.intervals.quantiles import t_quantile

CORNERS = np.array([(0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 1.0)])
"""The pseudo-rows (human score, judge's value) of the interval: they do what plus-four does for a share."""


@dataclass(frozen=True, slots=True)
class PoweredMean:
    """The mean, its standard error, and the part `weight`, from 0 to 1, that the judge's values take in it."""

    mean: float
    error: float
    weight: float


def ppi_rate(scores: Floats, values: Floats, judged: Floats, effect: float = 1.0, level: float = 0.95) -> Rate:
    """The mean human score, in [0, 1], of the population that judged items come from.

    `scores[i]` is people's and `values[i]` the judge's of labelled item i, drawn at random; `judged` are its values of
    all items, labelled ones included. The point is PPI++'s; the interval, t(n-1) about PPI++ with the four corners
    added to the labels, widened by the root of the design effect, and as far as the point.

    Raises: ValueError under two labels.
    """
    n = len(scores)
    if n < 2:
        raise ValueError("an interval needs at least two labels")
    point = min(max(powered_mean(scores, values, judged).mean, 0.0), 1.0)
    extended = powered_mean(np.append(scores, CORNERS[:, 0]), np.append(values, CORNERS[:, 1]), judged)
    reach = t_quantile(0.5 + level / 2, max(1.0, n / effect - 1)) * extended.error * sqrt(effect)
    low, high = max(extended.mean - reach, 0.0), min(extended.mean + reach, 1.0)
    return Rate(point, min(low, point), max(high, point), f"PPI++, {n} labels")


def clustered_ppi_rate(scores: Floats, judged: Floats, clusters: Codes) -> Rate:
    """The same of items that stand in clusters: `scores[i]` is people's of item i, NaN where nobody was asked.

    Raises: ValueError under two labels.
    """
    asked = ~np.isnan(scores)
    effect = 1.0
    if asked.sum() >= 2:
        weight = powered_mean(scores[asked], judged[asked], judged).weight
        effect = effect_on_powered_mean(scores, judged, clusters, weight)
    return ppi_rate(scores[asked], judged[asked], judged, effect)


def powered_mean(scores: Floats, values: Floats, judged: Floats) -> PoweredMean:
    """PPI++'s estimate: mean y + w(mean of f over all N - mean of f over the n labelled).

    w = Cov(y, f) / ((1 + n/N) Var f), held within [0, 1]; the variance is w² Var f / N + Var(y - w f) / n.
    """
    n, total = len(scores), len(judged)
    spread = float(np.var(values, ddof=1))
    weight = 0.0
    if spread > 0:
        together = float(np.cov(scores, values, ddof=1)[0, 1])
        weight = min(max(together / ((1 + n / total) * spread), 0.0), 1.0)
    mean = scores.mean() + weight * (judged.mean() - values.mean())
    variance = weight**2 * np.var(judged, ddof=1) / total + np.var(scores - weight * values, ddof=1) / n
    return PoweredMean(float(mean), sqrt(float(variance)), weight)
