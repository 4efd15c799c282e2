"""Observations as arrays, for the estimators that compare a judge with people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from judge_eval.core.observation import Observation
from judge_eval.stats.clusters import Codes, Floats, code_of
from judge_eval.stats.draw_weights import draw_weights
from judge_eval.stats.judged import CODE_OF, PASS, JudgedItems
from judge_eval.stats.probability import log_odds_of_share, log_odds_of_votes


@dataclass(frozen=True)
class Observed:
    """Observations as arrays, item by item."""

    observations: tuple[Observation, ...]

    @cached_property
    def labels(self) -> Floats:
        """What people say: 1, 0, or .5 where they are tied."""
        return np.array([one.y for one in self.observations], np.float64)

    @property
    def count(self) -> int:
        """How many items there are."""
        return len(self.observations)

    @cached_property
    def decisions(self) -> Codes:
        """What the judge decided, as `stats.judged` codes it."""
        return np.array([_code(one) for one in self.observations], np.int64)

    @cached_property
    def passed(self) -> Floats:
        """1 where the judge passes, else 0."""
        return (self.decisions == PASS).astype(np.float64)

    @cached_property
    def clusters(self) -> Codes:
        """The clusters' codes."""
        return np.array([code_of(one.cluster) for one in self.observations], np.uint64)

    @cached_property
    def probabilities(self) -> Floats | None:
        """The judge's P(pass); None unless it gave one for each item."""
        values = [one.p_pass for one in self.observations]
        if not values or any(value is None for value in values):
            return None
        return np.array(values, np.float64)

    @cached_property
    def log_odds(self) -> Floats:
        """The judge's leaning to a pass."""
        return np.array([log_odds_of(one.p_pass, one.passing, one.failing) for one in self.observations], np.float64)

    @cached_property
    def ratings(self) -> Floats:
        """Each annotator's mark by item and annotator, NaN where there is none.

        Annotators without names are taken for the same person wherever they stand at the same place.
        """
        names = list(dict.fromkeys(name for one in self.observations for name in _annotators(one)))
        columns = {name: place for place, name in enumerate(names)}
        ratings = np.full((len(self.observations), len(names)), np.nan)
        for row, one in enumerate(self.observations):
            for name, mark in zip(_annotators(one), one.marks, strict=False):
                if mark is not None:
                    ratings[row, columns[name]] = float(mark)
        return ratings

    def weights(self, strata: dict[int, int]) -> Floats:
        """What each item stands for in a population of so many items a decision.

        Raises: ValueError where a stratum with items has no label.
        """
        return draw_weights(self.decisions, strata)

    def within(self, strata: dict[int, int]) -> JudgedItems:
        """The items among the population of so many a decision; those without a label are clusters of their own."""
        rest = {code: max(count - int((self.decisions == code).sum()), 0) for code, count in strata.items()}
        unlabelled = np.repeat(np.array(list(rest), np.int64), list(rest.values()))
        alone = np.arange(len(unlabelled), dtype=np.uint64)
        return JudgedItems(
            np.concatenate((self.decisions, unlabelled)),
            np.concatenate((self.labels, np.full(len(unlabelled), np.nan))),
            np.concatenate((self.clusters, alone)),
        )


def log_odds_of(p_pass: float | None, passing: int, failing: int) -> float:
    """The leaning to a pass of a judge that gave a probability, or else so many votes."""
    return log_odds_of_share(p_pass) if p_pass is not None else log_odds_of_votes(passing, passing + failing)


def _annotators(one: Observation) -> Sequence[str]:
    return one.annotators or [str(place) for place in range(len(one.marks))]


def _code(one: Observation) -> int:
    if one.decision is None or one.decision == "not_applicable":
        raise ValueError(f"the item '{one.id}' was not decided")
    return CODE_OF[one.decision]
