"""The gate before simulated agents and judges: false alarms, and what the second look does for a real drop.

tests/bench/bench_gate.py prints the whole table over 2,000 runs.
"""

from __future__ import annotations

from itertools import product
from math import sqrt

import numpy as np
import pytest

from judge_eval.stats.trials.simulation import seeded
from tests.gate_simulation import JUDGES, SECOND_LOOK, dropped, dropped_under_flips, play, unchanged

RUNS = 200
"""Runs a cell here."""


@pytest.mark.parametrize(("judge", "n"), list(product(("ICC .62", "ICC .17"), (20, 200))))
def test_an_unchanged_agent_rarely_fails(judge: str, n: int) -> None:
    """In at most 5 % of runs and two standard errors, where a floor at the baseline's mean fails in a third or more."""
    found = unchanged(judge, n, RUNS)
    assert found.no_false_alarm
    assert found.dropped > 0.3


def test_asking_again_catches_what_one_look_misses() -> None:
    """A drop of 10 points at 200 items, ICC .62: 95 %, less two errors; by the first look alone clearly less often."""
    again, once = (dropped("ICC .62", 0.1, 200, RUNS, again=again) for again in (True, False))
    assert again.failed >= 0.95 - 2 * sqrt(0.95 * 0.05 / RUNS)
    assert once.failed < again.failed


def test_a_quiet_judge_needs_no_second_look() -> None:
    """With 3 % of verdicts turned round and no second look, a drop of 10 points at 200 items fails in 85 % of runs."""
    assert dropped_under_flips(0.03, 0.1, 200, RUNS).failed >= 0.85


def test_the_simulated_rule_is_the_judges() -> None:
    """lead:3,max:15 on items of P(yes) ½ passes as often as it fails, and ends undecided as a walk of 15 steps does.

    Such a walk stays within two of its start with a probability of (3/4)^7: of its steps after the first, each pair
    ends it with a probability of ¼, wherever it stands.
    """
    verdicts = play(np.full(20_000, 0.5), SECOND_LOOK, seeded(1, "walk"))
    undecided = 0.75**7
    error = 2 * sqrt(undecided * (1 - undecided) / 20_000)
    assert (verdicts == 0.5).mean() == pytest.approx(undecided, abs=error)
    assert verdicts.mean() == pytest.approx(0.5, abs=2 * 0.5 / sqrt(20_000))


@pytest.mark.slow
@pytest.mark.parametrize(("judge", "n"), list(product(JUDGES, (20, 50, 200, 500))))
def test_an_unchanged_agent_rarely_fails_in_full(judge: str, n: int) -> None:
    """The same over 2,000 runs, every judge and size."""
    assert unchanged(judge, n, 2_000).no_false_alarm
