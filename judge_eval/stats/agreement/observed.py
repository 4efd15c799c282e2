"""Observations as arrays, for the estimators that compare a judge with people."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from judge_eval.core.observation import Observation
from judge_eval.stats.agreement.draw_weights import draw_weights
from judge_eval.stats.arrays import Codes, Floats, code_of
from judge_eval.stats.correction.judged import CODE_OF, PASS, UNDECIDED, JudgedItems
from judge_eval.stats.prediction.certify import one_label_a_cluster
from judge_eval.stats.prediction.folds import deal_folds
from judge_eval.stats.prediction.probability import log_odds_of


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

    @property
    def n_clusters(self) -> int:
        """How many clusters they stand in."""
        return len({one.cluster for one in self.observations})

    @cached_property
    def decisions(self) -> Codes:
        """What the judge decided, as `stats.correction.judged` codes it."""
        return np.array([_code(one) for one in self.observations], np.int64)

    @cached_property
    def passed(self) -> Floats:
        """1 where the judge passes, else 0."""
        return (self.decisions == PASS).astype(np.float64)

    @property
    def undecided(self) -> Floats:
        """1 where the judge left it open, else 0."""
        return (self.decisions == UNDECIDED).astype(np.float64)

    @property
    def agreements(self) -> Floats:
        """How far the judge's decision is people's word: 1, 0, or .5 where they are tied."""
        return self.labels * self.passed + (1 - self.labels) * (1 - self.passed)

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

    @cached_property
    def features(self) -> dict[str, Floats]:
        """The deterministic measures that every item has, by name."""
        named = [name for one in self.observations[:1] for name in one.features]
        whole = [name for name in named if all(name in one.features for one in self.observations)]
        return {name: np.array([one.features[name] for one in self.observations], np.float64) for name in whole}

    @property
    def asked_twice(self) -> Observed:
        """Those of the items of which two samples or more were read."""
        return Observed(tuple(one for one in self.observations if len(one.answers) >= 2))

    def nth_answers(self, place: int) -> Floats:
        """The sample at this place of each item: 1 where it passes, 0 where it fails."""
        return np.array([one.answers[place] for one in self.observations], np.float64)

    def one_a_cluster(self) -> Observed:
        """One item of each cluster, chosen without a look at labels or decisions."""
        keys = np.array([code_of(one.key) for one in self.observations], np.uint64)
        return self.at(one_label_a_cluster(keys, self.clusters).tolist())

    def probability_steps(self, count: int) -> list[float]:
        """Quantiles of the judge's P(pass), high to low; empty where it gave none."""
        if self.probabilities is None:
            return []
        steps = np.unique(np.quantile(self.probabilities, np.arange(1, count) / count))
        return [float(step) for step in steps[::-1]]

    def values_of(self, measure: Callable[[int, int], float]) -> Floats:
        """A measure of each item's votes that pass and that fail it."""
        return np.array([measure(one.passing, one.failing) for one in self.observations], np.float64)

    def at(self, places: Iterable[int]) -> Observed:
        """The items at these places."""
        return Observed(tuple(self.observations[place] for place in places))

    def halves(self) -> tuple[Observed, Observed]:
        """The items dealt to two halves by the hashes of their clusters."""
        first = deal_folds(self.clusters, 2) == 0
        pairs = list(zip(self.observations, first.tolist(), strict=True))
        return Observed(tuple(one for one, is_first in pairs if is_first)), Observed(
            tuple(one for one, is_first in pairs if not is_first)
        )

    def decided_at(self, cut_off: float) -> Observed:
        """The items as a judge decides them that passes from this P(pass) on; what it left open stays open."""
        return Observed(tuple(_at(one, cut_off) for one in self.observations))

    def by_wording(self) -> dict[str, Observed]:
        """The items of each criterion, by its wording, in the order of their texts; empty where there is none."""
        parts: dict[tuple[str, str], list[Observation]] = {}
        for one in self.observations:
            if one.wording is not None:
                parts.setdefault((one.criterion or "", one.wording), []).append(one)
        return {wording: Observed(tuple(parts[text, wording])) for text, wording in sorted(parts)}

    def where_good(self) -> Observed:
        """Those of the items that people pass, or are tied on."""
        return Observed(tuple(one for one in self.observations if one.y > 0))

    def where_bad(self) -> Observed:
        """Those of the items that people fail, or are tied on."""
        return Observed(tuple(one for one in self.observations if one.y < 1))

    def where_passed(self, passed: bool) -> Observed:
        """Those of the items that the judge passes, or those that it does not."""
        return Observed(tuple(one for one in self.observations if (one.decision == "pass") == passed))

    def weights(self, strata: Mapping[int, int]) -> Floats:
        """What each item stands for in a population of so many items a decision.

        Raises: ValueError where a stratum with items has no label.
        """
        return draw_weights(self.decisions, strata)

    @cached_property
    def inverse_probabilities(self) -> Floats | None:
        """What each item stands for by its probability of being drawn, 1 on average; None unless all of them have one.

        For labels that were not drawn by the decisions that are looked at: those of another judge, or of one criterion.
        """
        known = [one.probability for one in self.observations if one.probability is not None]
        if not known or len(known) < self.count:
            return None
        weights = 1 / np.array(known, np.float64)
        return weights / weights.mean()

    def within(self, strata: Mapping[int, int]) -> JudgedItems:
        """The items among the population of so many a decision; those without a label are clusters of their own."""
        rest = {code: max(count - int((self.decisions == code).sum()), 0) for code, count in strata.items()}
        unlabelled = np.repeat(np.array(list(rest), np.int64), list(rest.values()))
        alone = np.arange(len(unlabelled), dtype=np.uint64)
        return JudgedItems(
            np.concatenate((self.decisions, unlabelled)),
            np.concatenate((self.labels, np.full(len(unlabelled), np.nan))),
            np.concatenate((self.clusters, alone)),
        )


def _annotators(one: Observation) -> Sequence[str]:
    return one.annotators or [str(place) for place in range(len(one.marks))]


def _at(one: Observation, cut_off: float) -> Observation:
    if one.p_pass is None or one.decision not in ("pass", "fail"):
        return one
    return one.model_copy(update={"decision": "pass" if one.p_pass >= cut_off else "fail"})


def _code(one: Observation) -> int:
    if one.decision is None or one.decision == "not_applicable":
        raise ValueError(f"the item '{one.id}' was not decided")
    return CODE_OF[one.decision]
