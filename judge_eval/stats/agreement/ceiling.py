"""The human ceiling: how well one person agrees with the others, and a judge in that person's place."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from judge_eval.stats.agreement.annotators import Ratings
from judge_eval.stats.arrays import Codes, Floats
from judge_eval.stats.intervals.differences import difference_interval
from judge_eval.stats.intervals.mean import Interval, mean_interval, mean_of


@dataclass(frozen=True, slots=True)
class Ceiling:
    """Agreement with the majority of the others, of the person left out and of the judge in their place.

    `gap` is the judge's less the people's, item by item, with its paired interval; `items` had two labels or more.
    """

    humans: float
    humans_interval: Interval
    judge: float
    judge_interval: Interval
    gap: float
    gap_interval: Interval
    items: int


def leave_one_out(ratings: Ratings, decisions: Floats, clusters: Codes) -> Ceiling | None:
    """The ceiling from labels 1 and 0 of several annotators; None where no item has two: the ceiling is unknown.

    Each annotator of an item is left out in turn and compared with the majority of the others, and so is the judge's
    decision: both meet the same majorities. A majority that is tied is half an agreement. Items count alike.
    """
    given = ~np.isnan(ratings)
    totals = given.sum(axis=1)
    several = totals >= 2
    if not several.any():
        return None
    given, totals, decisions = given[several], totals[several, None], decisions[several, None]
    labels = np.where(given, ratings[several], 0.0)
    others = np.sign(2 * (labels.sum(axis=1, keepdims=True) - labels) - (totals - 1))
    humans = _mean_by_item(_agreement(labels, others), given)
    judge = _mean_by_item(_agreement(decisions, others), given)
    gaps = judge - humans
    clusters = clusters[several]
    return Ceiling(
        humans=mean_of(humans),
        humans_interval=mean_interval(humans, clusters, bounded=True),
        judge=mean_of(judge),
        judge_interval=mean_interval(judge, clusters, bounded=True),
        gap=mean_of(gaps),
        gap_interval=difference_interval(gaps, clusters),
        items=len(gaps),
    )


def _agreement(answers: Floats, others: Floats) -> Floats:
    """1 where an answer is that of the others (+1 they pass, -1 they fail), 0 where it is not, .5 where they tie."""
    return (1 + (2 * answers - 1) * others) / 2


def _mean_by_item(values: Floats, given: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> Floats:
    """The mean of each row over the labels that were given."""
    return np.where(given, values, 0.0).sum(axis=1) / given.sum(axis=1)
