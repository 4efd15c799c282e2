"""What the judge's leaning says of people's word: the probability model, and how well it does on unseen items."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import fsum

from judge_eval.core.appraisal import Predictiveness, ReliabilityBin
from judge_eval.core.calibration import ProbabilityModel
from judge_eval.stats.cross_fit import CrossFit
from judge_eval.stats.interval import wilson
from judge_eval.stats.logistic import Coefficients
from judge_eval.stats.observed import Observed
from judge_eval.stats.probability import probability
from judge_eval.stats.stacking import Stacked, stack

MOST_BINS = 10
LEAST_IN_BIN = 10
"""Items of a bin of the reliability plot at least."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """The model with what it is worth, and its probability for each item when it had not seen it."""

    model: ProbabilityModel
    predictiveness: Predictiveness
    predictions: tuple[float, ...]


def fit(observed: Observed) -> Fitted | None:
    """The model of people's word on the judge's leaning; None without items."""
    if observed.count == 0:
        return None
    found = stack(observed.log_odds, observed.features, observed.labels, observed.clusters)
    coefficients = found.model.coefficients
    model = ProbabilityModel(
        intercept=coefficients.intercept,
        slope=coefficients.slopes[0],
        features=dict(zip(found.kept, coefficients.slopes[1:], strict=True)),
        label_share=fsum(observed.labels) / observed.count,
        n=observed.count,
    )
    predictions = tuple(map(float, found.model.predictions))
    return Fitted(model, _worth(found, predictions, observed), predictions)


def predicted(model: ProbabilityModel, log_odds: float, features: dict[str, float]) -> float | None:
    """The probability that people pass an item; None where a feature that the model needs is missing."""
    if not features.keys() >= model.features.keys():
        return None
    coefficients = Coefficients(model.intercept, (model.slope, *model.features.values()))
    return probability(coefficients, (log_odds, *(features[name] for name in model.features)))


def _worth(found: Stacked, predictions: tuple[float, ...], observed: Observed) -> Predictiveness:
    best: CrossFit = found.model
    return Predictiveness(
        brier=best.brier,
        base_brier=best.base_brier,
        log_loss=best.log_loss,
        base_log_loss=best.base_log_loss,
        bins=tuple(_bins(predictions, [one.y for one in observed.observations])),
        stacked=found.kept,
        alone_log_loss=found.alone.log_loss,
        informative=found.alone.informative,
    )


def _bins(predictions: tuple[float, ...], labels: list[float]) -> list[ReliabilityBin]:
    """Items of like prediction, in groups of near equal size."""
    pairs = sorted(zip(predictions, labels, strict=True))
    n_bins = max(1, min(MOST_BINS, len(pairs) // LEAST_IN_BIN))
    edges = [len(pairs) * number // n_bins for number in range(n_bins + 1)]
    groups = [pairs[first:last] for first, last in pairwise(edges)]
    return [_bin(group) for group in groups if group]


def _bin(group: list[tuple[float, float]]) -> ReliabilityBin:
    n, good = len(group), fsum(label for _, label in group)
    limits = wilson(good, n)
    predicted_share = fsum(prediction for prediction, _ in group) / n
    return ReliabilityBin(predicted=predicted_share, observed=good / n, low=limits.low, high=limits.high, n=n)
