"""Intervals of Krippendorff's alpha and of the ICC: they hold the truth, have a width, and know no order."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from judge_eval.stats.agreement.annotators import alpha_limits, krippendorff_alpha
from judge_eval.stats.agreement.noise import icc_limits, icc_of_pairs
from judge_eval.stats.intervals.chance import chance_of

REPETITIONS = 200


def rated(items: int, source: np.random.Generator) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Three annotators who each say what is so in 85 % of cases, of items of which half are good."""
    good = source.random((items, 1)) < 0.5
    return (good ^ (source.random((items, 3)) >= 0.85)).astype(np.float64)


def test_the_interval_of_alpha_holds_it() -> None:
    """Two annotators agree in .85² + .15² = .745, by chance in .5: alpha .49."""
    source = np.random.default_rng(1)
    held = 0
    for _ in range(REPETITIONS):
        limits = alpha_limits(rated(60, source), np.arange(60, dtype=np.uint64), chance_of(1))
        assert limits is not None
        held += limits.low <= 0.49 <= limits.high
    assert held / REPETITIONS >= 0.93 - 2 * sqrt(0.93 * 0.07 / REPETITIONS)


def test_the_interval_of_the_icc_holds_it() -> None:
    """P(yes) is .9 or .1, half each: between .16, within .09, an ICC of .64."""
    source = np.random.default_rng(2)
    held = 0
    for _ in range(REPETITIONS):
        chances = np.where(source.random(80) < 0.5, 0.9, 0.1)
        firsts, seconds = ((source.random(80) < chances).astype(np.float64) for _ in range(2))
        limits = icc_limits(firsts, seconds, np.arange(80, dtype=np.uint64), chance_of(1))
        assert limits is not None
        held += limits.low <= 0.64 <= limits.high
    assert held / REPETITIONS >= 0.93 - 2 * sqrt(0.93 * 0.07 / REPETITIONS)


def test_full_agreement_has_an_error() -> None:
    """30 items of each kind on which both agree leave room under 1; samples that never differ likewise."""
    good = np.repeat([1.0, 0.0], 30)
    clusters = np.arange(60, dtype=np.uint64)
    alpha = alpha_limits(np.column_stack((good, good)), clusters, chance_of(1))
    icc = icc_limits(good, good, clusters, chance_of(1))
    assert alpha is not None and icc is not None
    assert alpha.low < 0.99 and icc.low < 0.99
    assert krippendorff_alpha(np.column_stack((good, good))) == 1
    assert icc_of_pairs(good, good) == 1


def test_clusters_widen_and_order_does_not_matter() -> None:
    """Each item four times over in a cluster of its own tells no more than once; any order gives the same bits."""
    ratings = rated(50, np.random.default_rng(3))
    alone = alpha_limits(ratings, np.arange(50, dtype=np.uint64), chance_of(1))
    four = alpha_limits(np.repeat(ratings, 4, axis=0), np.repeat(np.arange(50, dtype=np.uint64), 4), chance_of(1))
    assert alone is not None and four is not None
    assert four.high - four.low == pytest.approx(alone.high - alone.low, rel=0.05)
    order = np.random.default_rng(4).permutation(50)
    assert alpha_limits(ratings[order], np.arange(50, dtype=np.uint64)[order], chance_of(1)) == alone


def test_one_cluster_has_no_interval() -> None:
    """Nothing tells how clusters differ."""
    one = np.zeros(10, np.uint64)
    assert alpha_limits(rated(10, np.random.default_rng(5)), one, chance_of(1)) is None
    assert icc_limits(np.ones(10), np.ones(10), one, chance_of(1)) is None
