"""Tool calls in a line, as they were expected and as they were made, in the words of the metrics' reasons."""

from __future__ import annotations

from judge_eval.core.case import ExpectedCall
from judge_eval.core.run import Call
from judge_eval.metrics.arguments import describe, in_full


def expected_call(call: ExpectedCall) -> str:
    """A call as it was expected."""
    args = [f"{name}={describe(matcher, in_full)}" for name, matcher in sorted(call.args.items())]
    return f"{call.name}({', '.join(args + (['…'] if call.args_match == 'subset' else []))})"


def made_call(call: Call) -> str:
    """A call as it was made."""
    return f"{call.name}({', '.join(f'{name}={in_full(value)}' for name, value in sorted(call.args.items()))})"


def outcome_of(call: Call) -> str:
    """What a call gave back, or its error; empty where neither was recorded."""
    if call.error:
        return f"! {call.error}"
    return "" if call.result is None else f"-> {in_full(call.result)}"
