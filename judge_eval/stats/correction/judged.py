"""The judged items of a run as arrays: what the judge decided, what people say, and who belongs together."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import Literal

import numpy as np

from judge_eval.stats.arrays import Codes, Floats, codes, floats

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


def items_of(
    decisions: array[int], labels: array[float], clusters: array[int], probabilities: array[float] | None
) -> JudgedItems:
    """The items whose parts stand in these arrays: decisions as codes, labels NaN where there is none."""
    chances = None if probabilities is None else floats(probabilities)
    return JudgedItems(np.array(decisions, np.int64), floats(labels), codes(clusters), chances)
