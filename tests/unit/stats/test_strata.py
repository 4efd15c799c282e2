"""The groups of judged items within which labels are taken for a random sample."""

from __future__ import annotations

import numpy as np
import pytest

from judge_eval.stats.correction.judged import FAIL, PASS, UNDECIDED, JudgedItems
from judge_eval.stats.correction.strata import decision_strata, probability_strata
from tests.made_items import decided, with_probabilities


def test_decisions_are_strata_in_the_order_fail_undecided_pass() -> None:
    """Each decision with five labels and more stands alone; counts are of all items, of labels, and of good ones."""
    strata = decision_strata(decided(passing=(20, 6, 5), undecided=(10, 5, 2), failing=(12, 7, 1)))
    assert strata.judged.tolist() == [12, 10, 20]
    assert strata.labelled.tolist() == [7, 5, 6]
    assert strata.good.tolist() == [1, 2, 5]
    assert strata.passes == (False, False, True)


def test_an_undecided_stratum_with_few_labels_joins_what_fails() -> None:
    """Four labels are too few for a stratum: undecided is not passed, as failed is not."""
    strata = decision_strata(decided(passing=(20, 6, 5), undecided=(10, 4, 2), failing=(12, 7, 1)))
    assert strata.judged.tolist() == [22, 20]
    assert strata.labelled.tolist() == [11, 6]
    assert strata.good.tolist() == [3, 5]
    assert strata.passes == (False, True)


def test_a_passing_stratum_with_few_labels_leaves_one_stratum() -> None:
    """Where what passes has four labels all items are one stratum, which says nothing of the judge."""
    strata = decision_strata(decided(passing=(20, 4, 4), undecided=(0, 0, 0), failing=(30, 8, 2)))
    assert strata.judged.tolist() == [50]
    assert strata.good.tolist() == [6]
    assert strata.passes is None


def test_a_failing_stratum_may_have_few_labels() -> None:
    """What fails is joined by others and joins nothing: a judge that fails little still has two strata."""
    strata = decision_strata(decided(passing=(90, 20, 19), undecided=(0, 0, 0), failing=(5, 1, 0)))
    assert strata.labelled.tolist() == [1, 20]
    assert strata.passes == (False, True)


def test_a_tie_of_people_counts_half() -> None:
    """A label of ½ adds half a good one to its stratum."""
    items = JudgedItems(np.full(6, PASS), np.array([1, 1, 1, 1, 1, 0.5]), np.arange(6))
    assert decision_strata(items).good.tolist() == [5.5]


@pytest.mark.parametrize(("labels", "groups"), ((0, 1), (14, 1), (29, 1), (30, 2), (59, 3), (75, 5), (300, 5)))
def test_probabilities_make_a_group_for_fifteen_labels(labels: int, groups: int) -> None:
    """There are max(1, min(5, floor(n/15))) groups, of equal size where no two probabilities are equal."""
    items = with_probabilities(np.linspace(0, 1, 600), labels)
    strata = probability_strata(items, np.linspace(0, 1, 600))
    assert strata.judged.tolist() == [600 / groups] * groups
    assert strata.labelled.sum() == labels
    assert strata.passes is None


def test_groups_share_what_two_decisions_would_get_of_pseudo_labels() -> None:
    """One or two groups get a half of each kind, k groups 1/k each."""
    weights = {
        count: probability_strata(
            with_probabilities(np.linspace(0, 1, 600), labels), np.linspace(0, 1, 600)
        ).pseudo_labels
        for count, labels in ((1, 20), (2, 30), (3, 45), (5, 100))
    }
    assert weights == {1: 0.5, 2: 0.5, 3: 1 / 3, 5: 0.2}


def test_equal_probabilities_stay_in_one_group() -> None:
    """Where most items have one probability it is not split by the order of items: the groups are fewer."""
    probabilities = np.array([0.99] * 500 + [0.2] * 100)
    strata = probability_strata(with_probabilities(probabilities, 100), probabilities)
    assert strata.judged.tolist() == [100, 500]
    same = np.full(600, 0.5)
    assert probability_strata(with_probabilities(same, 100), same).judged.tolist() == [600]


def test_labelled_items_keep_their_probabilities() -> None:
    """Of a pass, an undecided item and a fail the last two are labelled."""
    decisions, labels = np.array([PASS, UNDECIDED, FAIL]), np.array([np.nan, 0.5, 1.0])
    items = JudgedItems(decisions, labels, np.arange(3), np.array([0.9, 0.5, 0.1]))
    assert (items.count, items.undecided, items.passed.tolist()) == (3, 1, [1, 0, 0])
    assert items.labelled.labels.tolist() == [0.5, 1.0]
    assert items.labelled.probabilities is not None
    assert items.labelled.probabilities.tolist() == [0.5, 0.1]
