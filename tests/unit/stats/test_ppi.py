"""The mean of human scores, sharpened by the judge's value of every item."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from judge_eval.stats.correction.ppi import powered_mean, ppi_rate


def test_a_judge_that_says_nothing_leaves_the_mean_of_scores() -> None:
    """Equal values have no variance: the weight is 0, the mean people's, the error s/sqrt(n)."""
    scores = np.array([0.0, 0.5, 1.0, 1.0])
    powered = powered_mean(scores, np.full(4, 0.7), np.full(50, 0.7))
    assert (powered.mean, powered.weight) == (0.625, 0.0)
    assert powered.error == pytest.approx(float(np.std(scores, ddof=1)) / 2)


def test_a_judge_against_people_gets_no_weight() -> None:
    """A negative covariance is held at 0: a judge that errs always is not turned round."""
    powered = powered_mean(np.array([0.0, 1.0, 0.0, 1.0]), np.array([1.0, 0.0, 1.0, 0.0]), np.ones(10))
    assert powered.weight == 0.0


def test_the_formula_by_hand() -> None:
    """Scores equal to values on 4 of 8 items, ½ there and ¾ overall: w = 1/(1 + 4/8) = 2/3, mean ½ + 2/3·¼ = 2/3.

    Var f of the labels is 1/3, of all 8 items (6 ones) 3/14; V = 4/9·(3/14)/8 + (1/9)·(1/3)/4 = .011905 + .009259.
    """
    values = np.array([0.0, 0.0, 1.0, 1.0])
    powered = powered_mean(values, values, np.array([0.0, 0.0, 1, 1, 1, 1, 1, 1]))
    assert powered.weight == pytest.approx(2 / 3)
    assert powered.mean == pytest.approx(2 / 3)
    assert powered.error == pytest.approx(sqrt(4 / 9 * 3 / 14 / 8 + 1 / 9 / 3 / 4))


def test_scores_that_are_all_good_still_have_an_error() -> None:
    """The four corners keep a width where all scores and all values are 1, and the interval holds the point."""
    rate = ppi_rate(np.ones(30), np.ones(30), np.ones(200))
    assert rate.point == rate.high == 1.0
    assert 0.8 < rate.low < 1.0
    assert rate.method == "PPI++, 30 labels"


def test_a_design_effect_widens() -> None:
    """An effect of 4 doubles the half-width, and more, for Student's t has fewer degrees of freedom."""
    source = np.random.default_rng(1)
    scores = source.random(60)
    plain, wide = (ppi_rate(scores, scores, source.random(200), effect) for effect in (1.0, 4.0))
    assert wide.width > 1.8 * plain.width


def test_one_label_has_no_interval() -> None:
    """A variance needs two labels."""
    with pytest.raises(ValueError, match="two labels"):
        ppi_rate(np.ones(1), np.ones(1), np.ones(5))
