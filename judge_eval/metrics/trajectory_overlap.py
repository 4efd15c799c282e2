"""Partial credit for a trajectory: how much of the expected and the made calls is common to both, in order.

All three rest on the longest common subsequence of the two, of length L.
"""

from __future__ import annotations

from collections.abc import Callable

from judge_eval.core.case import Case
from judge_eval.core.run import Run
from judge_eval.core.score import Score
from judge_eval.metrics.alignment import Alignment, align
from judge_eval.metrics.calls import Actual, Expected, FitOptions, fits, missing, score_calls, surplus
from judge_eval.metrics.finding import Finding
from judge_eval.metrics.metric import Metric

Formula = Callable[[int, int, int], float]
"""The value of L, the number of expected calls, and that of calls made."""


def f1(common: int, n_expected: int, n_actual: int) -> float:
    """2 L / (expected + made), the harmonic mean of recall and precision."""
    return 2 * common / (n_expected + n_actual)


def recall(common: int, n_expected: int, n_actual: int) -> float:
    """L / expected: the share of the expected calls that were made in order."""
    return common / n_expected


def precision(common: int, n_expected: int, n_actual: int) -> float:
    """L / made: the share of the calls made that were expected in that order."""
    return common / n_actual


def _overlap(name: str, formula: Formula) -> Metric[FitOptions]:
    def measure(case: Case, run: Run, options: FitOptions) -> Score:
        def measure_turn(expected: Expected, actual: Actual) -> Finding:
            def worth(wanted: int, made: int) -> int | None:
                return 0 if fits(expected[wanted], actual[made], ignore_args=options.ignore_args) else None

            alignment = align(len(expected), len(actual), worth)
            value = formula(len(alignment.pairs), len(expected), len(actual))
            return Finding(value, _reason(expected, actual, alignment, ignore_args=options.ignore_args))

        return score_calls(name, case, run, options.ignore_tools, measure_turn)

    return Metric(name, measure, FitOptions)


def _reason(expected: Expected, actual: Actual, alignment: Alignment, *, ignore_args: bool) -> str:
    """The first call that has no partner, and the counts; empty where all have one."""
    common = len(alignment.pairs)
    if common == len(expected) == len(actual):
        return ""
    found = {wanted for wanted, _ in alignment.pairs}
    used = {made for _, made in alignment.pairs}
    if common < len(expected):
        wanted = next(call for place, call in enumerate(expected) if place not in found)
        first = missing(wanted, expected, actual, ignore_args=ignore_args)
    else:
        first = surplus(next(call for place, call in enumerate(actual) if place not in used))
    counts = f"{common} of {len(expected)} expected calls in order, among {len(actual)} made"
    return f"{first} ({counts}: precision {precision(common, len(expected), len(actual)):.2f})"


F1 = _overlap("tool_trajectory_f1", f1)
RECALL = _overlap("tool_trajectory_recall", recall)
PRECISION = _overlap("tool_trajectory_precision", precision)
