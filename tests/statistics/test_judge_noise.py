"""The noise of a judge: by hand, against known truth, and against statsmodels."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import pytest

from judge_eval.stats.agreement.noise import icc

anova: Any = import_module("statsmodels.stats.oneway")


def test_noise_by_hand() -> None:
    """Samples 1 1, 0 0, 1 0: within (0+0+½)/3 = 1/6, of means 2·(¼+¼+0)/2 = ½, between (½ - 1/6)/2 = 1/6, so icc ½."""
    assert icc(np.array([1.0, 1, 0, 0, 1, 0]), np.array([7, 7, 8, 8, 9, 9])) == pytest.approx(1 / 2)


def test_a_judge_that_says_one_thing_only_has_no_icc() -> None:
    """All samples equal: no share of no variance is told; one repeated item tells nothing."""
    assert icc(np.ones(6), np.arange(6) // 2) is None
    assert icc(np.array([1.0, 0, 1]), np.array([0, 0, 1])) is None


def test_mean_squares_are_those_of_an_analysis_of_variance() -> None:
    """With unequal numbers of samples the ICC is rebuilt from statsmodels' F: (F - 1)/(F - 1 + size)."""
    source = np.random.default_rng(6)
    items = np.repeat(np.arange(12), source.integers(2, 6, size=12))
    values = (source.random(len(items)) < source.random(12)[items]).astype(np.float64)
    counts = np.bincount(items)
    size = (len(items) - (counts**2).sum() / len(items)) / 11
    result = anova.anova_oneway(values, groups=items, use_var="equal")
    assert result.statistic > 1
    assert icc(values, items) == pytest.approx((result.statistic - 1) / (result.statistic - 1 + size))


@pytest.mark.parametrize(("a", "b"), ((0.4, 0.2), (1.0, 0.6), (3.0, 2.0)))
def test_the_icc_of_a_simulated_judge_is_found(a: float, b: float) -> None:
    """P(yes) drawn from Beta(a, b): the ICC is 1/(a+b+1), .62/.38/.17."""
    source = np.random.default_rng(13)
    shares = np.repeat(source.beta(a, b, size=20_000), 3)
    values = (source.random(60_000) < shares).astype(np.float64)
    assert icc(values, np.repeat(np.arange(20_000), 3)) == pytest.approx(1 / (a + b + 1), abs=0.015)
