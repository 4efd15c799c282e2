"""The area under the ROC curve: against scikit-learn, and its interval against known truth."""

from __future__ import annotations

from importlib import import_module
from math import sqrt
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest

from judge_eval.stats.agreement.auc import auc

metrics: Any = import_module("sklearn.metrics")


def test_auc_is_the_one_of_scikit_learn() -> None:
    """With many equal values and few the area is scikit-learn's."""
    source = np.random.default_rng(2)
    labels = (source.random(150) < 0.6).astype(np.float64)
    for values in (source.integers(0, 4, size=150) + labels, source.normal(size=150) + labels):
        area = auc(values.astype(np.float64), labels, np.arange(150))
        assert area is not None
        assert area.value == pytest.approx(metrics.roc_auc_score(labels, values), abs=1e-12)


def test_auc_needs_both_labels_and_leaves_ties_aside() -> None:
    """Without a failed item there is no area; an item on which annotators tie changes nothing."""
    values = np.array([0.1, 0.4, 0.9, 0.2])
    assert auc(values, np.ones(4), np.arange(4)) is None
    labels = np.array([0.0, 0.5, 1.0, 1.0])
    kept = labels != 0.5
    assert auc(values, labels, np.arange(4)) == auc(values[kept], labels[kept], np.arange(4)[kept])


@pytest.mark.parametrize("clusters", (1, 4))
def test_a_perfect_ranking_has_a_width(clusters: int) -> None:
    """20 against 20 ranked without a fault: high is 1, and low is under 1, lower yet where four items are one."""
    labels = np.repeat((0.0, 1.0), 20)
    area = auc(np.arange(40.0), labels, np.arange(40) // clusters)
    assert area is not None
    assert (area.value, area.high) == (1.0, 1.0)
    assert area.low < {1: 0.95, 4: 0.85}[clusters]


@pytest.mark.parametrize("size", (1, 4))
@pytest.mark.parametrize("truth", (0.5, 0.7, 0.9, 0.97))
@pytest.mark.parametrize("n", (40, 120))
def test_auc_is_held_by_its_interval(truth: float, n: int, size: int) -> None:
    """Normal values of separate items, or of four of one conversation at rho .5: coverage .93 less two errors."""
    source = np.random.default_rng([n, size, round(100 * truth)])
    gap = NormalDist().inv_cdf(truth) * sqrt(2)
    codes = np.arange(n) // size
    held = 0
    for _ in range(400):
        labels = source.permutation(np.repeat((0.0, 1.0), (n // 2, n - n // 2)))
        values = labels * gap + sqrt(0.5) * (source.normal(size=n)[codes] + source.normal(size=n))
        area = auc(values, labels, codes)
        assert area is not None
        assert area.low < area.high
        held += area.low <= truth <= area.high
    assert held / 400 >= 0.93 - 2 * sqrt(0.93 * 0.07 / 400)


def test_auc_does_not_depend_on_the_order_of_items() -> None:
    """Shuffled items with renumbered clusters give the same area and limits to the last bit."""
    source = np.random.default_rng(8)
    labels, values = (source.random(60) < 0.5).astype(np.float64), source.normal(size=60)
    codes, order = np.arange(60) // 3, source.permutation(60)
    assert auc(values, labels, codes) == auc(values[order], labels[order], 500 - codes[order])
