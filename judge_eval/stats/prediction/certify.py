"""Certified thresholds: from which value on the judge's decisions err no more often than promised."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Literal

import numpy as np
import numpy.typing as npt

from judge_eval.stats.arrays import Codes, Floats
from judge_eval.stats.intervals.exact import at_most

Side = Literal["pass", "fail"]

VOTE_MARGINS = (4.0, 3.0, 2.0, 1.0)
"""How clear a vote is: 2–0 and better, 3–1, 4–2, and any majority: strict to lax, set before any label was seen."""


@dataclass(frozen=True, slots=True)
class Looked:
    """A threshold that was tested: the `n` labels beyond it, and how many of them contradict the side."""

    threshold: float
    n: int
    errors: int


@dataclass(frozen=True, slots=True)
class SideCertificate:
    """The laxest threshold that holds on one side, with the evidence; or what is missing.

    `certified` None: no threshold holds yet. `more_labels` is then how many further labels would do if errors stay
    as frequent as seen, None where no number will do. `level` is the error probability that this side spent.
    """

    side: Side
    certified: Looked | None
    more_labels: int | None
    level: float


def spend(look: int, delta: float) -> float:
    """The error probability that one side may spend at a look, from 1: half of delta/(j(j+1)).

    Over both sides and all looks that is delta at most, however often labels are added and looked at again.
    """
    return delta / (look * (look + 1)) / 2


def one_label_a_cluster(items: Codes, clusters: Codes) -> npt.NDArray[np.intp]:
    """The indices of one item of each cluster, the one of the lowest code: a choice that knows no label."""
    order = np.lexsort((items, clusters))
    first = np.concatenate(([True], clusters[order][1:] != clusters[order][:-1])) if len(order) else order > 0
    return order[first]


def certify(
    values: Floats, labels: Floats, thresholds: Sequence[float], side: Side, look: int, target: float, delta: float
) -> SideCertificate:
    """The certificate of one side: items of `values` beyond its threshold err with a rate of `target` at most.

    It is false with probability `spend(look, delta)` at most. Labels are a random draw of the scored population, one a
    cluster; `thresholds` are on the judge's scale, strict to lax, and were set without labels. They are tested in
    that order from the first that so many labels lie beyond that it could hold at all; the first miss ends it. A
    label of .5, where annotators tie, is an error on either side.
    Source: Angelopoulos et al. 2021, Learn then Test, with fixed-sequence testing and binomial p values.
    """
    level = spend(look, delta)
    errs = labels < 1 if side == "pass" else labels > 0
    held: Looked | None = None
    missed: list[Looked] = []
    for threshold in thresholds:
        beyond = values >= threshold if side == "pass" else values <= threshold
        looked = Looked(threshold, int(beyond.sum()), int((beyond & errs).sum()))
        if held is None and at_most(0, looked.n, target) > level:
            missed.append(looked)
        elif at_most(looked.errors, looked.n, target) <= level:
            held = looked
        else:
            missed.append(looked)
            break
    more = None if held else _fewest_more(missed, len(values), target, spend(look + 1, delta))
    return SideCertificate(side, held, more, level)


def _fewest_more(missed: Sequence[Looked], n_labels: int, target: float, level: float) -> int | None:
    """The fewest further labels with which one of these thresholds would hold at the next look, or None."""
    needed = [more for looked in missed if (more := _more_for(looked, n_labels, target, level)) is not None]
    return min(needed, default=None)


def _more_for(looked: Looked, n_labels: int, target: float, level: float) -> int | None:
    """The further labels of the whole draw with which this threshold would hold if its errors stay as frequent."""
    if looked.n == 0 or looked.errors >= target * looked.n:
        return None
    rate = looked.errors / looked.n

    def holds(n: int) -> bool:
        return at_most(rate * n, n, target) <= level

    enough = looked.n
    while not holds(enough):
        enough *= 2
    too_few = looked.n // 2
    while enough - too_few > 1:
        middle = (too_few + enough) // 2
        too_few, enough = (too_few, middle) if holds(middle) else (middle, enough)
    return max(1, ceil(enough * n_labels / looked.n) - n_labels)
