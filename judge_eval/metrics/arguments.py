"""Whether the arguments of a call are those that a case expects, and the first that is not."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from fractions import Fraction

from pydantic import JsonValue

from judge_eval.core.case import ArgumentMatcher, ExpectedCall
from judge_eval.text.one_line import cut

Args = dict[str, JsonValue]


def args_match(expected: ExpectedCall, args: Args) -> bool:
    """Whether `args` are what `expected` says, under its `args_match`."""
    return next(mismatches(expected, args), None) is None


def mismatches(expected: ExpectedCall, args: Args) -> Iterator[str]:
    """What is wrong with `args`, a few words for each argument: the expected ones by name, then the surplus ones."""
    for name, matcher in sorted(expected.args.items()):
        if name not in args:
            if matcher.kind != "ignore":
                yield f"{name} is missing, expected {describe(matcher)}"
        elif not argument_matches(matcher, args[name]):
            yield f"{name} is {shown(args[name])}, expected {describe(matcher)}"
    if expected.args_match == "exact":
        for name in sorted(args):
            if name not in expected.args:
                yield f"unexpected {name}={shown(args[name])}"


def argument_matches(matcher: ArgumentMatcher, value: JsonValue) -> bool:
    """Whether `value` is what `matcher` asks for; values are equal as in Python, so 1, 1.0 and True are one."""
    match matcher.kind:
        case "equal":
            return value == matcher.value
        case "ignore":
            return True
        case "regex":
            return isinstance(value, str) and re.fullmatch(matcher.pattern, value) is not None
        case "tolerance":
            return _is_within(value, matcher.value, matcher.tolerance)
        case "any_of":
            return value in matcher.values
        case "subset":
            return _holds(value, matcher.value)
        case "casefold":
            return isinstance(value, str) and value.strip().casefold() == matcher.value.strip().casefold()


def shown(value: JsonValue) -> str:
    """The value as a person reads it, cut after 60 characters; equal values read the same."""
    return cut(in_full(value), 60)


def in_full(value: JsonValue) -> str:
    """The same, however long it is."""
    return repr(_by_key(value))


def describe(matcher: ArgumentMatcher, shown: Callable[[JsonValue], str] = shown) -> str:
    """The matcher in a few words, for a sentence that begins with "expected"; its values as `shown` shows them."""
    match matcher.kind:
        case "equal":
            return shown(matcher.value)
        case "ignore":
            return "anything"
        case "regex":
            return f"text like {shown(matcher.pattern)}"
        case "tolerance":
            return f"{shown(matcher.value)} ± {shown(matcher.tolerance)}"
        case "any_of":
            return "one of " + ", ".join(shown(value) for value in matcher.values)
        case "subset":
            return f"at least {shown(matcher.value)}"
        case "casefold":
            return f"{shown(matcher.value)} in any case"


def _by_key(value: JsonValue) -> JsonValue:
    """The value with the keys of its objects in order: no order of theirs is a part of it."""
    if isinstance(value, dict):
        return {key: _by_key(inner) for key, inner in sorted(value.items())}
    return [_by_key(inner) for inner in value] if isinstance(value, list) else value


def _is_within(value: JsonValue, target: float, tolerance: float) -> bool:
    """Whether `value` is a finite number at most `tolerance` from `target`, by the decimals as they are written."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    if isinstance(value, float) and not math.isfinite(value):
        return False
    # In binary, 1.1 is further than 0.1 from 1.0.
    return abs(Fraction(repr(value)) - Fraction(repr(target))) <= Fraction(repr(tolerance))


def _holds(value: JsonValue, least: Args | list[JsonValue]) -> bool:
    """Whether `value` is an object with at least these entries, or a list with these elements at least as often."""
    if isinstance(least, dict):
        return isinstance(value, dict) and all(key in value and value[key] == part for key, part in least.items())
    if not isinstance(value, list):
        return False
    rest = list(value)
    for part in least:
        if part not in rest:
            return False
        rest.remove(part)
    return True
