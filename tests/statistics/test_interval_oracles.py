"""Intervals against statsmodels, which computes the same formulas by other ways."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import pytest

from judge_eval.stats.arrays import Codes, Floats
from judge_eval.stats.intervals.clusters import cluster_totals
from judge_eval.stats.intervals.interval import cluster_t, plus_two_cluster_t, wilson

# Modules taken as Any: statsmodels ships no types.
proportion: Any = import_module("statsmodels.stats.proportion")
regression: Any = import_module("statsmodels.regression.linear_model")
weightstats: Any = import_module("statsmodels.stats.weightstats")


@pytest.mark.parametrize("level", (0.8, 0.95, 0.99))
@pytest.mark.parametrize("n", (1, 5, 12, 100, 12.5))
def test_wilson_is_the_one_of_statsmodels(n: float, level: float) -> None:
    """At every share of every n, whole or not, both ends are statsmodels' to rounding."""
    for share in (0.0, 0.1, 0.5, 0.9, 1.0):
        expected = proportion.proportion_confint(share * n, n, alpha=1 - level, method="wilson")
        ours = wilson(share * n, n, level)
        assert (ours.low, ours.high) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("level", (0.8, 0.95, 0.99))
def test_plus_two_is_students_interval_of_the_extended_means(level: float) -> None:
    """Plus-two is Student's interval of the means with 0 and 1 added, but for two degrees of freedom less."""
    means = np.random.default_rng(3).random(40)
    described = weightstats.DescrStatsW([*means, 0.0, 1.0])
    quantile = import_module("scipy.stats").t.ppf(0.5 + level / 2, 39)
    reach = quantile * described.std_mean
    ours = plus_two_cluster_t(means * 3, np.full(40, 3.0), level)
    assert (ours.low, ours.high) == pytest.approx((described.mean - reach, described.mean + reach), abs=1e-12)


@pytest.mark.parametrize("level", (0.8, 0.95, 0.99))
def test_cluster_t_is_the_cluster_robust_interval_of_a_regression(level: float) -> None:
    """With clusters of one size cluster t is least squares on a constant with clustered errors."""
    values, codes, fitted = _regression(np.arange(120) % 15)
    totals = cluster_totals(values, codes)
    ours = cluster_t(totals.sums, totals.counts, level)
    assert (ours.low, ours.high) == pytest.approx(tuple(fitted.conf_int(alpha=1 - level)[0]), rel=1e-12)


@pytest.mark.parametrize("level", (0.8, 0.95, 0.99))
def test_cluster_t_of_unequal_clusters_has_the_error_of_a_regression(level: float) -> None:
    """With clusters of unequal size the mean and its error are the regression's, the degrees of freedom Kish's."""
    values, codes, fitted = _regression(np.random.default_rng(5).integers(0, 15, size=120))
    degrees = 120**2 / np.square(np.bincount(codes)).sum() - 1
    reach = import_module("scipy.stats").t.ppf(0.5 + level / 2, degrees) * fitted.bse[0]
    totals = cluster_totals(values, codes)
    ours = cluster_t(totals.sums, totals.counts, level)
    assert (ours.low, ours.high) == pytest.approx((fitted.params[0] - reach, fitted.params[0] + reach), rel=1e-12)


def _regression(codes: Codes) -> tuple[Floats, Codes, Any]:
    """Skewed values that differ by cluster, their clusters, and statsmodels' fit of a constant to them."""
    values = np.random.default_rng(4).lognormal(size=len(codes)) + codes
    model = regression.OLS(values, np.ones(len(codes)))
    return values, codes, model.fit(cov_type="cluster", cov_kwds={"groups": codes}, use_t=True)
