"""Double sampling: a cheap judge on every item, people on some, drawn at random within strata of that judge.

Source: Tenenbein 1970, JASA 65 (331), whose likelihood this is; the interval is the posterior's under Jeffreys' priors.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from judge_eval.core.fingerprint import fingerprint
from judge_eval.stats.arrays import Floats
from judge_eval.stats.correction.rate import Rate, Refusal, too_few
from judge_eval.stats.correction.strata import Strata

DRAWS = 10_000
"""Draws from the posterior: the ends of an interval move by about a hundredth of its width from seed to seed."""


@dataclass(frozen=True, slots=True, eq=False)
class Posterior:
    """Draws of each stratum's share of the population (`shares`) and of its share of good items (`good`).

    Both have one row a draw and one column a stratum.
    """

    shares: Floats
    good: Floats


@dataclass(frozen=True, slots=True)
class JudgeRates:
    """How often the judge passes what is good, and does not pass what is bad."""

    sensitivity: Rate | Refusal
    specificity: Rate | Refusal


def double_sampling(strata: Strata, effect: float = 1.0, level: float = 0.95, draws: int = DRAWS) -> Rate:
    """The share of good items in the population that the judged items come from.

    The point is sum (P_k/N)·(Y_k+a)/(n_k+2a) over strata of P_k items, n_k labels and Y_k good ones, a pseudo-labels;
    the interval, percentiles of the posterior in which every count has been divided by the design effect. There is
    no finite-population factor: the rate is that of the cases that could have been written.
    """
    a = strata.pseudo_labels
    point = float(strata.shares @ ((strata.good + a) / (strata.labelled + 2 * a)))
    drawn = posterior(strata, effect, draws)
    low, high = _percentiles((drawn.shares * drawn.good).sum(axis=1), level)
    # The percentiles of thinned counts lie nearer to .5 than the point's: where they pass it by, they stop at it.
    return Rate(point, min(low, point), max(high, point), _method(strata, effect))


def posterior(strata: Strata, effect: float = 1.0, draws: int = DRAWS) -> Posterior:
    """Draws from the posterior, the same for equal counts.

    Shares are Dirichlet(P_k/D + ½) and good items Beta(Y_k/D + a, (n_k-Y_k)/D + a), where D is the design effect and a
    the strata's pseudo-labels.
    """
    counts = np.stack((strata.judged, strata.good, strata.labelled - strata.good)) / effect
    source = np.random.default_rng(int(fingerprint(counts.round(9).tolist()), 16))
    weights = source.standard_gamma(counts[0] + 0.5, size=(draws, counts.shape[1]))
    a = strata.pseudo_labels
    good = source.beta(counts[1] + a, counts[2] + a, size=weights.shape)
    return Posterior(weights / weights.sum(axis=1, keepdims=True), good)


def judge_rates(strata: Strata, effect: float = 1.0, level: float = 0.95, draws: int = DRAWS) -> JudgeRates:
    """The judge's sensitivity and specificity in the population, by way of strata: `from the draws`.

    Labels drawn by verdict over-represent one decision, so that raw shares among them are biased; shares of the strata
    put that right. With q_k of stratum k good, sensitivity is the sum of p_k q_k over strata that pass, divided by that
    over all; specificity likewise, with 1 - q_k and the strata that do not pass.
    """
    bad = strata.labelled - strata.good
    if strata.passes is None:
        refusal = Refusal("not estimable: the judge passes too few of the labelled items, or passes all")
        return JudgeRates(refusal, refusal)
    drawn = posterior(strata, effect, draws)
    # The points are of the bare labels: pseudo-labels would move the rarer kind's by two hundredths and more.
    q = strata.good / np.maximum(strata.labelled, 1.0)
    passes = np.array(strata.passes, np.float64)
    return JudgeRates(
        _part(strata.shares * q, drawn.shares * drawn.good, passes, float(strata.good.sum()), "good", level),
        _part(strata.shares * (1 - q), drawn.shares * (1 - drawn.good), 1 - passes, float(bad.sum()), "bad", level),
    )


def _part(at: Floats, drawn: Floats, chosen: Floats, labels: float, kind: str, level: float) -> Rate | Refusal:
    """What the chosen strata have of all mass: the point from `at`, the interval from the draws."""
    if (few := too_few(labels, kind)) is not None:
        return few
    point = float(at @ chosen / at.sum())
    low, high = _percentiles((drawn @ chosen) / drawn.sum(axis=1), level)
    return Rate(point, min(low, point), max(high, point), f"from the draws, {labels:g} {kind} labels")


def _percentiles(values: Floats, level: float) -> tuple[float, float]:
    """The two ends between which `level` of the values lie."""
    low, high = np.quantile(values, (0.5 - level / 2, 0.5 + level / 2))
    return float(low), float(high)


def _method(strata: Strata, effect: float) -> str:
    count = len(strata.judged)
    parts = [f"double sampling, {strata.labelled.sum():g} labels in {count} {'stratum' if count == 1 else 'strata'}"]
    if effect > 1:
        parts.append(f"design effect {effect:.1f}")
    return ", ".join(parts)
