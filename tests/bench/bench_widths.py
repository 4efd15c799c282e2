"""Intervals from 100 random labels of a run of 1,000 items at .8: ours, people alone, and truescore's, side by side.

    python -m tests.bench.bench_widths [RUNS]

Exits with 1 where ours covers less than .93, or is wider on average, by more than chance, than people alone or
than truescore's narrowest. The judge passes .9 of what is good and .2 of what is not.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from math import sqrt
from typing import Any

import numpy as np

from judge_eval.calibration.corrected_rate import corrected_rate
from judge_eval.calibration.selftest import record_of
from judge_eval.core.calibration import Confusion
from judge_eval.stats.correction.human_rate import human_rate
from judge_eval.stats.correction.judged import JudgedItems
from judge_eval.stats.correction.rate import Rate
from judge_eval.stats.intervals.quantiles import normal_quantile
from judge_eval.stats.trials.simulation import World, label_at_random, make_run, seeded

RATE, JUDGED, LABELS = 0.8, 1000, 100
LEAST_COVERAGE = 0.93
OURS, PEOPLE = "judge-eval, double sampling", "people alone, Wilson"

truescore: Any = import_module("truescore")  # ships no types that strict checking can use


def main(n_runs: int) -> int:
    """The exit code, after printing each estimator's mean width, coverage, and width were all to cover .95."""
    intervals = {name: [interval(items) for items in runs(n_runs)] for name, interval in ESTIMATORS.items()}
    ours = intervals[OURS]
    print(f"{LABELS} random labels of a run of {JUDGED:,} at {RATE}; {n_runs:,} runs")
    print(f"{'':32}{'width':>7}{'coverage':>10}{'at .95':>8}  ours is narrower by")
    failed = coverage(ours) < LEAST_COVERAGE
    for name, found in intervals.items():
        gains = np.array([other.width - own.width for other, own in zip(found, ours, strict=True)])
        error = float(gains.std()) / sqrt(n_runs)
        failed |= float(gains.mean()) < -2 * error
        gain = "" if name == OURS else f"{gains.mean():+.4f} ± {2 * error:.4f}"
        width, held = float(np.mean([one.width for one in found])), coverage(found)
        print(f"{name:32}{width:7.4f}{held:10.3f}{width * stretch(held):8.4f}  {gain}")
    return int(failed)


def runs(n_runs: int) -> Iterator[JudgedItems]:
    """The same labelled runs, every time."""
    source = seeded(1, "widths")
    return (label_at_random(make_run(World(RATE), JUDGED, source), LABELS, source) for _ in range(n_runs))


def coverage(found: list[Rate]) -> float:
    """The share of intervals that hold the rate."""
    return float(np.mean([one.low <= RATE <= one.high for one in found]))


def stretch(held: float) -> float:
    """By how much normal intervals that cover `held` are to be stretched to cover .95."""
    return normal_quantile(0.975) / normal_quantile(0.5 + min(held, 0.9999) / 2)


def ours(items: JudgedItems) -> Rate:
    """What `score` gives."""
    rate = corrected_rate(items, record_of("random", Confusion()), from_this_run=True).rate
    assert isinstance(rate, Rate)
    return rate


def theirs(name: str) -> Callable[[JudgedItems], Rate]:
    """An estimator of truescore's."""

    def interval(items: JudgedItems) -> Rate:
        places = np.flatnonzero(~np.isnan(items.labels))
        estimate = getattr(truescore, name)(items.passed, items.labels[places], places)
        return Rate(estimate.point, estimate.low, estimate.high, estimate.method)

    return interval


ESTIMATORS: dict[str, Callable[[JudgedItems], Rate]] = {
    OURS: ours,
    PEOPLE: human_rate,
    "truescore, ppi_estimate": theirs("ppi_estimate"),
    "truescore, rogan_gladen_estimate": theirs("rogan_gladen_estimate"),
}

if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 2_000))
