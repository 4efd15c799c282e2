"""Certified thresholds, exact limits and abstention: by hand, against other libraries, and against known truth."""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge_eval.stats.intervals.exact import at_most, clopper_pearson, zero_events_bound
from judge_eval.stats.prediction.abstention import Thresholds
from judge_eval.stats.prediction.certify import Looked, certify, one_label_a_cluster, spend
from judge_eval.stats.trials.promises import certificates, gates

proportion: Any = import_module("statsmodels.stats.proportion")
scipy_stats: Any = import_module("scipy.stats")

ALL = (1.0,)


def _labels(good: int, bad: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.repeat((1.0, 0.0), (good, bad))


def test_36_labels_without_an_error_certify_a_tenth() -> None:
    """.9 to the 35th is .02503, over the .025 of the first look, .9 to the 36th is .02253."""
    for n, certified in ((35, False), (36, True)):
        certificate = certify(np.ones(n), np.ones(n), ALL, "pass", look=1, target=0.1, delta=0.1)
        assert (certificate.certified is not None) is certified
        assert certificate.level == 0.025


def test_looks_spend_the_promise_once() -> None:
    """Both sides of all looks together spend delta: .1/(1·2) + .1/(2·3) + … to .1."""
    assert [spend(look, 0.1) for look in (1, 2, 3)] == pytest.approx([0.025, 0.1 / 12, 0.1 / 24])
    assert 2 * sum(spend(look, 0.1) for look in range(1, 10_000)) == pytest.approx(0.1, abs=2e-5)


def test_thresholds_are_taken_from_strict_to_lax_until_one_misses() -> None:
    """20 labels cannot tell; 60 without an error hold; 100 with 3 hold; 120 with 15 miss, and nothing follows."""
    values = np.repeat((4.0, 3.0, 2.0, 1.0), (20, 40, 40, 20))
    labels = np.concatenate((np.ones(60), _labels(37, 3), _labels(8, 12)))
    certificate = certify(values, labels, (4, 3, 2, 1), "pass", 1, 0.1, 0.1)
    assert certificate.certified == Looked(2.0, 100, 3)
    assert certificate.more_labels is None
    # With 20 errors among those of margin 3 the first that can tell misses, though a later one might hold.
    spoilt = np.where((values == 3) & (np.arange(120) % 2 == 0), 0.0, 1.0)
    assert certify(values, spoilt, (4, 3, 2, 1), "pass", 1, 0.1, 0.1).certified is None


def test_the_fail_side_counts_what_people_pass() -> None:
    """40 items at the bottom, none of which people pass: certified; a tie among people is an error on both sides."""
    values, labels = np.full(40, -1.0), np.zeros(40)
    assert certify(values, labels, (-1.0,), "fail", 1, 0.1, 0.1).certified == Looked(-1.0, 40, 0)
    labels[0] = 0.5
    assert certify(values, labels, (-1.0,), "fail", 1, 0.1, 0.1).certified is None
    assert certify(-values, 1 - labels, ALL, "pass", 1, 0.1, 0.1).certified is None


@pytest.mark.parametrize(("good", "bad", "others"), ((30, 0, 0), (30, 1, 0), (45, 3, 20), (20, 1, 60)))
def test_so_many_more_labels_would_do(good: int, bad: int, others: int) -> None:
    """With as many more labels as named, and errors as frequent, the next look certifies; with a tenth fewer not."""
    values = np.concatenate((np.ones(good + bad), np.zeros(others)))
    labels = np.concatenate((_labels(good, bad), np.zeros(others)))
    certificate = certify(values, labels, ALL, "pass", 1, 0.1, 0.1)
    assert certificate.certified is None
    assert certificate.more_labels is not None
    total = len(values)
    for factor, holds in ((1.0, True), (0.9, False)):
        n = (total + factor * certificate.more_labels) * (good + bad) / total
        assert (at_most(bad / (good + bad) * n, n, 0.1) <= spend(2, 0.1)) is holds


def test_no_number_of_labels_will_do() -> None:
    """A judge that errs once in ten cannot be certified for a tenth, nor a side on which nothing lies."""
    assert certify(np.ones(50), _labels(45, 5), ALL, "pass", 1, 0.1, 0.1).more_labels is None
    assert certify(np.zeros(50), np.ones(50), ALL, "pass", 1, 0.1, 0.1).more_labels is None


def test_one_label_a_cluster_is_chosen_without_looking() -> None:
    """Of each cluster the item of the lowest code, whatever the order."""
    items, clusters = np.array([5, 3, 9, 1]), np.array([7, 7, 2, 2])
    assert sorted(one_label_a_cluster(items, clusters).tolist()) == [1, 3]
    assert one_label_a_cluster(np.zeros(0, np.int64), np.zeros(0, np.int64)).tolist() == []


@pytest.mark.parametrize("n", (1, 12, 50))
def test_exact_limits_are_those_of_statsmodels(n: int) -> None:
    """Clopper and Pearson's ends at every count, and the binomial distribution function of scipy."""
    for passed in {0, n // 3, n}:
        expected = proportion.proportion_confint(passed, n, method="beta")
        ours = clopper_pearson(passed, n)
        assert (ours.low, ours.high) == pytest.approx(expected, abs=1e-12)
        assert at_most(passed, n, 0.2) == pytest.approx(scipy_stats.binom.cdf(passed, n, 0.2))
    with pytest.raises(ValueError, match="no rate"):
        clopper_pearson(n + 1, n)


def test_no_event_in_so_many_bounds_the_rate() -> None:
    """None of 30: 1 - .05^(1/30) = .0950, the end of an exact one-sided interval; none of none bounds nothing."""
    assert zero_events_bound(30) == pytest.approx(0.0950, abs=5e-5)
    assert zero_events_bound(30) == pytest.approx(clopper_pearson(0, 30, level=0.9).high)
    with pytest.raises(ValueError, match="bound nothing"):
        zero_events_bound(0)


@given(
    st.lists(st.none() | st.floats(0, 1), max_size=40),
    st.none() | st.floats(0.5, 1, exclude_min=True),
    st.none() | st.floats(0, 0.5),
)
def test_abstentions_sum_to_n(values: list[float | None], pass_from: float | None, fail_to: float | None) -> None:
    """Passed, failed and abstained are all items; without a threshold nothing passes or fails."""
    settled = Counter(Thresholds(pass_from, fail_to).settle(value) for value in values)
    assert settled.total() == len(values)
    assert settled["abstain"] >= values.count(None)
    assert pass_from is not None or settled["pass"] == 0
    assert fail_to is not None or settled["fail"] == 0


def test_thresholds_hold_at_their_own_values_and_may_not_overlap() -> None:
    """A value equal to a threshold passes, or fails; one that would do both is refused."""
    thresholds = Thresholds(0.8, 0.2)
    assert [thresholds.settle(value) for value in (0.8, 0.79, 0.2, 0.21)] == ["pass", "abstain", "fail", "abstain"]
    with pytest.raises(ValueError, match="can not pass"):
        Thresholds(0.5, 0.5)


def test_certificates_are_false_no_more_often_than_promised() -> None:
    """In made draws a tenth of certificates is false at most; the naive threshold is in 48 to 73 of 100."""
    for kept in certificates(250):
        assert kept.holds, kept.name
        assert kept.naive > 0.45, kept.name
        assert kept.naive < 0.76 or "0.11" in kept.name, kept.name


def test_an_unchanged_agent_rarely_fails_the_gate() -> None:
    """At most 5 % of made pairs of runs fail, and two standard errors; a rule of any drop fails 35 % and more."""
    for kept in gates(400):
        assert kept.holds, kept.name
        assert 0.33 < kept.naive < 0.56, kept.name
        assert kept.undecided is not None
        assert 0.3 < kept.undecided <= 1, kept.name


@pytest.mark.slow
def test_promises_are_kept_in_full() -> None:
    """The same over 2,000 made draws and pairs of runs, where two standard errors of the gate's promise are .01."""
    broken = [kept.name for kept in (*certificates(2000), *gates(2000)) if not kept.holds]
    assert not broken
