"""Two runs compared: the tests by hand and against statsmodels, the decision, and what a comparison can see.

How often an unchanged agent fails stands with the certificates, in test_certificates.py.
"""

from __future__ import annotations

from importlib import import_module
from itertools import product
from math import sqrt
from typing import Any

import numpy as np
import pytest

from judge_eval.stats.arrays import Codes, Floats
from judge_eval.stats.change.holm import holm
from judge_eval.stats.change.paired import (
    PairedChange,
    bonett_price_low,
    decide_change,
    exact_p,
    measure_change,
)
from judge_eval.stats.change.sign_flip import sign_flip_p
from judge_eval.stats.change.visible_drop import visible_drop
from judge_eval.stats.intervals.differences import difference_interval

contingency: Any = import_module("statsmodels.stats.contingency_tables")
multitest: Any = import_module("statsmodels.stats.multitest")

MARGIN = 0.03


def _change(baseline: Floats, candidate: Floats, clusters: Codes) -> PairedChange:
    return measure_change(baseline, candidate, clusters, np.random.default_rng(0))


def _pairs(broken: int, fixed: int, n: int) -> tuple[Floats, Floats]:
    """Baseline and candidate of n items of which so many broke and were fixed."""
    baseline = np.ones(n)
    baseline[:fixed] = 0
    candidate = np.ones(n)
    candidate[fixed : fixed + broken] = 0
    return baseline, candidate


@pytest.mark.parametrize(("broken", "fixed"), tuple(product((1, 4, 9, 20), (0, 2, 9))))
def test_the_exact_test_is_half_of_mcnemars(broken: int, fixed: int) -> None:
    """Where more broke than were fixed, the one-sided p is half statsmodels' two-sided McNemar p."""
    if broken > fixed:
        table = [[50, broken], [fixed, 50]]
        assert exact_p(broken, fixed) == pytest.approx(contingency.mcnemar(table, exact=True).pvalue / 2)
    assert exact_p(0, 0) == 1.0
    assert exact_p(0, fixed) == 1.0


def test_the_exact_test_by_hand() -> None:
    """5 broken and none fixed: 1/32; 7 and 1: (8 + 1)/256."""
    assert exact_p(5, 0) == pytest.approx(1 / 32)
    assert exact_p(7, 1) == pytest.approx(9 / 256)


def test_clusters_are_flipped_whole() -> None:
    """Four conversations of three turns, all broken: p is 1/16, not the 1/4096 of twelve items."""
    baseline, candidate = _pairs(12, 0, 12)
    assert _change(baseline, candidate, np.arange(12) // 3).p == 1 / 16
    assert _change(baseline, candidate, np.arange(12)).p == pytest.approx(1 / 4096)


def test_sign_flips_of_single_items_are_the_exact_test() -> None:
    """Sums of -1 and +1 give the exact test's p; drawn ones come near it."""
    assert sign_flip_p(np.repeat((-1.0, 0.0, 1.0), (9, 40, 3)), np.random.default_rng(1)) == pytest.approx(
        exact_p(9, 3)
    )
    assert sign_flip_p(np.repeat((-1.0, 1.0), (22, 11)), np.random.default_rng(1)) == pytest.approx(
        exact_p(22, 11), abs=0.01
    )


def test_undecided_items_count_half() -> None:
    """Four items from 1 to ½: sign flips, 1/16, a drop of 2 in 40."""
    candidate = np.ones(40)
    candidate[:4] = 0.5
    change = _change(np.ones(40), candidate, np.arange(40))
    assert (change.p, change.change, change.broken, change.fixed) == (1 / 16, -0.05, 4, 0)
    assert change.method.startswith("sign flips")


def test_28_of_30_then_21_with_two_fixed_fails() -> None:
    """9 broken and 2 fixed of 30: p = (1 + 11 + 55)/2048 = .0327, a drop of 7 in 30: fail."""
    change = _change(*_pairs(9, 2, 30), np.arange(30))
    assert change.p == pytest.approx(67 / 2048)
    assert change.change == pytest.approx(-7 / 30)
    assert decide_change(change, MARGIN) == "fail"


def test_nothing_passes_under_76_items_at_the_default_margin() -> None:
    """Two identical runs: 1.645·sqrt(2/78)/sqrt(78) = .0298 at N 76, .0302 at N 75."""
    assert bonett_price_low(0, 0, 76) == pytest.approx(-0.0298, abs=5e-5)
    assert bonett_price_low(4, 0, 4) == -1.0  # the formula alone gives -1.167
    for n, decision in ((75, "undecided"), (76, "pass")):
        assert decide_change(_change(*_pairs(0, 0, n), np.arange(n)), MARGIN) == decision


def test_a_drop_within_the_margin_or_within_chance_does_not_fail() -> None:
    """20 of 1,000 broken is under the margin, 3 of 50 within chance; so is 5 of 100 where four metrics gate."""
    assert decide_change(_change(*_pairs(20, 0, 1000), np.arange(1000)), MARGIN) == "pass"
    assert decide_change(_change(*_pairs(3, 0, 50), np.arange(50)), MARGIN) == "undecided"
    change = _change(*_pairs(5, 0, 100), np.arange(100))
    assert decide_change(change, MARGIN) == "fail"
    assert decide_change(change, MARGIN, p=holm({"a": change.p, "b": 0.01, "c": 0.9, "d": 0.8})["a"]) == "undecided"


def test_a_drop_of_exactly_the_margin_fails() -> None:
    """6 of 200 is 3 points: rounding does not decide."""
    assert decide_change(_change(*_pairs(6, 0, 200), np.arange(200)), MARGIN) == "fail"


def test_one_cluster_decides_nothing() -> None:
    """A single conversation has no lower limit, and one sign to flip."""
    change = _change(*_pairs(4, 0, 12), np.zeros(12, np.int64))
    assert (change.low, change.p, decide_change(change, MARGIN)) == (None, 0.5, "undecided")
    with pytest.raises(ValueError, match="needs items"):
        _change(np.zeros(0), np.zeros(0), np.zeros(0, np.int64))


def test_the_order_of_items_decides_nothing() -> None:
    """Shuffled items with renumbered clusters give an equal change, also where signs are drawn."""
    source = np.random.default_rng(3)
    baseline, candidate = (source.integers(0, 3, size=90) / 2 for _ in range(2))
    codes, order = np.arange(90) // 3, source.permutation(90)
    assert _change(baseline, candidate, codes) == _change(baseline[order], candidate[order], 700 - codes[order])


@pytest.mark.parametrize(("n", "points"), ((30, 24.5), (50, 15.0), (100, 7.6), (200, 4.1)))
def test_the_smallest_visible_drop_without_churn(n: int, points: float) -> None:
    """24.5, 15, 7.6 and 4.1 points at 30, 50, 100 and 200 items."""
    drop = visible_drop(0, 0, n, MARGIN)
    assert drop is not None
    assert 100 * drop == pytest.approx(points, abs=1e-9)


@pytest.mark.parametrize(("broken", "fixed", "n"), ((0, 0, 40), (4, 3, 80), (12, 12, 150)))
def test_the_visible_drop_is_seen_in_80_of_100_runs(broken: int, fixed: int, n: int) -> None:
    """Simulated runs with that churn and that drop fail the gate in 80 % of draws, less two standard errors."""
    drop = visible_drop(broken, fixed, n, MARGIN)
    assert drop is not None
    churn = (2 * min(broken, fixed) + 1) / (n + 1)
    source = np.random.default_rng(n)
    failed = 0
    for b, c, _ in source.multinomial(n, (churn / 2 + drop, churn / 2, 1 - churn - drop), size=2000):
        change = PairedChange((c - b) / n, n, n, b, c, exact_p(int(b), int(c)), None, "")
        failed += decide_change(change, MARGIN) == "fail"
    assert failed / 2000 == pytest.approx(0.8, abs=2 * sqrt(0.16 / 2000) + 0.01)


def test_no_drop_is_visible_among_too_few() -> None:
    """Four items cannot fail an exact test at 5 %, nor can a suite in which everything changes by chance."""
    assert visible_drop(0, 0, 4, MARGIN) is None
    assert visible_drop(20, 20, 40, MARGIN) is None


@pytest.mark.parametrize("seed", range(5))
def test_holm_is_the_one_of_statsmodels(seed: int) -> None:
    """The adjusted p values are statsmodels', in the order in which the names were given."""
    values = np.random.default_rng(seed).random(6) ** 3
    ours = holm({f"metric {i}": float(value) for i, value in enumerate(values)})
    assert list(ours.values()) == pytest.approx(multitest.multipletests(values, method="holm")[1])


@pytest.mark.parametrize(("n", "size"), tuple(product((60, 200), (1, 4))))
def test_the_lower_limit_is_under_the_change_as_often_as_promised(n: int, size: int) -> None:
    """A candidate 10 points worse: the one-sided limit lies under the true change in .95 of draws less two errors."""
    source = np.random.default_rng([n, size, 1])
    codes = np.arange(n) // size
    held = 0
    for _ in range(800):
        rates = np.clip(source.beta(2.0, 0.5, size=n)[codes], 0.1, 1.0)
        baseline, candidate = ((source.random(n) < rates - drop).astype(np.float64) for drop in (0.0, 0.1))
        low = _change(baseline, candidate, codes).low
        assert low is not None
        held += low <= -0.1
    assert held / 800 >= 0.95 - 2 * sqrt(0.05 * 0.95 / 800)


def test_a_difference_that_is_always_the_same_has_an_error() -> None:
    """Thirty equal pairs leave an interval around 0, thirty opposite ones an interval that ends at 1."""
    even = difference_interval(np.zeros(30), np.arange(30))
    opposite = difference_interval(np.ones(30), np.arange(30))
    assert even.low is not None
    assert even.high is not None
    assert even.low < 0 < even.high
    assert opposite.high == 1.0
    assert opposite.low is not None
    assert opposite.low < 0.8
    assert difference_interval(np.zeros(3), np.zeros(3, np.int64)).low is None
