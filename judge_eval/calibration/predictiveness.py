"""What the judge's leaning says of people's word: the probability model, and how well it does on unseen items."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import fsum

from judge_eval.core.appraisal import Figure, Predictiveness, ReliabilityBin
from judge_eval.core.calibration import ProbabilityModel
from judge_eval.stats.agreement.observed import Observed
from judge_eval.stats.arrays import Floats
from judge_eval.stats.correction.design_effect import wilson_over
from judge_eval.stats.intervals.mean import mean_interval, mean_of
from judge_eval.stats.prediction.cross_fit import CrossFit, brier_losses, log_losses
from judge_eval.stats.prediction.logistic import Coefficients
from judge_eval.stats.prediction.probability import probability
from judge_eval.stats.prediction.stacking import Stacked, stack

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
    losses, base_losses = (log_losses(each, observed.labels) for each in (best.predictions, best.base))
    return Predictiveness(
        brier=best.brier,
        base_brier=best.base_brier,
        brier_error=_mean(brier_losses(best.predictions, observed.labels), observed, bounded=True),
        log_loss=best.log_loss,
        base_log_loss=best.base_log_loss,
        log_loss_error=_mean(losses, observed, bounded=False),
        gain=_mean(base_losses - losses, observed, bounded=False),
        bins=tuple(_bins(predictions, observed)),
        stacked=found.kept,
        alone_log_loss=found.alone.log_loss,
        informative=found.alone.informative,
    )


def _mean(values: Floats, observed: Observed, *, bounded: bool) -> Figure:
    interval = mean_interval(values, observed.clusters, bounded=bounded)
    why = interval.method if interval.low is None else ""
    return Figure.of(mean_of(values), interval, observed.count, why)


def _bins(predictions: tuple[float, ...], observed: Observed) -> list[ReliabilityBin]:
    """Items of like prediction, in groups of near equal size."""
    places = sorted(range(observed.count), key=lambda place: (predictions[place], observed.observations[place].id))
    n_bins = max(1, min(MOST_BINS, len(places) // LEAST_IN_BIN))
    edges = [len(places) * number // n_bins for number in range(n_bins + 1)]
    groups = [places[first:last] for first, last in pairwise(edges)]
    return [_bin([predictions[place] for place in group], observed.at(group)) for group in groups if group]


def _bin(predictions: list[float], observed: Observed) -> ReliabilityBin:
    n, good = observed.count, wilson_over(observed.labels, observed.clusters)
    return ReliabilityBin(predicted=fsum(predictions) / n, observed=good.point, low=good.low, high=good.high, n=n)
