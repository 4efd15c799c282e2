"""Whatever an agent's tool returned, as JSON: a recording must hold dates and bytes too."""

from __future__ import annotations

import base64
import dataclasses
import math
import re
from collections.abc import Callable, Mapping, Sequence, Set
from datetime import date, time
from enum import Enum
from typing import cast

from pydantic import BaseModel, JsonValue

_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


def json_value(value: object) -> JsonValue:
    """`value` itself where JSON can hold it, else its nearest JSON rendering.

    Dates are ISO 8601, bytes base64, sets sorted lists; NaN, infinities and any other object are texts. The same
    value always gives the same rendering, so no memory address is in it.
    """
    return _render(value, ())


def json_object(value: Mapping[str, object] | None) -> dict[str, JsonValue]:
    """Each value of a mapping as `json_value` gives it; empty for None."""
    return {str(key): json_value(inner) for key, inner in (value or {}).items()}


def stable_text(value: object) -> str:
    """The text of `value` without the memory address that a plain object's text holds."""
    return _ADDRESS.sub("", str(value))


def _render(value: object, around: tuple[int, ...]) -> JsonValue:
    if value is None or isinstance(value, bool | int | str):
        return value.value if isinstance(value, Enum) else value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if id(value) in around:
        return "(holds itself)"
    inside = (*around, id(value))
    if isinstance(value, Mapping):
        pairs = cast(Mapping[object, object], value)
        return {stable_text(key): _render(inner, inside) for key, inner in pairs.items()}
    if isinstance(value, Set):
        members = cast(Set[object], value)
        return sorted((_render(member, inside) for member in members), key=str)
    if isinstance(value, bytes | bytearray):
        return base64.b64encode(value).decode("ascii")
    if isinstance(value, Sequence):
        elements = cast(Sequence[object], value)
        return [_render(element, inside) for element in elements]
    return _render_object(value, inside)


def _render_object(value: object, around: tuple[int, ...]) -> JsonValue:
    """The rendering of what is neither a JSON value nor a collection."""
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, Enum):
        return _render(value.value, around)
    if isinstance(value, BaseModel):
        return _render(value.__dict__, around)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return _render({field.name: getattr(value, field.name) for field in dataclasses.fields(value)}, around)
    named = cast(Callable[[], object], value)
    return getattr(named, "__qualname__", None) or stable_text(value)
