"""Argument matchers as people write them in a case, and back."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeVar

from pydantic import BaseModel, JsonValue, ValidationError

from judge_eval.core.case import AnyOf, ArgumentMatcher, Casefold, Equal, Ignore, Regex, Subset, Tolerance

MatcherT = TypeVar("MatcherT", bound=BaseModel)

_KEYS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "equal": frozenset({"equal"}),
        "regex": frozenset({"regex"}),
        "tolerance": frozenset({"tolerance", "value"}),
        "any_of": frozenset({"any_of"}),
        "subset": frozenset({"subset"}),
        "casefold": frozenset({"casefold"}),
    }
)
"""The key that makes an object a matcher, and all keys that such an object may have; any other object is a literal."""


def read_matcher(value: JsonValue) -> ArgumentMatcher:
    """The matcher that the value of an argument stands for; a plain literal must be equal.

    Raises: ValueError where it is a matcher with a wrong setting.
    """
    if value == "ignore":
        return Ignore()
    kind = _kind(value)
    if kind is None or not isinstance(value, dict):
        return Equal(value=value)
    try:
        return _matcher(kind, value)
    except ValidationError as error:
        said = error.errors()[0]["msg"]
        escape = "a literal that looks like a matcher is written {equal: …}"
        raise ValueError(f"the matcher '{kind}' has a wrong setting: {said}; {escape}") from error


def written_matcher(matcher: ArgumentMatcher) -> JsonValue:
    """The value that `read_matcher` reads as `matcher`."""
    match matcher:
        case Equal(value=value):
            return {"equal": value} if value == "ignore" or _kind(value) else value
        case Ignore():
            return "ignore"
        case Regex():
            return {"regex": matcher.pattern}
        case Tolerance():
            return {"tolerance": matcher.tolerance, "value": matcher.value}
        case AnyOf():
            return {"any_of": list(matcher.values)}
        case Subset():
            return {"subset": matcher.value}
        case Casefold():
            return {"casefold": matcher.value}


def _kind(value: JsonValue) -> str | None:
    """The kind of matcher that `value` looks like; None for a literal."""
    if not isinstance(value, dict):
        return None
    return next((kind for kind, keys in _KEYS.items() if kind in value and value.keys() <= keys), None)


def _matcher(kind: str, value: dict[str, JsonValue]) -> ArgumentMatcher:
    """The matcher of `kind`. Raises: ValidationError or ValueError, where a setting is wrong."""
    inner = value[kind]
    match kind:
        case "equal":
            return Equal(value=inner)
        case "regex":
            return _checked(Regex, {"pattern": inner})
        case "tolerance":
            return _checked(Tolerance, value)
        case "any_of":
            return _checked(AnyOf, {"values": inner})
        case "subset":
            return _checked(Subset, {"value": inner})
        case _:
            return _checked(Casefold, {"value": inner})


def _checked(model: type[MatcherT], settings: dict[str, JsonValue]) -> MatcherT:
    return model.model_validate(settings)
