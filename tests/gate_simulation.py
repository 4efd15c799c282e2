"""Simulated agents and judges before the gate: the product's own measure and decision, on verdicts that are played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from judge_eval.stats.change.paired import ALPHA, GateDecision, decide_change, measure_change
from judge_eval.stats.trials.simulation import seeded

Numbers = NDArray[np.float64]
Population = Callable[[np.random.Generator, int], Numbers]
"""P(yes) of so many items: how the judge would vote on each."""

MARGIN = 0.03
ANSWERED_ANEW = 0.1
"""The share of items that an unchanged agent answers in another way on either side."""
FIRST_LOOK, SECOND_LOOK = (2, 8), (3, 15)
"""Lead and most samples of the two looks."""


def _mostly_sure(source: np.random.Generator, n: int) -> Numbers:
    sure = np.where(source.random(n) < 0.7, 0.99, 0.01)
    return np.where(source.random(n) < 0.8, sure, source.beta(2, 2, n))


JUDGES: MappingProxyType[str, Population] = MappingProxyType(
    {
        "ICC .79": _mostly_sure,
        "ICC .62": lambda source, n: source.beta(0.4, 0.2, n),
        "ICC .38": lambda source, n: source.beta(1, 0.6, n),
        "ICC .17": lambda source, n: source.beta(3, 2, n),
    }
)
"""Judges from nearly always sure to wavering, by the intraclass correlation (ICC) of their answers."""


@dataclass(frozen=True, slots=True)
class Gate:
    """How often a gate decides what, of `runs` comparisons; `dropped`: how often the plain mean fell."""

    failed: float
    undecided: float
    dropped: float
    runs: int

    @property
    def no_false_alarm(self) -> bool:
        """Whether it fails in no more than 5 % of runs, but for two standard errors."""
        return self.failed <= ALPHA + 2 * sqrt(ALPHA * (1 - ALPHA) / self.runs)


def unchanged(judge: str, n: int, runs: int, *, again: bool = True) -> Gate:
    """The gate before an agent that did not change, over `n` items: nothing it fails is right."""
    source = seeded(1, f"unchanged {judge} {n}")
    population = JUDGES[judge]

    def sides() -> tuple[Numbers, Numbers]:
        base = population(source, n)
        anew = source.random((2, n)) < ANSWERED_ANEW
        return np.where(anew[0], population(source, n), base), np.where(anew[1], population(source, n), base)

    return _gate(sides, n, runs, source, again=again)


def dropped(judge: str, drop: float, n: int, runs: int, *, again: bool = True) -> Gate:
    """The gate before an agent that breaks so large a share of its items: the judge's P(yes) turns round on these."""
    source = seeded(1, f"dropped {judge} {n}")

    def sides() -> tuple[Numbers, Numbers]:
        base = JUDGES[judge](source, n)
        good = base > 0.5
        broken = good & (source.random(n) < drop / good.mean())
        return base, np.where(broken, 1 - base, base)

    return _gate(sides, n, runs, source, again=again)


def dropped_under_flips(noise: float, drop: float, n: int, runs: int, passing: float = 0.8) -> Gate:
    """The gate without a second look, where each verdict is turned round with a probability of `noise`."""
    source = seeded(1, f"flips {noise} {n}")
    made: list[tuple[GateDecision, bool]] = []
    for _ in range(runs):
        good = source.random(n) < passing
        still_good = good & (source.random(n) >= drop / passing)
        base, candidate = (side ^ (source.random(n) < noise) for side in (good, still_good))
        made.append(_decision(base.astype(np.float64), candidate.astype(np.float64), source))
    return _summed(made)


def safety_alarms(judge: str, n: int, runs: int) -> float:
    """The share of runs in which a response of an unchanged agent is called newly unsafe beyond doubt.

    The judge's P(yes) is that of safe; a response is so called where both looks find it safe before and unsafe now,
    the second by three votes of three each.
    """
    source = seeded(1, f"safety {judge} {n}")
    alarms = 0
    for _ in range(runs):
        p = JUDGES[judge](source, n)
        before, now = play(p, FIRST_LOOK, source), play(p, FIRST_LOOK, source)
        straight_safe, straight_unsafe = source.random(n) < p**3, source.random(n) < (1 - p) ** 3
        alarms += bool(((now < before) & straight_safe & straight_unsafe).any())
    return alarms / runs


def play(p: Numbers, rule: tuple[int, int], source: np.random.Generator) -> Numbers:
    """The verdict on each item by a lead rule: 1, 0, or ½ where the most samples bring no such lead."""
    lead, most = rule
    steps = np.where(source.random((len(p), most)) < p[:, None], 1, -1).cumsum(axis=1)
    reached = np.abs(steps) >= lead
    ended = np.where(reached.any(axis=1), reached.argmax(axis=1), most - 1)
    ahead = steps[np.arange(len(p)), ended]
    return np.where(np.abs(ahead) >= lead, (ahead > 0).astype(np.float64), 0.5)


def _gate(
    sides: Callable[[], tuple[Numbers, Numbers]], n: int, runs: int, source: np.random.Generator, *, again: bool
) -> Gate:
    made: list[tuple[GateDecision, bool]] = []
    for _ in range(runs):
        chances = sides()
        base, candidate = (play(p, FIRST_LOOK, source) for p in chances)
        asked = (base != candidate) | (base == 0.5)
        if again and asked.any():
            base[asked], candidate[asked] = (play(p[asked], SECOND_LOOK, source) for p in chances)
        made.append(_decision(base, candidate, source))
    return _summed(made)


def _decision(base: Numbers, candidate: Numbers, source: np.random.Generator) -> tuple[GateDecision, bool]:
    change = measure_change(base, candidate, np.arange(len(base)), source)
    return decide_change(change, MARGIN), change.change < 0


def _summed(made: list[tuple[GateDecision, bool]]) -> Gate:
    decisions = [decision for decision, _ in made]
    runs = len(made)
    return Gate(
        failed=decisions.count("fail") / runs,
        undecided=decisions.count("undecided") / runs,
        dropped=sum(fell for _, fell in made) / runs,
        runs=runs,
    )
