"""Cases and runs in a line each, and a metric's word on them, for the tests of metrics."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import JsonValue

from judge_eval.core.case import ArgumentMatcher, Case, Equal, Expectation, ExpectedCall, Turn
from judge_eval.core.content import Part
from judge_eval.core.run import Call, Run, RunTurn
from judge_eval.core.score import Score
from judge_eval.metrics.catalog import load


def expected(name: str, /, **args: JsonValue) -> ExpectedCall:
    """An expected call whose arguments are to be equal to `args`."""
    return ExpectedCall(name=name, args={key: Equal(value=value) for key, value in args.items()})


def wanted(name: str, args: dict[str, ArgumentMatcher]) -> ExpectedCall:
    """An expected call with matchers for arguments."""
    return ExpectedCall(name=name, args=args)


def call(name: str, /, **args: JsonValue) -> Call:
    """A call that was made."""
    return Call(name=name, args=args)


def turn(calls: Sequence[ExpectedCall] | None = None, reference: str | None = None) -> Turn:
    """A turn of a case."""
    return Turn(user=(Part(text="Hello"),), calls=None if calls is None else tuple(calls), reference=reference)


def made(*calls: Call, response: str | None = "Done.") -> RunTurn:
    """A turn of a run."""
    return RunTurn(user="Hello", calls=calls, final_response=response)


def case(*turns: Turn, expect: Expectation | None = None) -> Case:
    """A case of these turns."""
    return Case(id="c", cluster="c", turns=turns, expect=expect or Expectation())


def run(*turns: RunTurn, error: str | None = None, state: dict[str, JsonValue] | None = None) -> Run:
    """A run of these turns."""
    return Run(case_id="c", turns=turns, error=error, state=state)


def scored(metric: str, of: Case, by: Run, /, **options: JsonValue) -> Score:
    """What the metric says of the run, with options as a config would give them."""
    loaded = load(metric)
    return loaded.measure(of, by, loaded.options.model_validate(options))


def calls_scored(
    metric: str, expected_calls: Sequence[ExpectedCall], calls: Sequence[Call], /, **options: JsonValue
) -> Score:
    """What a metric says of the calls of a single turn."""
    return scored(metric, case(turn(expected_calls)), run(made(*calls)), **options)


def text_scored(metric: str, reference: str | None, response: str | None) -> Score:
    """What a metric says of the final response of a single turn."""
    return scored(metric, case(turn(reference=reference)), run(made(response=response)))
