"""Made labels and made runs of which the truth is known: how often a certificate is false, and a gate fails wrongly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, product
from math import sqrt

import numpy as np

from judge_eval.stats.arrays import Floats
from judge_eval.stats.change.paired import ALPHA, decide_change, measure_change
from judge_eval.stats.intervals.chance import Chance
from judge_eval.stats.prediction.certify import VOTE_MARGINS, Side, certify
from judge_eval.stats.trials.simulation import seeded

TARGET, DELTA = 0.1, 0.1
MARGIN = 0.03

SHARES = (0.5, 0.2, 0.15, 0.15)
"""How many of the made items have each margin."""
PASSED = 0.7
ERRORS = ((0.05, 0.1, 0.2, 0.3), (0.09, 0.12, 0.2, 0.3), (0.11, 0.11, 0.11, 0.11))
"""How often judges err at each margin: one that can be certified in part, one hardly, and one never."""


@dataclass(frozen=True, slots=True)
class Kept:
    """How often a promise was broken in made data, and how often the naive rule breaks it.

    `undecided` is the share of gates that neither passed nor failed, None for certificates.
    """

    name: str
    broken: float
    at_most: float
    naive: float
    undecided: float | None
    repetitions: int

    @property
    def holds(self) -> bool:
        """Whether it was broken no more often than promised, plus two standard errors."""
        return self.broken <= self.at_most + 2 * sqrt(self.at_most * (1 - self.at_most) / self.repetitions)


def certificates(repetitions: int, seed: int = 1) -> Iterator[Kept]:
    """How often thresholds certified at an error of .1 err more often, after one look and after three.

    The naive rule takes the laxest threshold beyond which the labels show an error of .1 at most.
    """
    for errors, looks in product(ERRORS, ((50,), (100,), (200,), (50, 100, 200))):
        name = f"certificate, errors {'/'.join(map(str, errors))}, {'+'.join(map(str, looks))} labels"
        source = seeded(seed, name)
        made = [_certificate_breaks(errors, looks, source) for _ in range(repetitions)]
        broken, naive = (sum(pair) / repetitions for pair in zip(*made, strict=True))
        yield Kept(name, broken, DELTA, naive, None, repetitions)


def _certificate_breaks(errors: Sequence[float], looks: Sequence[int], source: Chance) -> tuple[bool, bool]:
    """Whether a threshold certified at any look errs too often, and whether the naive one of the last look does."""
    margins = source.choice(VOTE_MARGINS, p=SHARES, size=looks[-1])
    passes = source.random(looks[-1]) < PASSED
    wrong = source.random(looks[-1]) < np.array((0.0, *reversed(errors)))[margins.astype(np.intp)]
    values, labels = np.where(passes, margins, -margins), (passes != wrong).astype(np.float64)
    weighted = accumulate(share * error for share, error in zip(SHARES, errors, strict=True))
    true_errors = [error / share for error, share in zip(weighted, accumulate(SHARES), strict=True)]
    broken = naive = False
    sides: tuple[tuple[Side, float], ...] = (("pass", 1.0), ("fail", -1.0))
    for side, sign in sides:
        thresholds = [sign * margin for margin in VOTE_MARGINS]
        for look, n in enumerate(looks, start=1):
            found = certify(values[:n], labels[:n], thresholds, side, look, TARGET, DELTA).certified
            broken |= found is not None and true_errors[thresholds.index(found.threshold)] > TARGET
        errs = labels < 1 if side == "pass" else labels > 0
        naive |= _naive_breaks(sign * values, errs.astype(np.float64), true_errors)
    return broken, naive


def _naive_breaks(clear: Floats, errs: Floats, true_errors: Sequence[float]) -> bool:
    """Whether the laxest threshold with few enough errors among the labels errs too often."""
    for margin, true_error in reversed(tuple(zip(VOTE_MARGINS, true_errors, strict=True))):
        beyond = clear >= margin
        if beyond.any() and errs[beyond].mean() <= TARGET:
            return true_error > TARGET
    return False


def gates(repetitions: int, seed: int = 1) -> Iterator[Kept]:
    """How often a gate fails an agent that is the same on both sides, item by item and in conversations of four.

    The naive rule fails on any drop of the mean.
    """
    for items, size in product((20, 50, 200, 500), (1, 4)):
        name = f"gate, {items} items, {'each by itself' if size == 1 else f'conversations of {size}'}"
        source = seeded(seed, name)
        made = [_unchanged(items, size, source) for _ in range(repetitions)]
        broken, naive, undecided = (sum(outcomes) / repetitions for outcomes in zip(*made, strict=True))
        yield Kept(name, broken, ALPHA, naive, undecided, repetitions)


def _unchanged(items: int, size: int, source: Chance) -> tuple[bool, bool, bool]:
    """Whether the gate fails two runs of one agent, whether the mean dropped, and whether the gate is undecided."""
    clusters = np.arange(items) // size
    n_clusters = int(clusters[-1]) + 1
    rates = source.beta(2.0, 0.5, size=n_clusters)[clusters]

    def run() -> Floats:
        # Every other conversation passes or fails as one in this run.
        alike = source.random(n_clusters)[clusters] < 0.5
        chances = np.where(alike, source.random(n_clusters)[clusters], source.random(items))
        return (chances < rates).astype(np.float64)

    change = measure_change(run(), run(), clusters, source)
    decision = decide_change(change, MARGIN)
    return decision == "fail", change.change < 0, decision == "undecided"
