"""How many times larger a variance is because items of one cluster are alike."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge_eval.stats.correction.design_effect import effect_on_double_sampling, effect_on_mean, few_clusters
from judge_eval.stats.correction.strata import decision_strata
from tests.made_items import decided


def test_items_that_are_their_own_clusters_have_no_effect() -> None:
    """Without clusters of two the effect is 1, and not G/(G-1)."""
    assert effect_on_mean(np.array([0.0, 1, 1, 1]), np.arange(4)) == 1.0


def test_clusters_whose_items_are_all_alike_count_once() -> None:
    """Four pairs, two of passes and two of fails: e_g is ±1/8, V 4/3·4/64 = 1/12, of items (1/4)/8 = 1/32: D = 8/3."""
    values, clusters = np.repeat([1.0, 1, 0, 0], 2), np.repeat(np.arange(4), 2)
    assert effect_on_mean(values, clusters) == pytest.approx(8 / 3)


def test_clusters_that_are_mixed_have_no_effect_under_one() -> None:
    """Pairs of one pass and one fail tell more than independent items; they are taken for as many and no more."""
    assert effect_on_mean(np.tile([1.0, 0.0], 5), np.repeat(np.arange(5), 2)) == 1.0


def test_equal_values_are_as_many_as_their_clusters() -> None:
    """Where nothing varies no likeness can be seen, and it is taken to be whole: 3, 2 and 1 items are 14/6."""
    assert effect_on_mean(np.ones(6), np.array([0, 0, 0, 1, 1, 2])) == pytest.approx(14 / 6)


def test_one_cluster_is_one_item() -> None:
    """All items of one cluster are worth one, whatever they say."""
    assert effect_on_mean(np.array([0.0, 1, 1, 0]), np.zeros(4, np.int64)) == 4.0


def test_one_stratum_has_the_effect_of_its_labels_mean() -> None:
    """With all items labelled and in one stratum double sampling is a mean, and so is its effect."""
    items = decided(passing=(4, 4, 4), failing=(4, 4, 0), size=2)
    one = decision_strata(items)
    assert effect_on_double_sampling(one, items) == pytest.approx(effect_on_mean(items.labels, items.clusters))


def test_labels_that_are_all_good_are_as_many_as_their_clusters() -> None:
    """Pairs of items of which all are labelled good: an effect of 2, since nothing shows how alike they are."""
    items = decided(passing=(40, 40, 40), size=2)
    assert effect_on_double_sampling(decision_strata(items), items) == 2.0


def test_a_stratum_without_labels_adds_no_error_of_labels() -> None:
    """Where no failing item is labelled the effect comes from the other stratum and from what is judged."""
    items = decided(passing=(40, 20, 15), failing=(10, 0, 0), size=2)
    assert 1.0 <= effect_on_double_sampling(decision_strata(items), items) < 10


def test_few_clusters_matter_near_one_only() -> None:
    """Under 40 clusters a rate above .9 is warned of; more clusters, or a lower rate, are not."""
    assert few_clusters(39, 0.91)
    assert not few_clusters(40, 0.91)
    assert not few_clusters(39, 0.9)


@given(st.lists(st.tuples(st.sampled_from((0.0, 1.0)), st.integers(0, 5)), min_size=2, max_size=40))
def test_the_effect_is_the_same_in_any_order(rows: list[tuple[float, int]]) -> None:
    """The order of items changes nothing beyond rounding, and no effect is under 1."""
    values, clusters = np.array([row[0] for row in rows]), np.array([row[1] for row in rows])
    order = np.argsort(values * 10 + clusters, kind="stable")
    effect = effect_on_mean(values, clusters)
    assert effect == pytest.approx(effect_on_mean(values[order], clusters[order]))
    assert effect >= 1
