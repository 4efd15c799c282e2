"""Intervals and bounds of plain means: constants by hand, choice of the estimator."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import astuple

import numpy as np
import pytest
from scipy.special import stdtrit  # pyright: ignore[reportMissingTypeStubs]

from judge_eval.core.estimate import EstimateKind
from judge_eval.stats.arrays import Codes, Floats
from judge_eval.stats.intervals.clusters import cluster_totals
from judge_eval.stats.intervals.interval import Limits, cluster_t, plus_two_cluster_t, wilson
from judge_eval.stats.intervals.mean import Interval, interval_between, mean_interval
from judge_eval.stats.intervals.quantiles import MANY_DEGREES, normal_quantile, t_quantile
from judge_eval.stats.intervals.undecided import mean_with_bounds


def _floats(*values: float) -> Floats:
    """The values as an array."""
    return np.array(values, dtype=np.float64)


def _each_its_own(values: Floats) -> Codes:
    """Codes that make every item a cluster."""
    return np.arange(len(values))


def test_quantiles_are_those_of_printed_tables() -> None:
    """The 97.5 % points: 1.95996 of the normal, 2.36462 of t(7), 12.7062 of t(1)."""
    assert normal_quantile(0.975) == pytest.approx(1.95996, abs=5e-6)
    assert t_quantile(0.975, 7) == pytest.approx(2.36462, abs=5e-6)
    assert t_quantile(0.975, 1) == pytest.approx(12.7062, abs=5e-5)


@pytest.mark.parametrize("probability", (0.6, 0.9, 0.975, 0.995, 0.9995))
@pytest.mark.parametrize("degrees", (MANY_DEGREES, 333.3, 5_000.0))
def test_the_series_for_many_degrees_is_students_quantile(probability: float, degrees: float) -> None:
    """Where the series takes over, it gives what scipy.special does, to ten digits."""
    assert t_quantile(probability, degrees) == pytest.approx(float(stdtrit(degrees, probability)), rel=1e-10)


@pytest.mark.parametrize(("n", "low"), ((12, 0.758), (20, 0.839), (30, 0.886), (50, 0.929), (100, 0.963)))
def test_wilson_of_all_passing(n: int, low: float) -> None:
    """With k = n the low end is (n + z²/2 - z·z/2)/(n + z²) = n/(n + 3.8415), and the high end is 1."""
    assert wilson(n, n).low == pytest.approx(low, abs=5e-4)
    assert wilson(n, n).low == pytest.approx(n / (n + 3.8415), abs=5e-6)
    assert wilson(n, n).high == 1.0
    assert wilson(0, n).low == 0.0


def test_wilson_of_seven_in_ten() -> None:
    """Centre 7 + 1.92073, reach 1.95996·sqrt(2.1 + .960365) = 3.42874, over 13.84146: .39678 and .89221."""
    limits = wilson(7, 10)
    assert (limits.low, limits.high) == pytest.approx((0.39678, 0.89221), abs=1e-5)


@pytest.mark.parametrize(("passed", "n"), ((-1, 10), (11, 10), (0, 0), (float("nan"), 10)))
def test_wilson_refuses_what_is_no_rate(passed: float, n: float) -> None:
    """A count outside [0, n], or no item at all, is a ValueError."""
    with pytest.raises(ValueError, match="is no rate"):
        wilson(passed, n)


def test_plus_two_of_seven_in_eight_clusters() -> None:
    """Means 1 x7, 0 and the pseudo 0, 1: m .8, s² = (8·.04 + 2·.64)/9 = .17778, s/sqrt(10) = .13333.

    t(7) = 2.36462 times that is .31528: from .48472 to 1.11528, clipped to 1. Every size is 3.
    """
    limits = plus_two_cluster_t(_floats(3, 3, 0, 3, 3, 3, 3, 3), np.full(8, 3.0))
    assert limits.low == pytest.approx(0.48472, abs=1e-5)
    assert limits.high == 1.0


def test_plus_two_of_four_clusters_of_unequal_size() -> None:
    """1 of 1 three times and 0 of 3: mean 3/6; they stand for .5 + .5·4/6 = .83333 x3 and .5 - 1.5·4/6 = -.5.

    With 0 and 1: m .5, s² = (3·.11111 + 1 + .25 + .25)/5 = .36667, s/sqrt(6) = .24721. They tell as much as 6²/12 = 3
    clusters of one size: at level .8 t(2) = 1.88562, reach .46614: .03386 to .96614.
    """
    limits = plus_two_cluster_t(_floats(1, 1, 1, 0), _floats(1, 1, 1, 3), level=0.8)
    assert (limits.low, limits.high) == pytest.approx((0.03386, 0.96614), abs=1e-5)


def test_cluster_t_of_four_clusters_of_unequal_size() -> None:
    """Clusters (4), (2), (3), (3, 3, 3): mean 18/6 = 3; they stand for 3 + 4/6, 3 - 4/6, 3 and 3.

    s² = 2·.44444/3 = .29630, s/sqrt(4) = .27217. They tell as much as 6²/12 = 3 clusters of one size: t(2) = 4.30265,
    reach 1.17103: 1.82897 to 4.17103.
    """
    limits = cluster_t(_floats(4, 2, 3, 9), _floats(1, 1, 1, 3))
    assert (limits.low, limits.high) == pytest.approx((1.82897, 4.17103), abs=1e-5)


def test_two_clusters_have_one_degree_of_freedom_whatever_their_size() -> None:
    """Clusters (1, 1, 1) and (5): mean 2, they stand for 2 - 3/2 and 2 + 3/2, s/sqrt(2) = 1.5.

    4²/10 = 1.6 clusters of one size would leave .6 of a degree; t(1) = 12.7062, reach 19.0593: -17.0593 to 21.0593.
    """
    limits = cluster_t(_floats(3, 5), _floats(3, 1))
    assert (limits.low, limits.high) == pytest.approx((-17.0593, 21.0593), abs=1e-4)


@pytest.mark.parametrize("limits", (plus_two_cluster_t, cluster_t))
def test_one_cluster_has_no_interval_of_t(limits: Callable[[Floats, Floats], Limits]) -> None:
    """One cluster has no degree of freedom: a ValueError."""
    with pytest.raises(ValueError, match="two clusters"):
        limits(_floats(3), _floats(4))


def test_totals_go_by_cluster() -> None:
    """Items of equal code are summed and counted together, wherever they stand."""
    totals = cluster_totals(_floats(1, 2, 4, 8), np.array([7, 2**64 - 1, 7, 0], dtype=np.uint64))
    assert sorted(zip(totals.sums.tolist(), totals.counts.tolist(), strict=True)) == [(2, 1), (5, 2), (8, 1)]


def test_values_and_clusters_must_go_together() -> None:
    """A value without a cluster is a ValueError, never a guess."""
    with pytest.raises(ValueError, match="one length"):
        cluster_totals(_floats(1, 0), np.arange(3))


@pytest.mark.parametrize(
    ("values", "codes", "bounded", "method"),
    (
        ((), (), True, "none: no items"),
        ((1, 0), (4, 4), True, "none: one cluster"),
        ((5.0,), (4,), False, "none: one cluster"),
        ((1, 0, 1), (1, 2, 3), True, "Wilson score, 3 clusters"),
        ((1, 0, 1), (1, 2, 2), True, "plus-two cluster t, 2 clusters"),
        ((1, 0.5, 1), (1, 2, 3), True, "plus-two cluster t, 3 clusters"),
        ((1, 0, 1), (1, 2, 3), False, "t over 3 clusters"),
        ((2, 2, 2), (1, 2, 3), False, "none: 3 clusters do not vary"),
    ),
)
def test_values_and_clusters_choose_the_estimator(
    values: tuple[float, ...], codes: tuple[int, ...], bounded: bool, method: str
) -> None:
    """Binary items alone get Wilson, other shares plus-two, the rest t; where none can be had the method says why."""
    interval = mean_interval(_floats(*values), np.array(codes, dtype=np.int64), bounded)
    assert interval.method == method
    assert (interval.low is None) == (interval.high is None) == method.startswith("none")


def test_rounding_is_no_error_but_a_value_beyond_a_share_is() -> None:
    """A mean that rounding left a bit above 1 counts as 1; 1.01 of a share, NaN and infinity are ValueErrors."""
    codes = np.arange(3)
    assert mean_interval(_floats(1, 0, 1 + 4e-16), codes, True) == mean_interval(_floats(1, 0, 1), codes, True)
    with pytest.raises(ValueError, match="outside"):
        mean_interval(_floats(1, 0, 1.01), codes, True)
    for wrong in (float("nan"), float("inf")):
        with pytest.raises(ValueError, match="finite"):
            mean_interval(_floats(1, 0, wrong), codes, False)


def test_a_higher_level_gives_a_wider_interval() -> None:
    """Each estimator heeds the level it is asked for."""
    for values, bounded in ((_floats(1, 0, 1, 1), True), (_floats(1, 0.4, 1, 0.8), True), (_floats(3, 9, 4, 7), False)):
        low, high = (mean_interval(values, _each_its_own(values), bounded, level) for level in (0.5, 0.95))
        assert low.low is not None
        assert low.high is not None
        assert high.low is not None
        assert high.high is not None
        assert high.low < low.low < low.high < high.high


def test_a_pass_rate_counts_undecided_items_as_not_passed() -> None:
    """7 pass, 1 fails, 2 undecided: .7, up to .9; from Wilson's low of 7/10 (.39678) to the high of 9/10 (.98212)."""
    lows, highs = _floats(1, 1, 1, 1, 1, 1, 1, 0, 0, 0), _floats(1, 1, 1, 1, 1, 1, 1, 0, 1, 1)
    result = mean_with_bounds("pass_rate", lows, highs, _each_its_own(lows), bounded=True)
    assert (result.value, result.value_low, result.value_high) == (0.7, 0.7, 0.9)
    assert (result.interval.low, result.interval.high) == pytest.approx((0.39678, 0.98212), abs=1e-5)
    assert (result.interval.method, result.n, result.clusters) == ("Wilson score, 10 clusters", 10, 10)


def test_a_score_is_the_mean_of_the_decided_items_and_its_bounds_of_all() -> None:
    """1 and .5 decided, (0, 1) and (.25, .75) not: .75, between 1.75/4 = .4375 and 3.25/4 = .8125."""
    lows, highs = _floats(1, 0.5, 0, 0.25), _floats(1, 0.5, 1, 0.75)
    result = mean_with_bounds("score", lows, highs, _each_its_own(lows), bounded=True)
    assert (result.value, result.value_low, result.value_high) == (0.75, 0.4375, 0.8125)
    assert result.interval.low == mean_interval(lows, _each_its_own(lows), True).low
    assert result.interval.high == mean_interval(highs, _each_its_own(lows), True).high


def test_both_ends_come_from_one_estimator() -> None:
    """Wilson serves binary ends only: lows 1 and 0 with a high of .5 get plus-two at both ends."""
    lows, highs = _floats(1, 1, 0), _floats(1, 1, 0.5)
    codes = _each_its_own(lows)
    ends = plus_two_cluster_t(lows, np.ones(3)).low, plus_two_cluster_t(highs, np.ones(3)).high
    assert interval_between(lows, highs, codes, True) == Interval(*ends, "plus-two cluster t, 3 clusters")


def test_a_score_never_leaves_its_own_bounds() -> None:
    """.1 decided and (.8, 1) not: the mean of all is at least (.1 + .8)/2 = .45, and so is the value."""
    result = mean_with_bounds("score", _floats(0.1, 0.8), _floats(0.1, 1), np.arange(2), bounded=True)
    assert (result.value, result.value_low, result.value_high) == (0.45, 0.45, 0.55)


@pytest.mark.parametrize("kind", ["score", "pass_rate"])
def test_where_nothing_is_decided_there_are_bounds_but_no_value(kind: EstimateKind) -> None:
    """Two undecided items: no value, anywhere from 0 to 1, and so is the interval."""
    result = mean_with_bounds(kind, _floats(0, 0), _floats(1, 1), np.arange(2), bounded=True)
    assert astuple(result)[:3] == (None, 0.0, 1.0)
    assert result.interval == Interval(0.0, 1.0, "Wilson score, 2 clusters")


def test_no_item_is_no_number() -> None:
    """Without items there is no value, no bound and no interval."""
    result = mean_with_bounds("pass_rate", _floats(), _floats(), np.zeros(0, dtype=np.int64), bounded=True)
    assert astuple(result) == (None, None, None, (None, None, "none: no items"), 0, 0)


def test_an_unbounded_item_without_a_value_takes_the_interval_away() -> None:
    """Seconds 3 and 5 and one that may be anything above 0: 4 on the decided, at least 8/3, and no interval."""
    result = mean_with_bounds("score", _floats(3, 5, 0), _floats(3, 5, float("inf")), np.arange(3), bounded=False)
    assert (result.value, result.value_low, result.value_high) == (4.0, 8 / 3, None)
    assert result.interval == Interval(None, None, "none: 1 of 3 items may have any value")


def test_a_low_above_its_high_is_refused() -> None:
    """Bounds the wrong way round are a ValueError."""
    with pytest.raises(ValueError, match="above its high"):
        mean_with_bounds("score", _floats(0.6, 1), _floats(0.5, 1), np.arange(2), bounded=True)


def test_one_case_and_wilson_pay_for_no_scipy() -> None:
    """One cluster, and binary items alone, get their word without importing scipy; plus-two needs it."""
    program = """
import sys, numpy as np
from judge_eval.stats.intervals.mean import mean_interval
from judge_eval.stats.intervals.undecided import mean_with_bounds
mean_interval(np.array([1.0, 0.5]), np.array([0, 0]), True)
mean_interval(np.array([1.0, 0.0]), np.array([0, 1]), True)
print("scipy" in sys.modules)
mean_interval(np.array([1.0, 0.5]), np.array([0, 1]), True)
print("scipy" in sys.modules)
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["False", "True"]
