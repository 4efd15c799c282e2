"""Several annotators: their agreement, the ceiling that it sets, and whether a judge may stand in for one of them."""

from __future__ import annotations

import json
from importlib import import_module
from math import nan, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from judge_eval.stats.agreement.alternative import alternative_test
from judge_eval.stats.agreement.annotators import krippendorff_alpha, pairwise_agreement
from judge_eval.stats.agreement.ceiling import leave_one_out
from judge_eval.stats.arrays import Floats

krippendorff: Any = import_module("krippendorff")
scipy_stats: Any = import_module("scipy.stats")

LABELS = Path(__file__).parents[2] / ".." / "shared" / "data" / "labels"


def _panel(
    source: np.random.Generator, n: int, skills: tuple[float, ...], missing: float = 0.0
) -> tuple[Floats, Floats]:
    """The truth of n items, half of it passes, and the labels of annotators who see it with these probabilities."""
    truth = source.integers(0, 2, size=n).astype(np.float64)
    right = source.random((n, len(skills))) < np.array(skills)
    ratings = np.where(right, truth[:, None], 1 - truth[:, None])
    return truth, np.where(source.random(ratings.shape) < missing, nan, ratings)


def test_pairwise_agreement_by_hand() -> None:
    """Three of three agree: 1; two of three: one pair in three; one label: no pair. Mean (1 + 1/3)/2."""
    ratings = np.array([[1, 1, 1], [1, 0, 1], [0, nan, nan]], np.float64)
    agreement = pairwise_agreement(ratings, np.arange(3))
    assert agreement is not None
    assert agreement.value == pytest.approx(2 / 3)
    assert agreement.items == 2
    assert agreement.interval.low is not None
    assert pairwise_agreement(ratings[2:], np.arange(1)) is None


@pytest.mark.parametrize("missing", (0.0, 0.3))
@pytest.mark.parametrize("labels", (2, 4))
def test_alpha_is_the_one_of_krippendorff(labels: int, missing: float) -> None:
    """With any number of labels and with missing ones alpha is the krippendorff package's."""
    source = np.random.default_rng([labels, round(10 * missing)])
    ratings = source.integers(0, labels, size=(60, 1)) * (source.random((60, 4)) < 0.7).astype(np.float64)
    ratings = np.where(source.random(ratings.shape) < missing, nan, ratings)
    expected = krippendorff.alpha(reliability_data=ratings.T, level_of_measurement="nominal")
    assert krippendorff_alpha(ratings) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(("name", "agreement"), (("final_response_match_nq301", 0.88), ("safety_xstest", 0.99)))
def test_people_agree_on_real_labels_as_published(name: str, agreement: float) -> None:
    """Annotators of NQ301 agree in 88 of 100 pairs, those of XSTest's refusals in 99, item by item."""
    file = LABELS / f"{name}.jsonl"
    if not file.exists():
        pytest.skip("../shared/data/labels is absent")
    rows = [json.loads(line)["labels"] for line in file.read_text(encoding="utf-8").splitlines()]
    ratings = np.full((len(rows), max(map(len, rows))), nan)
    for row, labels in enumerate(rows):
        ratings[row, : len(labels)] = [nan if label is None else label for label in labels]
    found = pairwise_agreement(ratings, np.arange(len(rows)))
    assert found is not None
    assert found.value == pytest.approx(agreement, abs=0.015)


def test_alpha_of_equal_labels_is_none() -> None:
    """Where every label is a pass nothing tells agreement from habit; nor do labels that meet no other."""
    assert krippendorff_alpha(np.ones((5, 2))) is None
    assert krippendorff_alpha(np.array([[1.0, nan], [nan, 0.0]])) is None


def test_leave_one_out_by_hand() -> None:
    """Labels 1 1 0: each 1 meets a tie of the others (½), the 0 meets 1 1 (0): 1/3; a judge that says 1: 2/3."""
    ceiling = leave_one_out(np.array([[1.0, 1.0, 0.0], [1.0, nan, nan]]), np.array([1.0, 0.0]), np.arange(2))
    assert ceiling is not None
    # The judge meets a tie twice and agrees once with 1 1: (½ + ½ + 1)/3.
    assert (ceiling.humans, ceiling.judge, ceiling.gap) == pytest.approx((1 / 3, 2 / 3, 1 / 3))
    assert ceiling.items == 1


def test_the_ceiling_of_one_annotator_is_unknown() -> None:
    """A single label an item sets no ceiling and tests nobody."""
    ratings = np.array([[1.0, nan], [nan, 0.0]])
    assert leave_one_out(ratings, np.ones(2), np.arange(2)) is None
    assert alternative_test(ratings, np.ones(2), np.arange(2), 0.2) is None


def test_with_two_annotators_the_ceiling_is_their_agreement() -> None:
    """Left out, each of two meets the other: the ceiling is the share of items on which they agree."""
    _, ratings = _panel(np.random.default_rng(3), 200, (0.9, 0.8))
    ceiling = leave_one_out(ratings, ratings[:, 0], np.arange(200))
    agreement = pairwise_agreement(ratings, np.arange(200))
    assert ceiling is not None
    assert agreement is not None
    assert ceiling.humans == pytest.approx(agreement.value)


def test_a_judge_as_good_as_a_person_is_on_the_same_footing() -> None:
    """A judge that is right as often as each of five people: its gap's interval holds 0 in .93 of draws or more."""
    source = np.random.default_rng(17)
    held = 0
    for _ in range(400):
        truth, ratings = _panel(source, 100, (0.85,) * 5, missing=0.2)
        judge = np.where(source.random(100) < 0.85, truth, 1 - truth)
        ceiling = leave_one_out(ratings, judge, np.arange(100))
        assert ceiling is not None
        low, high = ceiling.gap_interval.low, ceiling.gap_interval.high
        assert low is not None
        assert high is not None
        held += low <= 0 <= high
    assert held / 400 >= 0.93 - 2 * sqrt(0.93 * 0.07 / 400)


def test_the_alternative_test_by_its_published_steps() -> None:
    """Where each item is a cluster: one-sided t against epsilon, then Benjamini-Yekutieli at 5 %, as scipy has them."""
    source = np.random.default_rng(23)
    truth, ratings = _panel(source, 120, (0.75, 0.85, 0.95, 0.8))
    judge = np.where(source.random(120) < 0.88, truth, 1 - truth)
    for epsilon in (0.1, 0.2):
        p_values: list[float] = []
        for person in range(4):
            others = np.delete(ratings, person, axis=1)
            scores = [(others == answers[:, None]).mean(axis=1) for answers in (ratings[:, person], judge)]
            as_good = [(scores[a] >= scores[1 - a]).astype(np.float64) for a in (0, 1)]
            p_values.append(scipy_stats.ttest_1samp(as_good[0] - as_good[1], epsilon, alternative="less").pvalue)
        rejected = scipy_stats.false_discovery_control(p_values, method="by") <= 0.05
        ours = alternative_test(ratings, judge, np.arange(120), epsilon)
        assert ours is not None
        assert ours.winning_rate == pytest.approx(rejected.mean())


def test_the_alternative_test_tells_a_good_judge_from_a_bad_one() -> None:
    """A judge of .95 replaces people of .8, one of .6 does not; who shares under 30 items with others is not tested."""
    truth, ratings = _panel(np.random.default_rng(29), 150, (0.8, 0.8, 0.8, 0.8))
    ratings[20:, 3] = nan
    for skill, winning_rate in ((0.95, 1.0), (0.6, 0.0)):
        judge = np.where(np.random.default_rng(31).random(150) < skill, truth, 1 - truth)
        test = alternative_test(ratings, judge, np.arange(150), 0.1)
        assert test is not None
        assert (test.winning_rate, test.passed) == (winning_rate, winning_rate == 1)


def test_a_judge_that_always_ties_needs_no_error() -> None:
    """Everybody agrees on everything: the difference is 0 without a doubt, and under any epsilon."""
    ratings = np.tile(np.array([[1.0], [0.0]]), (40, 3))
    test = alternative_test(ratings, ratings[:, 0], np.arange(80), 0.1)
    assert test is not None
    assert test.winning_rate == 1.0


def test_the_order_of_items_and_annotators_changes_no_bit() -> None:
    """Shuffled rows with renumbered clusters, and shuffled people, give equal figures."""
    source = np.random.default_rng(37)
    _, ratings = _panel(source, 120, (0.7, 0.8, 0.9, 0.8), missing=0.1)
    judge, clusters = ratings[:, 1], np.arange(120) // 2
    judge = np.where(np.isnan(judge), 0.0, judge)
    rows, people = source.permutation(120), source.permutation(4)
    moved = ratings[np.ix_(rows, people)]
    elsewhere = 900 - clusters[rows]
    assert pairwise_agreement(ratings, clusters) == pairwise_agreement(moved, elsewhere)
    assert krippendorff_alpha(ratings) == krippendorff_alpha(moved)
    assert leave_one_out(ratings, judge, clusters) == leave_one_out(moved, judge[rows], elsewhere)
    for epsilon in (0.1, 0.2):
        test = alternative_test(ratings, judge, clusters, epsilon)
        assert test is not None
        assert test == alternative_test(moved, judge[rows], elsewhere, epsilon)
