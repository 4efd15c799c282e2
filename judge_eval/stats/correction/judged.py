"""The judged items of a run as arrays: what the judge decided, what people say, and who belongs together."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from judge_eval.stats.intervals.clusters import Codes, Floats, code_of, codes, floats

JudgeDecision = Literal["pass", "undecided", "fail"]

FAIL, UNDECIDED, PASS = 0, 1, 2
"""Codes of decisions; what is not a pass counts as not passed."""
CODE_OF: dict[JudgeDecision, int] = {"fail": FAIL, "undecided": UNDECIDED, "pass": PASS}


@dataclass(frozen=True, slots=True, eq=False)
class JudgedItems:
    """Item i was decided `decisions[i]`, is good to people by `labels[i]`, and belongs to `clusters[i]`.

    A label lies in [0, 1], .5 where people are tied, and is NaN where nobody was asked. `probabilities` are a
    distribution judge's P(pass), None for a judge that votes.
    """

    decisions: Codes
    labels: Floats
    clusters: Codes
    probabilities: Floats | None = None

    @property
    def count(self) -> int:
        """How many items were judged."""
        return len(self.decisions)

    @property
    def passed(self) -> Floats:
        """1 for each item that the judge passes, else 0."""
        return (self.decisions == PASS).astype(np.float64)

    @property
    def undecided(self) -> int:
        """How many of them the judge could not decide."""
        return int((self.decisions == UNDECIDED).sum())

    @property
    def labelled(self) -> JudgedItems:
        """Those of the items that carry a label."""
        asked = ~np.isnan(self.labels)
        probabilities = None if self.probabilities is None else self.probabilities[asked]
        return JudgedItems(self.decisions[asked], self.labels[asked], self.clusters[asked], probabilities)


def judged_items(
    decisions: Sequence[JudgeDecision],
    labels: Sequence[float | None],
    clusters: Sequence[str],
    probabilities: Sequence[float] | None = None,
) -> JudgedItems:
    """The items as arrays; all sequences go by item.

    Raises: ValueError where they differ in length, or a label or probability lies outside [0, 1].
    """
    count = len(decisions)
    if len(labels) != count or len(clusters) != count or len(probabilities or decisions) != count:
        raise ValueError("decisions, labels, clusters and probabilities must be of one length")
    marks = np.array([np.nan if label is None else label for label in labels], np.float64)
    chances = None if probabilities is None else np.array(probabilities, np.float64)
    for name, shares in (("label", marks[~np.isnan(marks)]), ("probability", chances)):
        if shares is not None and not ((shares >= 0) & (shares <= 1)).all():
            raise ValueError(f"a {name} lies outside [0, 1]")
    named = np.array([code_of(cluster) for cluster in clusters], np.uint64)
    return JudgedItems(np.array([CODE_OF[word] for word in decisions], np.int64), marks, named, chances)


def items_of(
    decisions: array[int], labels: array[float], clusters: array[int], probabilities: array[float] | None
) -> JudgedItems:
    """The items whose parts stand in these arrays: decisions as codes, labels NaN where there is none."""
    chances = None if probabilities is None else floats(probabilities)
    return JudgedItems(np.array(decisions, np.int64), floats(labels), codes(clusters), chances)
