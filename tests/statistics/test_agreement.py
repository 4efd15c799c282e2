"""Agreement of a judge with people: against other implementations, by hand, and intervals against known truth."""

from __future__ import annotations

from importlib import import_module
from itertools import product
from math import sqrt
from typing import Any

import numpy as np
import pytest

from judge_eval.core.calibration import Confusion
from judge_eval.stats.agreement.agreement import ac1, agreement_limits, kappa
from judge_eval.stats.agreement.confusion import (
    accuracy,
    balanced_accuracy,
    count_confusion,
    sensitivity,
    specificity,
    youden,
)
from judge_eval.stats.agreement.draw_weights import draw_weights
from judge_eval.stats.arrays import Floats

# Taken as Any: scikit-learn ships no types.
metrics: Any = import_module("sklearn.metrics")

SENSITIVITY, SPECIFICITY = 0.9, 0.8
FAIL, PASS = 0, 1


def _judged(source: np.random.Generator, theta: float, n: int) -> tuple[Floats, Floats]:
    """Labels of which a share theta passes, and the decisions of a judge of TPR .9 and TNR .8."""
    labels = (source.random(n) < theta).astype(np.float64)
    passes = np.where(labels == 1, SENSITIVITY, 1 - SPECIFICITY)
    return labels, (source.random(n) < passes).astype(np.float64)


def _expected(theta: float) -> Confusion:
    """The confusion of that judge, as shares."""
    return Confusion(
        pass_good=theta * SENSITIVITY,
        pass_bad=(1 - theta) * (1 - SPECIFICITY),
        fail_good=theta * (1 - SENSITIVITY),
        fail_bad=(1 - theta) * SPECIFICITY,
    )


def test_rates_are_those_of_the_table() -> None:
    """18 good passed, 3 bad passed, 2 good failed, 7 bad failed: 18/20, 7/10, 25/30, .8, .6."""
    confusion = Confusion(pass_good=18, pass_bad=3, undecided_good=1, fail_good=1, undecided_bad=2, fail_bad=5)
    assert sensitivity(confusion) == pytest.approx(18 / 20)
    assert specificity(confusion) == pytest.approx(7 / 10)
    assert youden(confusion) == pytest.approx(0.6)
    assert accuracy(confusion) == pytest.approx(25 / 30)
    assert balanced_accuracy(confusion) == pytest.approx(0.8)


def test_a_rate_of_nothing_is_none() -> None:
    """Where nothing stands in a denominator there is no rate, and no kappa where all is of one kind."""
    only_passes = Confusion(pass_good=5)
    assert (specificity(only_passes), balanced_accuracy(only_passes), youden(only_passes)) == (None,) * 3
    assert kappa(only_passes) is None
    assert ac1(only_passes) == 1.0
    assert ac1(Confusion()) is None


def test_a_tie_counts_half_to_each_side() -> None:
    """A passed item on which annotators tie is half a good pass and half a bad one."""
    confusion = count_confusion(np.array([0.5, 1.0]), np.array([1.0, 0.0]))
    assert confusion == Confusion(pass_good=0.5, pass_bad=0.5, fail_good=1.0)


@pytest.mark.parametrize(("theta", "expected"), ((0.5, 0.70), (0.95, 0.39)))
def test_kappa_falls_with_a_lopsided_prevalence_and_ac1_does_not(theta: float, expected: float) -> None:
    """One judge has kappa .70 at prevalence .5 and .39 at .95; its AC1 is .70 and .87."""
    assert kappa(_expected(theta)) == pytest.approx(expected, abs=0.005)
    assert ac1(_expected(theta)) == pytest.approx({0.5: 0.70, 0.95: 0.87}[theta], abs=0.005)


@pytest.mark.parametrize("theta", (0.3, 0.5, 0.9))
def test_kappa_and_the_rates_are_those_of_scikit_learn(theta: float) -> None:
    """On drawn items, weighted or not, kappa, accuracy and balanced accuracy are scikit-learn's."""
    source = np.random.default_rng(7)
    labels, decisions = _judged(source, theta, 300)
    for weights in (np.ones(300), source.random(300)):
        confusion = count_confusion(labels, decisions, weights)
        ours = (kappa(confusion), accuracy(confusion), balanced_accuracy(confusion))
        names = ("cohen_kappa_score", "accuracy_score", "balanced_accuracy_score")
        theirs = tuple(getattr(metrics, name)(labels, decisions, sample_weight=weights) for name in names)
        assert ours == pytest.approx(theirs, abs=1e-12)


def test_ac1_is_the_textbook_figure() -> None:
    """Gwet's example of 125 items, 118 agreed pass, 5 and 2 not, none agreed fail: (.944 - .0545)/(1 - .0545)."""
    # r = (123 + 120)/250 = .972, 2 r (1-r) = .054432; (.944 - .054432)/.945568 = .940776.
    table = Confusion(pass_good=118, pass_bad=5, fail_good=2, fail_bad=0)
    assert ac1(table) == pytest.approx(0.940776, abs=1e-6)
    assert kappa(table) == pytest.approx(-0.0234, abs=1e-4)


def test_weights_undo_a_draw_by_verdict() -> None:
    """Half the labels drawn from the few failed items: raw rates read too low and too high, weighted ones the truth."""
    source = np.random.default_rng(11)
    raw, weighted = np.zeros(3), np.zeros(3)
    for _ in range(300):
        labels, decisions = _judged(source, 0.8, 1000)
        drawn = np.concatenate([source.choice(np.flatnonzero(decisions == f), 50, replace=False) for f in (0, 1)])
        strata = decisions[drawn].astype(np.int64)
        population = {PASS: int(decisions.sum()), FAIL: int((1 - decisions).sum())}
        for total, weights in ((raw, None), (weighted, draw_weights(strata, population))):
            confusion = count_confusion(labels[drawn], decisions[drawn], weights)
            total += np.array([sensitivity(confusion), specificity(confusion), kappa(confusion)], np.float64) / 300
    assert weighted == pytest.approx((0.9, 0.8, kappa(_expected(0.8))), abs=0.02)
    assert raw[:2] == pytest.approx((0.74, 0.93), abs=0.02)


def test_weights_average_one_and_refuse_what_they_cannot_mend() -> None:
    """Weights average 1; a stratum that is judged and not labelled, or the other way round, is refused."""
    weights = draw_weights(np.array([1, 1, 0]), {1: 90, 0: 10, 2: 0})
    assert weights.tolist() == pytest.approx([0.9 / (2 / 3), 0.9 / (2 / 3), 0.1 / (1 / 3)])
    assert weights.mean() == pytest.approx(1.0)
    with pytest.raises(ValueError, match="strata"):
        draw_weights(np.array([1, 1]), {1: 90, 0: 10})
    with pytest.raises(ValueError, match="strata"):
        draw_weights(np.array([1, 0]), {1: 90})


KAPPA_DIPS = {(0.95, 50): 0.84, (0.95, 100): 0.87}
"""Cells in which kappa's interval holds the truth less often: two or five failed items say little of chance."""
REPETITIONS = 250


@pytest.mark.parametrize(("theta", "n"), tuple(product((0.5, 0.8, 0.95), (50, 100))))
def test_agreement_limits_hold_the_truth(theta: float, n: int) -> None:
    """Kappa, AC1, accuracy and balanced accuracy are held in .93 of draws less two standard errors, but for dips."""
    source = np.random.default_rng([n, round(100 * theta)])
    truth = _expected(theta)
    names = ("accuracy", "balanced_accuracy", "kappa", "ac1")
    true_values = (accuracy(truth), balanced_accuracy(truth), kappa(truth), ac1(truth))
    held: dict[str, int] = dict.fromkeys(names, 0)
    for _ in range(REPETITIONS):
        labels, decisions = _judged(source, theta, n)
        limits = agreement_limits(labels, decisions, np.arange(n), source)
        assert limits is not None
        for name, value in zip(names, true_values, strict=True):
            assert value is not None
            held[name] += getattr(limits, name).low <= value <= getattr(limits, name).high
    least = 0.93 - 2 * sqrt(0.93 * 0.07 / REPETITIONS)
    for name in names:
        dip = KAPPA_DIPS.get((theta, n), least) if name == "kappa" else least
        assert held[name] / REPETITIONS >= dip, name


def test_full_agreement_has_a_width_and_one_cluster_no_interval() -> None:
    """30 items agreed on leave kappa an interval from under .95 to 1; a single cluster leaves none."""
    labels = np.repeat((1.0, 0.0), 15)
    limits = agreement_limits(labels, labels, np.arange(30), np.random.default_rng(1))
    assert limits is not None
    assert limits.kappa.low < 0.95
    assert limits.kappa.high == 1.0
    assert agreement_limits(labels, labels, np.zeros(30, np.int64), np.random.default_rng(1)) is None


def test_agreement_limits_do_not_depend_on_the_order_of_items() -> None:
    """Shuffled items with renumbered clusters and equal seeds give equal limits to the last bit."""
    source = np.random.default_rng(5)
    labels, decisions = _judged(source, 0.7, 60)
    clusters, weights, order = np.arange(60) // 2, source.random(60), source.permutation(60)
    first = agreement_limits(labels, decisions, clusters, np.random.default_rng(9), weights)
    second = agreement_limits(
        labels[order], decisions[order], 900 - clusters[order], np.random.default_rng(9), weights[order]
    )
    assert first == second
