"""Properties of intervals of plain means: order of items, the printed mean inside, undecided items, no variation."""

from __future__ import annotations

from dataclasses import astuple

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from judge_eval.core.estimate import EstimateKind
from judge_eval.stats.intervals.interval import plus_two_cluster_t
from judge_eval.stats.intervals.mean import interval_between, mean_interval
from judge_eval.stats.intervals.undecided import mean_with_bounds

Suite = tuple[list[float], list[int], bool, list[int]]


@st.composite
def _suites(draw: st.DrawFn) -> Suite:
    """Values, their clusters, whether they are shares, and another order of the items."""
    n = draw(st.integers(0, 25))
    bounded = draw(st.booleans())
    share = st.floats(0, 1) | st.sampled_from((0.0, 1.0))
    binary = st.sampled_from((0.0, 1.0))
    value = draw(st.sampled_from((share, binary))) if bounded else st.floats(-1e12, 1e12) | st.just(0.1)
    values = draw(st.lists(value, min_size=n, max_size=n))
    clusters = draw(st.lists(st.integers(0, 8), min_size=n, max_size=n) | st.just(list(range(n))))
    return values, clusters, bounded, draw(st.permutations(range(n)))


@given(_suites(), st.integers(0, 2**63))
def test_order_of_items_and_names_of_clusters_change_no_bit(suite: Suite, mask: int) -> None:
    """Permuted items and renamed clusters give the same interval and the same values, to the last bit."""
    values, clusters, bounded, order = suite
    codes = np.array(clusters, dtype=np.uint64)
    highs = np.clip(np.array(values) + 0.25, None, 1.0) if bounded else np.array(values) + 2.5
    once = mean_with_bounds("score", np.array(values), highs, codes, bounded)
    again = mean_with_bounds("score", np.array(values)[order], highs[order], codes[order] ^ np.uint64(mask), bounded)
    assert repr(astuple(once)) == repr(astuple(again))
    exact = mean_interval(np.array(values), codes, bounded)
    assert repr(exact) == repr(mean_interval(np.array(values)[order], codes[order] ^ np.uint64(mask), bounded))


@given(_suites(), st.floats(0, 1), st.sampled_from(("score", "pass_rate")), st.sampled_from((0.3, 0.8, 0.95)))
def test_an_interval_holds_the_value_and_its_bounds(
    suite: Suite, doubt: float, kind: EstimateKind, level: float
) -> None:
    """Whatever the values and clusters, the printed mean lies inside its interval; that of shares inside [0, 1]."""
    values, clusters, bounded, order = suite
    lows, codes = np.array(values, dtype=np.float64), np.array(clusters, dtype=np.int64)
    highs = np.where(np.array(order) < 5 * doubt, 1.0 if bounded else lows + doubt, lows)
    result = mean_with_bounds(kind, lows, highs, codes, bounded, level)
    interval = result.interval
    if interval.low is None or interval.high is None:
        assert result.clusters < 2 or not bounded
        return
    assert interval.low < interval.high
    assert not bounded or 0 <= interval.low < interval.high <= 1
    for value in (result.value, result.value_low, result.value_high):
        assert value is None or interval.low <= value <= interval.high


@given(
    st.lists(st.tuples(st.floats(0, 1) | st.sampled_from((0.0, 1.0)), st.integers(1, 500)), min_size=2, max_size=30),
    st.floats(0.683, 0.999),
)
def test_plus_two_itself_holds_the_mean_over_items(groups: list[tuple[float, int]], level: float) -> None:
    """From level .683 up no clip is needed, whatever the sizes and means of the clusters."""
    counts = np.array([size for _, size in groups], dtype=np.float64)
    sums = counts * np.array([mean for mean, _ in groups])
    limits = plus_two_cluster_t(sums, counts, level)
    assert limits.low <= min(sums.sum() / counts.sum(), 1.0) <= limits.high


def test_under_that_level_the_mean_is_taken_in() -> None:
    """Twenty values of 1, ten clusters, level .3: 11/12 + t(9)/12 = .95 would end under them, so it ends at 1."""
    values = np.ones(20)
    codes = np.arange(20) // 2
    assert plus_two_cluster_t(np.full(10, 2.0), np.full(10, 2.0), 0.3).high < 1
    assert mean_interval(values, codes, bounded=True, level=0.3).high == 1.0


@given(st.floats(0.01, 1e6), st.lists(st.integers(0, 3), min_size=2, max_size=30))
def test_equal_unbounded_values_have_no_interval_whatever_their_clusters(value: float, clusters: list[int]) -> None:
    """Rounding makes no variation of none: equal values of clusters of any size get the word, never a width."""
    interval = mean_interval(np.full(len(clusters), value), np.array(clusters), bounded=False)
    assert interval.method.startswith("none: ")


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=2, max_size=30))
def test_wilson_with_undecided_items_holds_wilson_of_any_decision(items: list[tuple[bool, bool]]) -> None:
    """However the undecided items (second of each pair) turn out, the interval takes in what they would give."""
    truth = np.array([good for good, _ in items], dtype=np.float64)
    undecided = np.array([open_ for _, open_ in items])
    codes = np.arange(len(truth))
    outer = interval_between(np.where(undecided, 0.0, truth), np.where(undecided, 1.0, truth), codes, bounded=True)
    inner = mean_interval(truth, codes, bounded=True)
    assert outer.low is not None
    assert outer.high is not None
    assert inner.low is not None
    assert inner.high is not None
    assert outer.low <= inner.low
    assert inner.high <= outer.high
