"""Expected calls against those that were made: which of them count, when one fits, and how to say so."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pydantic import ConfigDict
from pydantic.alias_generators import to_camel

from judge_eval.core.case import Case, ExpectedCall, Turn
from judge_eval.core.run import Call, Run, RunTurn
from judge_eval.core.score import Score
from judge_eval.metrics.arguments import args_match, describe, mismatches
from judge_eval.metrics.finding import Finding, score_turns
from judge_eval.metrics.metric import Options
from judge_eval.text.one_line import cut

Expected = Sequence[ExpectedCall]
Actual = Sequence[Call]
CallsMeasure = Callable[[Expected, Actual], Finding]


class CallOptions(Options):
    """The settings of every metric on calls: `ignore_tools` names tools that are left out on both sides."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, loc_by_alias=False)

    ignore_tools: tuple[str, ...] = ()


class FitOptions(CallOptions):
    """The settings of a metric on whole calls: with `ignore_args` a call fits by its name alone."""

    ignore_args: bool = False


def score_calls(metric: str, case: Case, run: Run, ignore_tools: Sequence[str], measure: CallsMeasure) -> Score:
    """The score by turns of a metric on calls; `measure` sees turns in which calls are expected and some were made.

    A turn without a written expectation is left out. Where no call is expected, any call is worth 0 and none 1;
    where calls are expected, making none is worth 0. Calls inside another call are not the agent's own and do not
    count, as in ADK, whose trajectory never shows them.
    """

    def measure_turn(turn: Turn, made: RunTurn) -> Finding:
        expected = [call for call in turn.calls or () if call.name not in ignore_tools]
        actual = [call for call in made.calls if call.nested_in is None and call.name not in ignore_tools]
        if not expected:
            return Finding(0.0, f"called {actual[0].name}, no call was expected") if actual else Finding(1.0)
        if not actual:
            return Finding(0.0, f"expected {shown_call(expected[0])}, no call was made")
        return measure(expected, actual)

    return score_turns(metric, case, run, _lacking_calls, measure_turn)


def fits(expected: ExpectedCall, actual: Call, *, ignore_args: bool) -> bool:
    """Whether `actual` is the call that was expected; call ids are never compared."""
    return expected.name == actual.name and (ignore_args or args_match(expected, actual.args))


def first_difference(expected: Expected, actual: Actual, *, ignore_args: bool) -> str:
    """The first place where the two part, in one sentence; empty where they do not."""
    for wanted, made in zip(expected, actual, strict=False):
        if wanted.name != made.name:
            return f"expected {shown_call(wanted)}, called {made.name}"
        if not fits(wanted, made, ignore_args=ignore_args):
            return f"{made.name}: {next(mismatches(wanted, made.args))}"
    if len(expected) > len(actual):
        return f"expected {shown_call(expected[len(actual)])}, no further call was made"
    return surplus(actual[len(expected)]) if len(actual) > len(expected) else ""


def missing(wanted: ExpectedCall, expected: Expected, actual: Actual, *, ignore_args: bool) -> str:
    """Why `wanted`, one of `expected`, was not found in its place among `actual`, in one sentence."""
    n_made = sum(fits(wanted, made, ignore_args=ignore_args) for made in actual)
    if n_made:
        n_wanted = sum(other == wanted for other in expected)
        how = f"{n_made} of {n_wanted} times" if n_made < n_wanted else "out of order"
        return f"{shown_call(wanted)} was called {how}"
    for made in actual:
        if made.name == wanted.name:
            return f"{made.name}: {next(mismatches(wanted, made.args))}"
    return f"{shown_call(wanted)} was not called"


def surplus(made: Call) -> str:
    """That `made` was not expected, in one sentence."""
    return f"called {made.name}, which was not expected"


def shown_call(call: ExpectedCall) -> str:
    """The expected call as a person writes it, such as `lookup_order(order_id='88231')`, cut after 120 characters."""
    args = ", ".join(f"{name}={describe(matcher)}" for name, matcher in sorted(call.args.items()))
    return cut(f"{call.name}({args})", 120)


def _lacking_calls(turn: Turn) -> str | None:
    return "nothing is written about calls" if turn.calls is None else None
