"""tool_trajectory_position: the share of places at which the expected call was made."""

from __future__ import annotations

from judge_eval.core.case import Case
from judge_eval.core.run import Run
from judge_eval.core.score import Score
from judge_eval.metrics.calls import Actual, Expected, FitOptions, first_difference, fits, score_calls
from judge_eval.metrics.finding import Finding
from judge_eval.metrics.metric import Metric

NAME = "tool_trajectory_position"


def measure(case: Case, run: Run, options: FitOptions) -> Score:
    """The mean over turns of the matching places over the length of the longer sequence."""

    def measure_turn(expected: Expected, actual: Actual) -> Finding:
        pairs = zip(expected, actual, strict=False)
        n_matching = sum(fits(wanted, made, ignore_args=options.ignore_args) for wanted, made in pairs)
        reason = first_difference(expected, actual, ignore_args=options.ignore_args)
        return Finding(n_matching / max(len(expected), len(actual)), reason)

    return score_calls(NAME, case, run, options.ignore_tools, measure_turn)


METRIC = Metric(NAME, measure, FitOptions)
