"""The rate behind a judge's pass rate, by sensitivity and specificity measured elsewhere."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge_eval.core.calibration import Confusion, Spread
from judge_eval.stats.correction.rate import Rate, Refusal
from judge_eval.stats.correction.rogan_gladen import chance_of_j_up_to, rogan_gladen

MEASURED = Confusion(pass_good=90, fail_good=10, pass_bad=20, fail_bad=80)
"""Sensitivity .9, specificity .8."""


def test_the_point_undoes_the_judge() -> None:
    """A run at .8 passes .8·.9 + .2·.2 = .76; (.76 + .8 - 1)/(.9 + .8 - 1) = .8 comes back."""
    rate = rogan_gladen(760, 1000, MEASURED)
    assert isinstance(rate, Rate)
    assert rate.point == pytest.approx(0.8)
    assert rate.method == "Rogan–Gladen, 100 good and 100 bad labels"


def test_the_interval_is_lang_and_reiczigel_s() -> None:
    """By hand, z = 1.96: p~ = 761.9208/1003.8416, q1 = 91/102, q0 = 81/102, J~ = 70/102 = .686275.

    t = (.759005 + .794118 - 1)/.686275 = .805976; d = 7.683200·[t·.096213/102 - (1-t)·.163495/102] = .003451;
    SE = sqrt(.182916/1003.8416 + (1-t)²·.163495/102 + t²·.096213/102)/.686275 = .042797;
    t + d ± 1.96·SE = .809427 ± .083883.
    """
    rate = rogan_gladen(760, 1000, MEASURED)
    assert isinstance(rate, Rate)
    t = (761.9208 / 1003.8416 + 81 / 102 - 1) / (70 / 102)
    error = sqrt(0.182916 / 1003.8416 + (1 - t) ** 2 * 0.163495 / 102 + t**2 * 0.096213 / 102) / 0.686275
    assert (rate.low, rate.high) == pytest.approx((0.809427 - 1.96 * error, 0.809427 + 1.96 * error), abs=2e-4)
    assert (rate.low, rate.high) == pytest.approx((0.7255, 0.8933), abs=5e-4)


@pytest.mark.parametrize(("passed", "point"), ((0, 0.0), (1000, 1.0)))
def test_a_point_is_held_within_0_and_1(passed: int, point: float) -> None:
    """A judge that passes less than its false passes, or more than it can, gives an end, which the interval holds."""
    rate = rogan_gladen(passed, 1000, MEASURED)
    assert isinstance(rate, Rate)
    assert rate.point == point
    assert rate.low <= point <= rate.high


def test_undecided_items_are_not_passed() -> None:
    """What the judge leaves open counts with what it fails."""
    split = Confusion(pass_good=90, fail_good=4, undecided_good=6, pass_bad=20, fail_bad=50, undecided_bad=30)
    assert rogan_gladen(760, 1000, split) == rogan_gladen(760, 1000, MEASURED)


def test_design_effects_widen_each_its_own_part() -> None:
    """Sensitivity, specificity and the pass rate over their own effects: each widens, and the point stays."""
    plain = rogan_gladen(760, 1000, MEASURED)
    assert isinstance(plain, Rate)
    for spread, effect in ((Spread(of_good=3), 1.0), (Spread(of_bad=3), 1.0), (Spread(), 5.0)):
        wide = rogan_gladen(760, 1000, MEASURED, spread, effect)
        assert isinstance(wide, Rate)
        assert wide.point == plain.point
        assert wide.width > plain.width


@pytest.mark.parametrize(
    ("labels", "reason"),
    (
        (Confusion(pass_good=50, pass_bad=1, fail_bad=8), "not estimable: 9 bad labels, 10 are needed"),
        (Confusion(pass_good=9, pass_bad=10, fail_bad=40), "not estimable: 9 good labels, 10 are needed"),
    ),
)
def test_too_few_labels_of_a_kind_are_refused(labels: Confusion, reason: str) -> None:
    """Under ten good, or ten bad, labels there is no rate, and the reason says how many there are."""
    assert rogan_gladen(50, 100, labels) == Refusal(reason)


def test_a_judge_that_may_tell_little_is_refused() -> None:
    """Sensitivity and specificity of .6 by 50 labels each: J may well be .2 or less, and nothing is corrected by it."""
    refused = rogan_gladen(50, 100, Confusion(pass_good=30, fail_good=20, pass_bad=20, fail_bad=30))
    assert isinstance(refused, Refusal)
    assert refused.reason.startswith("not usable for correction: sensitivity + specificity - 1 may be 0.2 or less")


def test_clusters_can_refuse_a_judge() -> None:
    """Labels that would do alone do not where ten of them are worth one."""
    labels = Confusion(pass_good=40, fail_good=10, pass_bad=10, fail_bad=40)
    assert isinstance(rogan_gladen(50, 100, labels), Rate)
    assert isinstance(rogan_gladen(50, 100, labels, Spread(of_good=10, of_bad=10)), Refusal)


def test_no_rate_rests_on_a_judge_near_chance() -> None:
    """The formula breaks where J~ is 0; every judge near that is refused, so that no interval is all of [0, 1]."""
    for right in range(31):
        labels = Confusion(pass_good=right, fail_good=30 - right, pass_bad=30 - right, fail_bad=right)
        rate = rogan_gladen(50, 100, labels)
        assert isinstance(rate, Refusal) if right <= 21 else isinstance(rate, Rate) and rate.width < 1


@pytest.mark.parametrize("labels", (MEASURED, Confusion(pass_good=10, pass_bad=5, fail_bad=5)))
@pytest.mark.parametrize("j", (0.2, 0.5, 0.7))
def test_the_chance_of_a_low_j_is_that_of_draws(labels: Confusion, j: float) -> None:
    """The convolution agrees with a million draws of both posteriors to three errors of these."""
    source = np.random.default_rng(1)
    right = source.beta(labels.pass_good + 0.5, labels.fail_good + 0.5, 1_000_000)
    right += source.beta(labels.fail_bad + 0.5, labels.pass_bad + 0.5, 1_000_000)
    share = float(np.mean(right - 1 <= j))
    assert chance_of_j_up_to(j, labels) == pytest.approx(share, abs=1e-4 + 3 * sqrt(share * (1 - share) / 1e6))


@given(st.integers(0, 300), st.integers(10, 80), st.integers(10, 80), st.floats(0.6, 1), st.floats(0.6, 1))
def test_a_rate_lies_in_its_interval(passed: int, good: int, bad: int, right: float, refuted: float) -> None:
    """Whatever the counts: 0 <= low <= point <= high <= 1, or a refusal."""
    labels = Confusion(
        pass_good=good * right, fail_good=good * (1 - right), pass_bad=bad * (1 - refuted), fail_bad=bad * refuted
    )
    rate = rogan_gladen(passed, 300, labels)
    assert isinstance(rate, Refusal) or 0 <= rate.low <= rate.point <= rate.high <= 1


@pytest.mark.parametrize(("passed", "judged"), ((5, 4), (-1, 4), (0, 0)))
def test_counts_that_are_no_rate_are_refused(passed: float, judged: float) -> None:
    """More passes than items, fewer than none, and no items at all are errors of the caller."""
    with pytest.raises(ValueError, match="is no rate"):
        rogan_gladen(passed, judged, MEASURED)
