"""The rate behind a judge's pass rate, by the judge's sensitivity and specificity measured elsewhere.

Sources: Rogan & Gladen 1978, Am. J. Epidemiol. 107 (the point); Lang & Reiczigel 2014, Prev. Vet. Med. 113, and Lee et
al. 2025 (the interval).
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from judge_eval.core.calibration import Confusion, Spread
from judge_eval.stats.arrays import Floats
from judge_eval.stats.correction.rate import Rate, Refusal, told, too_few
from judge_eval.stats.intervals.quantiles import beta_below, normal_quantile

LEAST_J = 0.2
"""Sensitivity + specificity - 1 that a judge must exceed: under it, an error of either counts five times and more."""
DOUBT = 0.025
"""The chance that it does not, from which labels cannot correct."""
STEPS = 400
"""Steps of the numeric convolution: the chance is right to 1e-4."""


def rogan_gladen(
    passed: float,
    judged: float,
    labels: Confusion,
    spread: Spread | None = None,
    effect: float = 1.0,
    level: float = 0.95,
) -> Rate | Refusal:
    """The rate of good items where the judge passes `passed` of `judged`, and what it does to good and bad is `labels`.

    An undecided item is not passed. `spread` holds the design effects of sensitivity and specificity, `effect` that of
    the pass rate; counts are divided by their own. The point is (p + TNR - 1)/J, held within [0, 1].

    Raises: ValueError where passed is not in [0, judged], or judged is not above 0.
    """
    if not (judged > 0 and 0 <= passed <= judged):
        raise ValueError(f"{passed} of {judged} is no rate")
    refusal = refusal_of(labels, spread)
    if refusal is not None:
        return refusal
    sensitivity, specificity = labels.pass_good / labels.good, labels.not_passed_bad / labels.bad
    point = (passed / judged + specificity - 1) / (sensitivity + specificity - 1)
    low, high = _interval(passed / effect, judged / effect, _divided(labels, spread or Spread()), level)
    point = min(max(point, 0.0), 1.0)
    return Rate(
        point,
        min(low, point),
        max(high, point),
        f"Rogan–Gladen, {told(labels.good)} good and {told(labels.bad)} bad labels",
    )


def refusal_of(labels: Confusion, spread: Spread | None = None) -> Refusal | None:
    """Why these labels cannot correct a pass rate, or None where they can."""
    for count, kind in ((labels.good, "good"), (labels.bad, "bad")):
        if (few := too_few(count, kind)) is not None:
            return few
    if chance_of_j_up_to(LEAST_J, labels, spread) >= DOUBT:
        return Refusal(
            f"not usable for correction: sensitivity + specificity - 1 may be {LEAST_J} or less, "
            f"with a probability of {DOUBT * 100:g} % or more"
        )
    return None


def chance_of_j_up_to(j: float, labels: Confusion, spread: Spread | None = None) -> float:
    """The probability that sensitivity + specificity - 1 is `j` or less, after these labels and Jeffreys' priors.

    The two are Beta(TP+½, FN+½) and Beta(TN+½, FP+½); their sum's distribution is a numeric convolution, in which the
    first is cut into equal steps.
    """
    positives, negatives = _divided(labels, spread or Spread())
    edges = np.linspace(0.0, 1.0, STEPS + 1)
    masses = np.diff(_right_below(edges, positives))
    return float(masses @ _right_below(1 + j - (edges[:-1] + edges[1:]) / 2, negatives))


_Pair = tuple[float, float]
"""Labels on which the judge is right, and on which it is wrong."""


def _divided(labels: Confusion, spread: Spread) -> tuple[_Pair, _Pair]:
    """What the judge does to good and to bad items, in labels that are worth an independent one each."""
    return (
        (labels.pass_good / spread.of_good, labels.not_passed_good / spread.of_good),
        (labels.not_passed_bad / spread.of_bad, labels.pass_bad / spread.of_bad),
    )


def _right_below(rates: Floats, labels: _Pair) -> Floats:
    """The posterior probability that the judge is right at each of these rates or a lower one."""
    return beta_below(rates, labels[0] + 0.5, labels[1] + 0.5)


def _interval(passed: float, judged: float, labels: tuple[_Pair, _Pair], level: float) -> _Pair:
    """Lang and Reiczigel's interval. J~ is well above 0, for labels that leave a low one possible are refused."""
    z = normal_quantile(0.5 + level / 2)
    (tp, fn), (tn, fp) = labels
    m1, m0, n = tp + fn + 2, tn + fp + 2, judged + z * z
    p, q1, q0 = (passed + z * z / 2) / n, (tp + 1) / m1, (tn + 1) / m0
    j = q0 + q1 - 1
    t = (p + q0 - 1) / j
    of_q1, of_q0 = q1 * (1 - q1) / m1, q0 * (1 - q0) / m0
    shift = 2 * z * z * (t * of_q1 - (1 - t) * of_q0)
    reach = z * sqrt(p * (1 - p) / n + (1 - t) ** 2 * of_q0 + t * t * of_q1) / j
    return min(max(t + shift - reach, 0.0), 1.0), min(max(t + shift + reach, 0.0), 1.0)
