"""tool_trajectory_avg_score: the share of turns whose calls are those expected, as ADK counts it."""

from __future__ import annotations

from enum import IntEnum
from itertools import groupby
from typing import Literal

from pydantic import field_validator

from judge_eval.core.case import Case
from judge_eval.core.run import Run
from judge_eval.core.score import Score
from judge_eval.errors import nearest
from judge_eval.metrics.assignment import Assignment
from judge_eval.metrics.calls import (
    Actual,
    Expected,
    FitOptions,
    first_difference,
    fits,
    missing,
    score_calls,
    surplus,
)
from judge_eval.metrics.finding import Finding
from judge_eval.metrics.metric import Metric

NAME = "tool_trajectory_avg_score"


class MatchType(IntEnum):
    """What must hold of a turn's calls, with ADK's numbers."""

    EXACT = 0
    """Just the expected calls, in their order."""
    IN_ORDER = 1
    """The expected calls in their order, others between them."""
    ANY_ORDER = 2
    """The expected calls, each by a call of its own, and others."""


class TrajectoryOptions(FitOptions):
    """How calls are compared; with `parallel` "unordered", calls that came in one event have no order of their own."""

    match_type: MatchType = MatchType.EXACT
    parallel: Literal["ordered", "unordered"] = "ordered"

    @field_validator("match_type", mode="before")
    @classmethod
    def _by_name(cls, value: object) -> object:
        """ADK's spellings: any case, with spaces or dashes for the underscore."""
        if isinstance(value, bool):
            raise ValueError("expected EXACT, IN_ORDER or ANY_ORDER")
        if not isinstance(value, str):
            return value
        name = value.strip().upper().replace("-", "_").replace(" ", "_")
        if name not in MatchType.__members__:
            hint = nearest(name, MatchType.__members__)
            raise ValueError("expected EXACT, IN_ORDER or ANY_ORDER" + (f"; {hint}" if hint else ""))
        return MatchType[name]


def measure(case: Case, run: Run, options: TrajectoryOptions) -> Score:
    """The mean over turns of 1 (the calls match) and 0 (they do not)."""

    def measure_turn(expected: Expected, actual: Actual) -> Finding:
        difference = _difference(expected, actual, options)
        return Finding(0.0, difference) if difference else Finding(1.0)

    return score_calls(NAME, case, run, options.ignore_tools, measure_turn)


def _difference(expected: Expected, actual: Actual, options: TrajectoryOptions) -> str:
    """What keeps the calls from matching, in one sentence; empty where they match."""
    if options.match_type is MatchType.EXACT and options.parallel == "ordered":
        return first_difference(expected, actual, ignore_args=options.ignore_args)

    def fit(wanted: int, made: int) -> bool:
        return fits(expected[wanted], actual[made], ignore_args=options.ignore_args)

    # Each group gets as many of the expected calls as it can hold: what a later group must hold only shrinks by it.
    held: set[int] = set()
    groups = iter(_groups(actual, options))
    assignment = Assignment(next(groups), fit)
    for wanted, call in enumerate(expected):
        while not assignment.place(wanted):
            held |= assignment.held
            group = next(groups, None)
            if group is None:
                return missing(call, expected, actual, ignore_args=options.ignore_args)
            assignment = Assignment(group, fit)
    held |= assignment.held
    if options.match_type is MatchType.EXACT and len(actual) > len(expected):
        return surplus(next(call for place, call in enumerate(actual) if place not in held))
    return ""


def _groups(actual: Actual, options: TrajectoryOptions) -> list[list[int]]:
    """The places of the calls, parted where their order counts."""
    places = range(len(actual))
    if options.match_type is MatchType.ANY_ORDER:
        return [list(places)]
    if options.parallel == "unordered":
        return [list(group) for _, group in groupby(places, key=lambda place: _event(actual, place))]
    return [[place] for place in places]


def _event(actual: Actual, place: int) -> int:
    """The event of a call; one whose event was not recorded has an event of its own, numbered below all others."""
    event = actual[place].parallel
    return -1 - place if event is None else event


METRIC = Metric(NAME, measure, TrajectoryOptions)
