"""Argument matchers as people write them in a case, and back."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
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

_WANTS: Mapping[str, str] = MappingProxyType(
    {
        "regex": "a regular expression",
        "tolerance": "two numbers, {tolerance: T, value: V}, with T at least 0",
        "any_of": "a list of at least one value",
        "subset": "an object or a list",
        "casefold": "a text",
    }
)
"""What each matcher's setting must be; `equal` takes anything."""

_NEAR = 0.85
"""How like a matcher's key, of 1, the one key of an object must be to be taken for a misspelt one."""

_ESCAPE = "a literal that looks like a matcher is written {equal: …}"


def read_matcher(value: JsonValue) -> ArgumentMatcher:
    """The matcher that the value of an argument stands for; a plain literal must be equal.

    Raises: ValueError where it is a matcher with a wrong setting, or a misspelt one.
    """
    if value == "ignore":
        return Ignore()
    kind = _kind(value)
    if not isinstance(value, dict) or (kind is None and _misspelt(value) is None):
        return Equal(value=value)
    if kind is None:
        raise ValueError(f"did you mean the matcher '{_misspelt(value)}'? {_ESCAPE}")
    try:
        return _matcher(kind, value)
    except ValidationError as error:
        cause = error.errors()[0].get("ctx", {}).get("error")
        said = cause if isinstance(cause, ValueError) else f"the matcher '{kind}' needs {_WANTS[kind]}"
        raise ValueError(f"{said}; {_ESCAPE}") from error


def written_matcher(matcher: ArgumentMatcher) -> JsonValue:
    """The value that `read_matcher` reads as `matcher`."""
    match matcher:
        case Equal(value=value):
            looks_like_one = value == "ignore" or _kind(value) or (isinstance(value, dict) and _misspelt(value))
            return {"equal": value} if looks_like_one else value
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


def _misspelt(value: dict[str, JsonValue]) -> str | None:
    """The matcher that an object's only key, or the only one beside `value`, is very like; None for a literal."""
    keys = [key for key in value if key != "value"] or list(value)
    near = get_close_matches(keys[0].casefold(), _KEYS, n=1, cutoff=_NEAR) if len(keys) == 1 else []
    return near[0] if near and value.keys() - {keys[0]} <= _KEYS[near[0]] else None


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
