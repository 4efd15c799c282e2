"""The alternative-annotator test: may the judge stand in for one of the people?"""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum, sqrt

import numpy as np
from scipy.special import stdtr  # pyright: ignore[reportMissingTypeStubs]

from judge_eval.stats.agreement.annotators import Ratings
from judge_eval.stats.arrays import Codes, Floats
from judge_eval.stats.intervals.clusters import cluster_totals

LEAST_ANNOTATORS = 3
LEAST_CLUSTERS = 30
"""Clusters that an annotator must have labelled with others, for Student's t to hold on three-valued differences."""
FALSE_DISCOVERIES = 0.05


@dataclass(frozen=True, slots=True)
class AlternativeTest:
    """The result at one `epsilon`, what a judge may lose by for being cheaper than a person.

    `winning_rate` is the share of the annotators, of those who share enough items, that the judge is shown to replace.
    """

    epsilon: float
    winning_rate: float

    @property
    def passed(self) -> bool:
        """Whether the judge may replace at least half of the people."""
        return self.winning_rate >= 0.5


def alternative_test(ratings: Ratings, decisions: Floats, clusters: Codes, epsilon: float) -> AlternativeTest | None:
    """The test of the judge against each annotator; None under three annotators who share enough items with others.

    For annotator j and item i, the scores of person and judge are the shares of the other annotators that each
    agrees with; d is -1 where the judge's is the higher, 1 where it is the lower, else 0. The person can be replaced
    where the mean d is shown to be under epsilon, by one-sided t over clusters and Benjamini & Yekutieli's procedure.
    Source: Calderon, Reichart & Dror, ACL 2025; there each item is a cluster.
    """
    given = ~np.isnan(ratings)
    shared = given & (given.sum(axis=1, keepdims=True) >= 2)
    p_values: list[float] = []
    for annotator in range(ratings.shape[1]):
        rows = shared[:, annotator]
        if len(np.unique(clusters[rows])) < LEAST_CLUSTERS:
            continue
        others = np.delete(ratings[rows], annotator, axis=1)
        person = _agreeing(others, ratings[rows, annotator])
        judge = _agreeing(others, decisions[rows])
        p_values.append(_p_under(np.sign(person - judge).astype(np.float64), clusters[rows], epsilon))
    if len(p_values) < LEAST_ANNOTATORS:
        return None
    return AlternativeTest(epsilon, _discoveries(p_values) / len(p_values))


def _agreeing(others: Ratings, answers: Floats) -> Floats:
    """How many of the other annotators each answer agrees with."""
    return (others == answers[:, None]).sum(axis=1).astype(np.float64)


def _p_under(differences: Floats, clusters: Codes, epsilon: float) -> float:
    """The one-sided p value of a mean difference of epsilon or more."""
    mean = fsum(differences) / len(differences)
    totals = cluster_totals(differences - mean, clusters)
    count = totals.clusters
    error = sqrt(count / (count - 1) * fsum(totals.sums**2)) / len(differences)
    if error == 0:
        return float(mean >= epsilon)
    return float(stdtr(count - 1, (mean - epsilon) / error))


def _discoveries(p_values: list[float]) -> int:
    """How many of the hypotheses fall, at most 5 % of them wrongly, whatever their dependence.

    Source: Benjamini & Yekutieli 2001, theorem 1.3.
    """
    ordered = np.sort(np.array(p_values))
    ranks = np.arange(1, len(ordered) + 1)
    fallen = np.flatnonzero(ordered <= FALSE_DISCOVERIES * ranks / len(ordered) / fsum(1 / ranks))
    return int(fallen[-1]) + 1 if len(fallen) else 0
