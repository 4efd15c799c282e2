"""The noise of a judge: by hand, against known truth, and against statsmodels."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import pytest

from judge_eval.stats.agreement.noise import judge_noise

anova: Any = import_module("statsmodels.stats.oneway")


def test_noise_by_hand() -> None:
    """Samples 1 1, 0 0, 1 0: within (0+0+½)/3 = 1/6, between means 2·(¼+¼+0)/2 = ½, so icc ½; one in three flips."""
    noise = judge_noise(np.array([1.0, 1, 0, 0, 1, 0]), np.array([7, 7, 8, 8, 9, 9]))
    assert noise is not None
    # between = (1/2 - 1/6)/2 = 1/6.
    assert (noise.within, noise.between) == pytest.approx((1 / 6, 1 / 6))
    assert (noise.icc, noise.flip_rate, noise.items) == (pytest.approx(1 / 2), pytest.approx(1 / 3), 3)


def test_a_judge_that_says_one_thing_only_has_no_icc() -> None:
    """All samples equal: nothing flips, and no share of no variance is told; one repeated item tells nothing."""
    noise = judge_noise(np.ones(6), np.arange(6) // 2)
    assert noise is not None
    assert (noise.icc, noise.flip_rate) == (None, 0.0)
    assert judge_noise(np.ones(3), np.array([0, 0, 1])) is None


def test_mean_squares_are_those_of_an_analysis_of_variance() -> None:
    """With unequal numbers of samples between + within is rebuilt from statsmodels' F."""
    source = np.random.default_rng(6)
    items = np.repeat(np.arange(12), source.integers(2, 6, size=12))
    values = (source.random(len(items)) < source.random(12)[items]).astype(np.float64)
    noise = judge_noise(values, items)
    assert noise is not None
    counts = np.bincount(items)
    size = (len(items) - (counts**2).sum() / len(items)) / 11
    result = anova.anova_oneway(values, groups=items, use_var="equal")
    assert noise.between == pytest.approx(noise.within * (result.statistic - 1) / size)


@pytest.mark.parametrize(("a", "b"), ((0.4, 0.2), (1.0, 0.6), (3.0, 2.0)))
def test_the_icc_of_a_simulated_judge_is_found(a: float, b: float) -> None:
    """P(yes) drawn from Beta(a, b): the ICC is 1/(a+b+1), .62/.38/.17, the flip rate twice the variance within."""
    source = np.random.default_rng(13)
    shares = np.repeat(source.beta(a, b, size=20_000), 3)
    noise = judge_noise((source.random(60_000) < shares).astype(np.float64), np.repeat(np.arange(20_000), 3))
    assert noise is not None
    assert noise.icc == pytest.approx(1 / (a + b + 1), abs=0.015)
    variance = a * b / (a + b) ** 2
    assert noise.flip_rate == pytest.approx(2 * variance * (1 - 1 / (a + b + 1)), abs=0.01)
