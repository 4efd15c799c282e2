"""Intervals of plain means, against known truth: how often they hold it, and what holds where they do less."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from math import comb, exp, lgamma, sqrt

import numpy as np
import pytest

from judge_eval.stats.arrays import Codes, Floats
from judge_eval.stats.intervals.mean import Interval, mean_interval
from judge_eval.stats.intervals.undecided import mean_with_bounds

PROMISED = 0.94
REPETITIONS = 1200
TWO_ERRORS = 2 * sqrt(PROMISED * (1 - PROMISED) / REPETITIONS)
"""Two standard errors of a coverage of what is promised, .0137."""
MEANS = (0.5, 0.7, 0.8, 0.9, 0.95, 0.99)
CLUSTERS = (5, 12, 30, 100)
GRID = tuple(product(MEANS, CLUSTERS))

WILSON_DIPS = {
    (0.5, 5): 0.937,
    (0.9, 5): 0.918,
    (0.99, 12): 0.886,
    (0.7, 30): 0.929,
    (0.95, 30): 0.939,
    (0.7, 100): 0.937,
    (0.9, 100): 0.936,
    (0.99, 100): 0.920,
}
"""The cells of the grid where Wilson's interval holds a rate less often than promised, and how often at least.

A count has few values, so that no interval that is not too wide on the whole can be right at every rate.
"""

LONG_DIPS = {
    5: {},
    12: {},
    30: {0.5: 0.934, 0.7: 0.926},
    100: {0.7: 0.932, 0.8: 0.929},
}
"""By clusters and mean, the cells where plus-two holds less than promised when one conversation has twenty turns at
rho .9 and all others have one, and how often it does hold."""

Draw = Callable[[np.random.Generator, int], tuple[Floats, Codes]]
"""The values and clusters of one suite of so many clusters."""


def _held(intervals: Iterable[Interval], truth: float) -> float:
    """The share of the intervals that hold the truth; every one of them must have a width."""
    held: list[bool] = []
    for interval in intervals:
        assert interval.low is not None
        assert interval.high is not None
        assert interval.low < interval.high
        held.append(interval.low <= truth <= interval.high)
    return float(np.mean(held))


def _coverage(draw: Draw, clusters: int, truth: float, bounded: bool = True) -> float:
    """The share of simulated suites whose interval holds the truth."""
    source = np.random.default_rng([clusters, round(1000 * abs(truth))])
    suites = (draw(source, clusters) for _ in range(REPETITIONS))
    return _held((mean_interval(values, codes, bounded) for values, codes in suites), truth)


def _wilson_coverage(rate: float, items: int) -> float:
    """The probability that the interval of `items` passes and fails holds the rate: a sum over all counts."""
    codes = np.arange(items)
    covered = 0.0
    for passed in range(items + 1):
        interval = mean_interval((codes < passed).astype(np.float64), codes, bounded=True)
        assert interval.method == f"Wilson score, {items} clusters"
        covered += _binomial(passed, items, rate) * _held([interval], rate)
    return covered


@pytest.mark.parametrize(("rate", "items"), GRID)
def test_wilson_holds_a_rate_as_often_as_promised_but_for_eight_named_cells(rate: float, items: int) -> None:
    """Wilson's exact coverage is .94 or more on the grid, or in a named cell what is written there."""
    dip = WILSON_DIPS.get((rate, items))
    coverage = _wilson_coverage(rate, items)
    assert coverage >= PROMISED if dip is None else dip <= coverage < PROMISED


@pytest.mark.parametrize("items", (5, 12, 30))
def test_wilson_holds_rates_as_often_as_promised_on_average(items: int) -> None:
    """Over rates spread evenly between .5 and 1 Wilson's exact coverage is .95 or more."""
    assert np.mean([_wilson_coverage(rate, items) for rate in np.arange(0.5025, 1, 0.005)]) >= 0.95


def _conversations(mean: float, correlation: float, sizes: tuple[int, int], first: int | None = None) -> Draw:
    """Passes and fails of clusters of `sizes` (least, most) items, the first of `first`, beta-binomial each."""
    spread = (1 - correlation) / correlation

    def draw(source: np.random.Generator, clusters: int) -> tuple[Floats, Codes]:
        counts = source.integers(sizes[0], sizes[1], size=clusters, endpoint=True)
        counts[0] = first or counts[0]
        rates = np.repeat(source.beta(mean * spread, (1 - mean) * spread, size=clusters), counts)
        return (source.random(len(rates)) < rates).astype(np.float64), np.repeat(np.arange(clusters), counts)

    return draw


def _fractions(mean: float, spread: float) -> Draw:
    """Values between 0 and 1, each its own cluster; the smaller `spread`, the nearer they crowd at 0 and 1."""

    def draw(source: np.random.Generator, clusters: int) -> tuple[Floats, Codes]:
        return source.beta(mean * spread, (1 - mean) * spread, size=clusters), np.arange(clusters)

    return draw


@pytest.mark.parametrize(("mean", "clusters"), GRID)
def test_plus_two_holds_the_mean_of_correlated_passes(mean: float, clusters: int) -> None:
    """Conversations of four turns that pass or fail together at rho .5: coverage .94 or more, never no width."""
    assert _coverage(_conversations(mean, 0.5, (4, 4)), clusters, mean) >= PROMISED


@pytest.mark.parametrize(("mean", "clusters"), GRID)
def test_plus_two_holds_the_mean_of_conversations_of_any_length(mean: float, clusters: int) -> None:
    """Conversations of one to eight turns whose length says nothing of their quality: coverage .94 or more."""
    assert _coverage(_conversations(mean, 0.5, (1, 8)), clusters, mean) >= PROMISED


@pytest.mark.parametrize(("mean", "clusters"), GRID)
@pytest.mark.parametrize("spread", (0.5, 5.0))
def test_plus_two_holds_the_mean_of_fractions(mean: float, clusters: int, spread: float) -> None:
    """Scores between 0 and 1, crowded at the ends or not: coverage .94 or more, never no width."""
    assert _coverage(_fractions(mean, spread), clusters, mean) >= PROMISED


@pytest.mark.parametrize("clusters", CLUSTERS)
def test_plus_two_holds_the_mean_beside_one_long_conversation_but_for_four_named_cells(clusters: int) -> None:
    """Twenty turns at rho .9 among single turns: exact coverage .94 or more, or in a named cell what stands there."""
    codes = np.concatenate((np.zeros(20, dtype=np.int64), np.arange(1, clusters)))
    outcomes = [(long, single) for long in range(21) for single in range(clusters)]
    intervals: list[Interval] = []
    for long, single in outcomes:
        values = np.concatenate((np.arange(20) < long, np.arange(clusters - 1) < single)).astype(np.float64)
        intervals.append(mean_interval(values, codes, bounded=True))
    dips: dict[float, float] = {}
    for mean in MEANS:
        chances = [
            _beta_binomial(long, 20, mean, 0.9) * _binomial(single, clusters - 1, mean) for long, single in outcomes
        ]
        coverage = sum(chance * _held([held], mean) for chance, held in zip(chances, intervals, strict=True))
        if coverage < PROMISED:
            dips[mean] = coverage
    assert dips == pytest.approx(LONG_DIPS[clusters], abs=5e-4)


def _binomial(passed: int, items: int, rate: float) -> float:
    """The probability of so many passes among `items`."""
    return comb(items, passed) * rate**passed * (1 - rate) ** (items - passed)


def _beta_binomial(passed: int, items: int, mean: float, correlation: float) -> float:
    """The probability of so many passes among the correlated items of one conversation."""
    spread = (1 - correlation) / correlation
    passes, fails = mean * spread, (1 - mean) * spread
    log_ratio = _log_beta(passed + passes, items - passed + fails) - _log_beta(passes, fails)
    return comb(items, passed) * exp(log_ratio)


def _log_beta(first: float, second: float) -> float:
    """The logarithm of the beta function."""
    return lgamma(first) + lgamma(second) - lgamma(first + second)


@pytest.mark.parametrize(("mean", "clusters"), GRID)
def test_plus_two_holds_the_mean_beside_a_conversation_five_times_as_long(mean: float, clusters: int) -> None:
    """Twenty turns at rho .9 among conversations of four: coverage .94 or more, less two standard errors."""
    assert _coverage(_conversations(mean, 0.9, (4, 4), first=20), clusters, mean) >= PROMISED - TWO_ERRORS


def _length_tells(short: float, long: float) -> Draw:
    """Half the conversations have one turn, which passes at `short`, half eight turns, which pass at `long` each."""

    def draw(source: np.random.Generator, clusters: int) -> tuple[Floats, Codes]:
        is_long = source.random(clusters) < 0.5
        counts = np.where(is_long, 8, 1)
        rates = np.repeat(np.where(is_long, long, short), counts)
        return (source.random(len(rates)) < rates).astype(np.float64), np.repeat(np.arange(clusters), counts)

    return draw


@pytest.mark.parametrize("clusters", CLUSTERS)
@pytest.mark.parametrize(("short", "long"), ((0.9, 0.6), (0.6, 0.9), (0.99, 0.7)))
def test_plus_two_is_about_items_where_their_length_tells(short: float, long: float, clusters: int) -> None:
    """Where long conversations pass less, or more, plus-two holds the mean over turns, (short + 8 long)/9."""
    assert _coverage(_length_tells(short, long), clusters, (short + 8 * long) / 9) >= PROMISED


@pytest.mark.parametrize("clusters", (12, 30, 100))
def test_cluster_t_is_about_items_where_cluster_size_tells(clusters: int) -> None:
    """On the same data cluster t holds the mean over items, (.9 + 8 * .6)/9 = .6333."""
    assert _coverage(_length_tells(0.9, 0.6), clusters, 5.7 / 9, bounded=False) >= PROMISED - TWO_ERRORS


def _one_long(others: int) -> Draw:
    """Normal values at rho .9 of one conversation of twenty turns, and of others of so many turns each."""

    def draw(source: np.random.Generator, clusters: int) -> tuple[Floats, Codes]:
        codes = np.repeat(np.arange(clusters), np.where(np.arange(clusters) == 0, 20, others))
        shared, own = source.normal(size=clusters)[codes], source.normal(size=len(codes))
        return sqrt(0.9) * shared + sqrt(0.1) * own, codes

    return draw


@pytest.mark.parametrize("clusters", CLUSTERS)
@pytest.mark.parametrize("others", (1, 4))
def test_cluster_t_holds_the_mean_beside_one_long_conversation(others: int, clusters: int) -> None:
    """One conversation of twenty turns among others of one, or of four: coverage .94 or more, less two errors."""
    assert _coverage(_one_long(others), clusters, 0.0, bounded=False) >= PROMISED - TWO_ERRORS


@pytest.mark.parametrize("clusters", CLUSTERS)
def test_cluster_t_holds_the_mean_of_normal_values(clusters: int) -> None:
    """Unbounded values without skew: coverage .94 or more."""
    assert _coverage(lambda source, g: (source.normal(size=g), np.arange(g)), clusters, 0.0, bounded=False) >= PROMISED


@pytest.mark.parametrize(("clusters", "least"), ((5, 0.85), (12, 0.88), (30, 0.91), (100, 0.92)))
def test_cluster_t_holds_the_mean_of_skewed_values_less_often(clusters: int, least: float) -> None:
    """Exponential seconds, as skewed as real ones: .88 at 5 clusters, .94 at 100, under the promise till then."""
    assert least <= _coverage(
        lambda source, g: (source.exponential(size=g), np.arange(g)), clusters, 1.0, bounded=False
    )


@pytest.mark.parametrize(("mean", "clusters"), tuple(product((0.5, 0.8, 0.95), (5, 12, 30, 100))))
@pytest.mark.parametrize(("of_passes", "of_fails"), ((0.2, 0.0), (0.0, 0.2), (0.1, 0.1)))
def test_undecided_items_widen_an_interval_enough(
    mean: float, clusters: int, of_passes: float, of_fails: float
) -> None:
    """Whichever items of a conversation stay undecided, the mean that full decisions would show is held."""
    source = np.random.default_rng([clusters, round(1000 * mean)])
    draw = _conversations(mean, 0.5, (4, 4))
    intervals: list[Interval] = []
    for _ in range(REPETITIONS):
        values, codes = draw(source, clusters)
        undecided = source.random(len(values)) < np.where(values == 1, of_passes, of_fails)
        lows, highs = np.where(undecided, 0.0, values), np.where(undecided, 1.0, values)
        intervals.append(mean_with_bounds("pass_rate", lows, highs, codes, bounded=True).interval)
    assert _held(intervals, mean) >= PROMISED


@pytest.mark.parametrize("items", (12, 20, 30, 50, 100))
@pytest.mark.parametrize("value", (0.0, 0.5, 1.0))
def test_equal_values_still_have_an_error(items: int, value: float) -> None:
    """Where all shares are equal, alone or in pairs, the interval holds them and has a width."""
    for codes in (np.arange(items), np.arange(items) // 2):
        assert _held([mean_interval(np.full(items, value), codes, bounded=True)], value) == 1.0
