"""Tool calls in a line, as they were expected and as they were made."""

from __future__ import annotations

import json

from pydantic import JsonValue

from judge_eval.core.case import ArgumentMatcher, ExpectedCall
from judge_eval.core.run import Call


def expected_call(call: ExpectedCall) -> str:
    """A call as it was expected."""
    args = [f"{name}={_matcher(matcher)}" for name, matcher in call.args.items()]
    return f"{call.name}({', '.join(args + (['…'] if call.args_match == 'subset' else []))})"


def made_call(call: Call) -> str:
    """A call as it was made."""
    return f"{call.name}({', '.join(f'{name}={_json(value)}' for name, value in call.args.items())})"


def outcome_of(call: Call) -> str:
    """What a call gave back, or its error; empty where neither was recorded."""
    if call.error:
        return f"! {call.error}"
    return "" if call.result is None else f"-> {_json(call.result)}"


def _matcher(matcher: ArgumentMatcher) -> str:
    match matcher.kind:
        case "equal":
            return _json(matcher.value)
        case "ignore":
            return "anything"
        case "regex":
            return f"/{matcher.pattern}/"
        case "tolerance":
            return f"{matcher.value:g} ± {matcher.tolerance:g}"
        case "any_of":
            return " or ".join(_json(value) for value in matcher.values)
        case "subset":
            return f"at least {_json(matcher.value)}"
        case "casefold":
            return f"{_json(matcher.value)} in any case"


def _json(value: JsonValue) -> str:
    return json.dumps(value, ensure_ascii=False)
