"""Double sampling: its point, its interval, and what it says of the judge."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge_eval.stats.correction.double_sampling import double_sampling, judge_rates, posterior
from judge_eval.stats.correction.rate import Rate, Refusal
from judge_eval.stats.correction.strata import Strata, decision_strata
from tests.made_items import decided


def _strata() -> Strata:
    """80 items pass, 40 of them labelled and 36 good; 20 fail, 10 of them labelled and 3 good."""
    return decision_strata(decided(passing=(80, 40, 36), failing=(20, 10, 3)))


def test_the_point_is_the_strata_put_together() -> None:
    """.8·(36+½)/(40+1) + .2·(3+½)/(10+1) = .712195 + .063636 = .775832, inside its interval."""
    rate = double_sampling(_strata())
    assert rate.point == pytest.approx(0.775832, abs=1e-6)
    assert 0 < rate.low < rate.point < rate.high < 1
    assert rate.method == "double sampling, 50 labels in 2 strata"


def test_pseudo_labels_are_the_strata_s_own() -> None:
    """With a quarter of each kind: .8·36.25/40.5 + .2·3.25/10.5 = .716049 + .061905 = .777954."""
    assert double_sampling(replace(_strata(), pseudo_labels=0.25)).point == pytest.approx(0.777954, abs=1e-6)


def test_equal_counts_give_an_equal_interval() -> None:
    """The seed is made of the counts: the order of items changes nothing, a label more changes the draws."""
    items = decided(passing=(80, 40, 36), failing=(20, 10, 3))
    order = np.random.default_rng(1).permutation(items.count)
    shuffled = replace(items, decisions=items.decisions[order], labels=items.labels[order])
    assert double_sampling(decision_strata(shuffled)) == double_sampling(_strata())
    more = decision_strata(decided(passing=(80, 40, 35), failing=(20, 10, 3)))
    assert not np.array_equal(posterior(more).good, posterior(_strata()).good)


def test_a_design_effect_widens_and_leaves_the_point() -> None:
    """Counts over 4 are half as sure, the point stays, and the method says so."""
    plain, wide = double_sampling(_strata()), double_sampling(_strata(), effect=4.0)
    assert wide.point == plain.point
    assert wide.width == pytest.approx(2 * plain.width, rel=0.15)
    assert wide.method == "double sampling, 50 labels in 2 strata, design effect 4.0"


def test_shares_of_the_posterior_add_up() -> None:
    """Each draw's strata are the whole population, of which the mean is near what was judged."""
    drawn = posterior(_strata(), draws=4000)
    assert drawn.shares.sum(axis=1) == pytest.approx(1.0)
    assert drawn.shares.mean(axis=0) == pytest.approx((20.5 / 101, 80.5 / 101), abs=0.005)
    assert drawn.good.mean(axis=0) == pytest.approx((3.5 / 11, 36.5 / 41), abs=0.01)


@given(st.integers(5, 60), st.integers(0, 60), st.integers(0, 60), st.integers(0, 60), st.floats(1, 30))
def test_the_interval_holds_the_point_and_has_a_width(
    labelled: int, good: int, failing: int, failing_good: int, effect: float
) -> None:
    """Whatever the counts and the effect: 0 <= low <= point <= high <= 1, and never no width."""
    items = decided(
        passing=(labelled + 3, labelled, min(good, labelled)), failing=(failing, failing, min(failing_good, failing))
    )
    rate = double_sampling(decision_strata(items), effect, draws=200)
    assert 0 <= rate.low <= rate.point <= rate.high <= 1
    assert rate.width > 0


def test_the_judge_s_rates_come_by_way_of_strata() -> None:
    """Sensitivity .8·.9/(.8·.9 + .2·.3) = .923, though 36 of 39 good labels pass; specificity .2·.7/(.2·.7 + .8·.1).

    With 11 bad labels both can be told; the raw specificity would be 7/11 = .636, and is the same here since 50 of 100
    items of each kind are labelled alike.
    """
    rates = judge_rates(_strata())
    assert isinstance(rates.sensitivity, Rate)
    assert isinstance(rates.specificity, Rate)
    assert rates.sensitivity.point == pytest.approx(0.72 / 0.78)
    assert rates.specificity.point == pytest.approx(0.14 / 0.22)
    assert rates.specificity.low < 0.636 < rates.specificity.high
    assert rates.sensitivity.method == "from the draws, 39 good labels"


def test_unequal_draws_are_put_right() -> None:
    """Labels of 20 of 80 that pass and 20 of 20 that fail: sensitivity is .8·.9/(.8·.9+.2·.5), not 18/28."""
    rates = judge_rates(decision_strata(decided(passing=(80, 20, 18), failing=(20, 20, 10))))
    assert isinstance(rates.sensitivity, Rate)
    assert rates.sensitivity.point == pytest.approx(0.72 / 0.82)


def test_a_judge_s_rates_are_refused_on_few_labels() -> None:
    """Under ten bad labels specificity is not told, and neither is anything where one stratum is left."""
    few_bad = judge_rates(decision_strata(decided(passing=(80, 40, 38), failing=(20, 10, 3))))
    assert isinstance(few_bad.sensitivity, Rate)
    assert few_bad.specificity == Refusal("not estimable: 9 bad labels, 10 are needed")
    one_left = judge_rates(decision_strata(decided(passing=(80, 4, 4), failing=(20, 20, 3))))
    assert one_left.sensitivity == one_left.specificity
    assert one_left.sensitivity == Refusal(
        "not estimable: the judge passes too few of the labelled items, or passes all"
    )


def test_a_judge_that_passes_all_has_no_rates_by_strata() -> None:
    """Where nothing fails there is no stratum to tell specificity by, and 0 without an error would claim too much."""
    all_pass = judge_rates(decision_strata(decided(passing=(80, 40, 20))))
    assert all_pass.specificity == Refusal(
        "not estimable: the judge passes too few of the labelled items, or passes all"
    )
