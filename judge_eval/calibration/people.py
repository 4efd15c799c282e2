"""How well people agree with each other, and the judge in a person's place."""

from __future__ import annotations

from judge_eval.core.appraisal import Alternative, Figure, People
from judge_eval.stats.agreement.alternative import alternative_test
from judge_eval.stats.agreement.annotators import alpha_limits, krippendorff_alpha, pairwise_agreement
from judge_eval.stats.agreement.ceiling import leave_one_out
from judge_eval.stats.agreement.observed import Observed
from judge_eval.stats.intervals.chance import SEED, chance_of

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
        pairwise=Figure.of(pairs.value, pairs.interval, pairs.items),
        alpha=_alpha(observed, pairs.items),
        ceiling=Figure.of(ceiling.humans, ceiling.humans_interval, ceiling.items),
        judge=Figure.of(ceiling.judge, ceiling.judge_interval, ceiling.items),
        gap=Figure.of(ceiling.gap, ceiling.gap_interval, ceiling.items),
        alternatives=tuple(
            Alternative(epsilon=test.epsilon, winning_rate=test.winning_rate, passed=test.passed)
            for test in tests
            if test is not None
        ),
    )


def _alpha(observed: Observed, items: int) -> Figure:
    value = krippendorff_alpha(observed.ratings)
    if value is None:
        return Figure(n=items, why="all labels are equal")
    return Figure.of(value, alpha_limits(observed.ratings, observed.clusters, chance_of(SEED)), items)
