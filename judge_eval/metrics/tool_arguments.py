"""tool_arguments: the share of the expected arguments that the agent got right."""

from __future__ import annotations

from collections.abc import Iterator

from judge_eval.core.case import ArgumentMatcher, Case, ExpectedCall
from judge_eval.core.run import Call, Run
from judge_eval.core.score import Score
from judge_eval.metrics.alignment import align
from judge_eval.metrics.arguments import argument_matches, mismatches
from judge_eval.metrics.calls import Actual, CallOptions, Expected, score_calls, shown_call
from judge_eval.metrics.finding import Finding
from judge_eval.metrics.metric import Metric

NAME = "tool_arguments"


def measure(case: Case, run: Run, options: CallOptions) -> Score:
    """The mean over turns of right arguments over expected arguments.

    Calls are aligned by name, in order, as many as possible; among such alignments the one with the most right
    arguments counts. Each expected argument is one unit, right where its matcher accepts the aligned call's value;
    ignored arguments are no unit, and an expected call without any unit is one itself, right by being aligned. All
    units of a call that is not aligned are wrong. Surplus arguments and surplus calls cost nothing here: the
    trajectory metrics hold them against the agent.
    """

    def measure_turn(expected: Expected, actual: Actual) -> Finding:
        def worth(wanted: int, made: int) -> int | None:
            same_name = expected[wanted].name == actual[made].name
            return _right(expected[wanted], actual[made]) if same_name else None

        alignment = align(len(expected), len(actual), worth)
        first_wrong = next(_wrong(expected, actual, dict(alignment.pairs)), None)
        if first_wrong is None:
            return Finding(1.0)
        n_units = sum(_units(call) for call in expected)
        return Finding(alignment.worth / n_units, f"{first_wrong} ({alignment.worth} of {n_units} arguments right)")

    return score_calls(NAME, case, run, options.ignore_tools, measure_turn)


def _wrong(expected: Expected, actual: Actual, partners: dict[int, int]) -> Iterator[str]:
    """What is wrong with each expected call that is not wholly right, in one sentence each."""
    for place, wanted in enumerate(expected):
        partner = partners.get(place)
        if partner is None:
            yield f"{shown_call(wanted)} has no call of its name in its place"
        elif _right(wanted, actual[partner]) < _units(wanted):
            yield f"{wanted.name}: {next(mismatches(wanted, actual[partner].args))}"


def _right(wanted: ExpectedCall, made: Call) -> int:
    checked = _checked(wanted)
    right = [name in made.args and argument_matches(matcher, made.args[name]) for name, matcher in checked.items()]
    return sum(right) if right else 1


def _units(wanted: ExpectedCall) -> int:
    return max(len(_checked(wanted)), 1)


def _checked(wanted: ExpectedCall) -> dict[str, ArgumentMatcher]:
    return {name: matcher for name, matcher in wanted.args.items() if matcher.kind != "ignore"}


METRIC = Metric(NAME, measure, CallOptions)
