"""Where a value stands inside a file: the keys and indices that lead to it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pydantic import JsonValue

FieldPath = tuple[str | int, ...]

_PLAIN_KEY = re.compile(r"[\w$:@/ -]+")


def field_text(path: FieldPath) -> str | None:
    """The path as people read it, such as `turns[0].calls[1].args`; None for the whole value."""
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        elif _PLAIN_KEY.fullmatch(step):
            text += f".{step}" if text else step
        else:
            text += f'["{step}"]'
    return text or None


def value_at(value: JsonValue, path: FieldPath) -> JsonValue:
    """The value that `path` leads to; None where it leads nowhere."""
    for step in path:
        if isinstance(value, dict) and isinstance(step, str):
            value = value.get(step)
        elif isinstance(value, list) and isinstance(step, int) and 0 <= step < len(value):
            value = value[step]
        else:
            return None
    return value


def walk(value: JsonValue) -> Iterator[tuple[FieldPath, JsonValue]]:
    """Every value inside `value` with its path, itself first; without recursion, so that depth cannot break it."""
    waiting: list[tuple[FieldPath, JsonValue]] = [((), value)]
    while waiting:
        path, current = waiting.pop()
        yield path, current
        if isinstance(current, dict):
            waiting.extend(((*path, key), inner) for key, inner in reversed(current.items()))
        elif isinstance(current, list):
            waiting.extend(((*path, index), current[index]) for index in range(len(current) - 1, -1, -1))
