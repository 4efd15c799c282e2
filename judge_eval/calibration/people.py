"""How well people agree with each other, and the judge in a person's place."""

from __future__ import annotations

from judge_eval.core.appraisal import Alternative, Figure, People
from judge_eval.stats.alternative import alternative_test
from judge_eval.stats.annotators import krippendorff_alpha, pairwise_agreement
from judge_eval.stats.ceiling import leave_one_out
from judge_eval.stats.observed import Observed

EPSILONS = (0.1, 0.2)
"""What a judge may lose by for being cheaper than a skilled annotator, and than an expert (Calderon et al. 2025)."""

UNKNOWN = "ceiling unknown: one annotator an item"


def people_of(observed: Observed) -> People:
    """The agreement among annotators; it is unknown where no item has two."""
    ratings, clusters = observed.ratings, observed.clusters
    annotators = ratings.shape[1]
    if annotators == 0:
        return People(annotators=0, why="no annotator is told, only what was agreed")
    pairs = pairwise_agreement(ratings, clusters)
    ceiling = leave_one_out(ratings, observed.passed, clusters)
    if pairs is None or ceiling is None:
        return People(annotators=annotators, why=UNKNOWN)
    tests = (alternative_test(ratings, observed.passed, clusters, epsilon) for epsilon in EPSILONS)
    return People(
        annotators=annotators,
        pairwise=Figure(value=pairs.value, low=pairs.interval.low, high=pairs.interval.high, n=pairs.items),
        alpha=_alpha(krippendorff_alpha(ratings), pairs.items),
        ceiling=Figure(value=ceiling.humans, n=ceiling.items),
        judge=Figure(value=ceiling.judge, n=ceiling.items),
        gap=Figure(value=ceiling.gap, low=ceiling.gap_interval.low, high=ceiling.gap_interval.high, n=ceiling.items),
        alternatives=tuple(
            Alternative(epsilon=test.epsilon, winning_rate=test.winning_rate, passed=test.passed)
            for test in tests
            if test is not None
        ),
    )


def _alpha(value: float | None, items: int) -> Figure:
    return Figure(value=value, n=items, why="" if value is not None else "all labels are equal")
