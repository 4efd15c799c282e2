"""The interval of pass^k against known truth."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from judge_eval.core.results import CaseResult, CaseStatus, RepeatsUsed
from judge_eval.pipeline.counts.repeats import RepeatTally

PROMISED = 0.94
REPETITIONS = 600
TWO_ERRORS = 2 * sqrt(PROMISED * (1 - PROMISED) / REPETITIONS)


def _used(source: np.random.Generator, cases: int, repeats: int) -> RepeatsUsed:
    """What the repeats of one suite show, whose cases pass with chances of their own, drawn from Beta(2, 1)."""
    tally = RepeatTally()
    for number, chance in enumerate(source.beta(2, 1, cases)):
        statuses: list[CaseStatus] = ["passed" if passed else "failed" for passed in source.random(repeats) < chance]
        name = str(number)
        results = [CaseResult(id=name, repeat=repeat, status=status) for repeat, status in enumerate(statuses)]
        tally.add(results, name, gates=True)
    used = tally.used()
    assert used is not None
    return used


@pytest.mark.parametrize("cases", [12, 30])
def test_the_interval_holds_the_truth(cases: int) -> None:
    """Each k's interval holds E[p^k] as often as promised; for Beta(2, 1), of density 2p, that is 2/(k + 2)."""
    source = np.random.default_rng(cases)
    held = np.zeros(3)
    for _ in range(REPETITIONS):
        for power in _used(source, cases, repeats=3).pass_power:
            assert power.low is not None and power.high is not None
            held[power.k - 1] += power.low <= 2 / (power.k + 2) <= power.high
    assert (held / REPETITIONS >= PROMISED - TWO_ERRORS).all(), held / REPETITIONS
