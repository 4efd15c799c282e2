"""The rate over all items, where rules decided some."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from judge_eval.stats.correction.rate import Rate
from judge_eval.stats.correction.rule_share import RuledItems, with_rule_share

JUDGED = Rate(0.6, 0.5, 0.68, "double sampling, 30 labels in 2 strata")


def test_items_that_rules_decide_enter_with_their_own_value() -> None:
    """40 of 100 items ruled, 30 of them passed: .4·.75 + .6·.6 = .66; both counts are in the method.

    The shares' own error: values .6 (60 items), 1 (30) and 0 (10) have the variance .0804, over 100 items; half-widths
    are the roots of (.6·.1)² + 1.96²·.000804 and (.6·.08)² + the same.
    """
    ruled = RuledItems(np.array([1.0] * 30 + [0.0] * 10), np.arange(60, 100))
    rate = with_rule_share(JUDGED, np.arange(60), ruled)
    error = 1.959964**2 * (0.6 * 0.36 + 0.3 - 0.66**2) / 100
    assert rate.point == pytest.approx(0.66)
    assert rate.low == pytest.approx(0.66 - sqrt(0.06**2 + error))
    assert rate.high == pytest.approx(0.66 + sqrt(0.048**2 + error))
    assert rate.method == "double sampling, 30 labels in 2 strata; 40 of 100 decided by rule"


def test_without_ruled_items_the_rate_stays() -> None:
    """Nothing is added where the judge decided all."""
    assert with_rule_share(JUDGED, np.arange(60), RuledItems(np.zeros(0), np.arange(0))) == JUDGED


def test_clusters_make_the_shares_less_sure() -> None:
    """Ruled items that stand together in few conversations tell less of the share they will have."""
    passed = np.zeros(40)
    apart = with_rule_share(JUDGED, np.arange(60), RuledItems(passed, np.arange(60, 100)))
    together = with_rule_share(JUDGED, np.arange(60), RuledItems(passed, np.repeat(np.arange(60, 64), 10)))
    assert together.point == apart.point
    assert together.width > 1.3 * apart.width


def test_the_ends_stay_within_0_and_1() -> None:
    """However sure the rules are, no share is over 1 or under 0."""
    near_one = with_rule_share(Rate(0.99, 0.9, 1.0, "made"), np.arange(20), RuledItems(np.ones(5), np.arange(20, 25)))
    assert near_one.high == 1.0
    near_zero = with_rule_share(Rate(0.01, 0.0, 0.1, "made"), np.arange(20), RuledItems(np.zeros(5), np.arange(20, 25)))
    assert near_zero.low == 0.0
