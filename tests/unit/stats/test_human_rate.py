"""What people alone say of the rate."""

from __future__ import annotations

import pytest

from judge_eval.stats.correction.human_rate import human_rate
from judge_eval.stats.intervals.interval import wilson
from tests.made_items import decided


def test_labels_alone_are_a_share_with_wilsons_interval() -> None:
    """Of 50 labels 40 are good: .8 with Wilson's limits for 40 of 50, whatever the judge says."""
    rate = human_rate(decided(passing=(100, 30, 30), failing=(50, 20, 10)))
    limits = wilson(40, 50)
    assert (rate.point, rate.low, rate.high) == (0.8, limits.low, limits.high)
    assert rate.method == "people alone: Wilson score, 50 labels"


def test_labels_of_one_cluster_count_less() -> None:
    """Pairs that are labelled alike are worth half as many: 20 good and 20 bad in pairs, nearly 10 of 20.

    e_g is ±1/40 in 20 clusters: V = 20/19·20/1600, of items .25/40, D = 2·20/19 = 2.105.
    """
    rate = human_rate(decided(passing=(20, 20, 20), failing=(20, 20, 0), size=2))
    effect = 40 / 19
    limits = wilson(20 / effect, 40 / effect)
    assert (rate.low, rate.high) == pytest.approx((limits.low, limits.high))
    assert rate.method == "people alone: Wilson score, 40 labels, design effect 2.1"


def test_a_rate_without_labels_is_an_error() -> None:
    """Where nobody was asked there is no rate to compute."""
    with pytest.raises(ValueError, match="at least one label"):
        human_rate(decided(passing=(1, 0, 0)))
