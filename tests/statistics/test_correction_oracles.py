"""What corrects a pass rate against statsmodels, scipy, ppi-python and truescore, which compute it in other ways."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import pytest

from judge_eval.core.calibration import Confusion
from judge_eval.stats.correction.design_effect import effect_on_mean
from judge_eval.stats.correction.human_rate import human_rate
from judge_eval.stats.correction.ppi import powered_mean
from judge_eval.stats.correction.rate import Rate
from judge_eval.stats.correction.rogan_gladen import rogan_gladen
from judge_eval.stats.intervals.two_rates import fisher_p, two_proportion_p
from judge_eval.stats.trials.simulation import World, label_at_random, make_run, seeded

# Modules taken as Any: none of them ships types that strict checking can use.
proportion: Any = import_module("statsmodels.stats.proportion")
regression: Any = import_module("statsmodels.regression.linear_model")
scipy_stats: Any = import_module("scipy.stats")
truescore: Any = import_module("truescore")

TABLES = ((3, 10, 9, 12), (0, 20, 5, 25), (40, 50, 30, 60), (1, 2, 3, 4), (7, 7, 0, 9), (100, 300, 130, 280))


@pytest.mark.parametrize("table", TABLES)
def test_fishers_test_is_the_one_of_scipy(table: tuple[int, int, int, int]) -> None:
    """The two-sided p of tables small and large is scipy's."""
    first, of_first, second, of_second = table
    expected = scipy_stats.fisher_exact([[first, of_first - first], [second, of_second - second]]).pvalue
    assert fisher_p(*table) == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("table", TABLES)
def test_the_test_of_two_proportions_is_the_one_of_statsmodels(table: tuple[int, int, int, int]) -> None:
    """The pooled two-sided z-test gives statsmodels' p."""
    first, of_first, second, of_second = table
    expected = proportion.proportions_ztest([first, second], [of_first, of_second])[1]
    assert two_proportion_p(*table) == pytest.approx(expected, rel=1e-9)


def test_the_variance_over_clusters_is_the_one_of_a_regression() -> None:
    """The design effect times the variance of independent items is statsmodels' cluster-robust variance of a mean."""
    source = np.random.default_rng(1)
    codes = source.integers(0, 25, size=200)
    values = (source.random(200) < source.random(25)[codes]).astype(np.float64)
    fitted = regression.OLS(values, np.ones(200)).fit(cov_type="cluster", cov_kwds={"groups": codes})
    # statsmodels multiplies by (n-1)/(n-k) too, which is 1 for a constant alone.
    assert effect_on_mean(values, codes) * values.var() / 200 == pytest.approx(float(fitted.bse[0]) ** 2)


@pytest.mark.parametrize("n", (30, 200))
def test_ppi_is_the_one_of_ppi_python(n: int) -> None:
    """For our weight the mean is ppi-python's and the error too, but for its division by n and not by n-1.

    The weight is its own but for the variance of values, which it takes over all items and we over labelled ones.
    """
    ppi: Any = import_module("ppi_py")
    source = np.random.default_rng(n)
    scores = source.random(n)
    values = np.clip(scores + source.normal(0, 0.3, n), 0, 1)
    judged = np.clip(source.random(1000) + source.normal(0, 0.3, 1000), 0, 1)
    ours = powered_mean(scores, values, judged)
    assert ours.mean == pytest.approx(ppi.ppi_mean_pointestimate(scores, values, judged, lam=ours.weight)[0])
    low, high = ppi.ppi_mean_ci(scores, values, judged, alpha=0.05, lam=ours.weight)
    error = (float(high[0]) - float(low[0])) / 2 / scipy_stats.norm.ppf(0.975)
    assert ours.error == pytest.approx(error, rel=1 / n)
    theirs = ppi.ppi_mean_pointestimate(scores, values, judged)[0]
    assert ours.mean == pytest.approx(theirs, abs=0.2 * ours.error)


def test_rogan_gladen_and_people_alone_are_those_of_truescore() -> None:
    """The point of the one, and point and interval of the other, are truescore's for the same labels."""
    items = label_at_random(make_run(World(0.7), 800, seeded(1, "oracle")), 120, seeded(2, "oracle"))
    labels, passed = items.labelled.labels, items.labelled.passed
    places = np.flatnonzero(~np.isnan(items.labels))
    theirs = truescore.rogan_gladen_estimate(items.passed, labels, places)
    ours = rogan_gladen(
        float(items.passed.sum()),
        items.count,
        Confusion(
            pass_good=float(labels @ passed),
            fail_good=float(labels @ (1 - passed)),
            pass_bad=float((1 - labels) @ passed),
            fail_bad=float((1 - labels) @ (1 - passed)),
        ),
    )
    assert isinstance(ours, Rate)
    assert ours.point == pytest.approx(theirs.point)
    # Their interval is the delta method's; both tell of the same error.
    assert ours.width == pytest.approx(theirs.high - theirs.low, rel=0.15)
    alone, people = truescore.gold_only_estimate(labels), human_rate(items)
    assert (people.point, people.low, people.high) == pytest.approx((alone.point, alone.low, alone.high))
