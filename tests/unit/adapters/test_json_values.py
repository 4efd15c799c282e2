"""Results of tools as JSON: everything is rendered, always the same way."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from decimal import Decimal
from enum import Enum, StrEnum
from pathlib import PurePosixPath
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from judge_eval.adapters.adk.json_values import json_object, json_value, stable_text

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)
ANYTHING = st.recursive(
    JSON | st.binary() | st.dates() | st.times() | st.datetimes() | st.floats() | st.decimals() | st.complex_numbers(),
    lambda inner: st.lists(inner) | st.tuples(inner, inner) | st.dictionaries(st.integers() | st.binary(), inner),
)


class Tier(Enum):
    """An enumeration, as tools return them."""

    GOLD = "gold"


class Level(StrEnum):
    """An enumeration whose members are texts too."""

    HIGH = "high"


class Parcel(BaseModel):
    """A pydantic model, as tools return them."""

    sent: date
    inside: list[Any] = []


@dataclass
class Box:
    """A dataclass, as tools return them."""

    sides: tuple[int, int]


class Opaque:
    """An object that says nothing of itself but its address."""


@given(JSON)
def test_json_stays_as_it_is(value: Any) -> None:
    """What JSON can hold is not touched."""
    assert json_value(value) == value


@given(ANYTHING)
def test_anything_becomes_json(value: Any) -> None:
    """Whatever it is, strict JSON holds the rendering, and reading that back changes nothing."""
    rendered = json_value(value)
    assert json.loads(json.dumps(rendered, allow_nan=False)) == rendered


@pytest.mark.parametrize(
    ("value", "rendered"),
    [
        (datetime(2026, 11, 30, 9, 30, tzinfo=UTC), "2026-11-30T09:30:00+00:00"),
        (time(9, 30), "09:30:00"),
        (bytearray(b"\x00\x01"), "AAE="),
        (frozenset({2, 1}), [1, 2]),
        (Decimal("19.90"), "19.90"),
        (float("-inf"), "-inf"),
        (Tier.GOLD, "gold"),
        (Level.HIGH, "high"),
        (Parcel(sent=date(2026, 11, 30), inside=[Box((1, 2))]), {"sent": "2026-11-30", "inside": [{"sides": [1, 2]}]}),
        (PurePosixPath("a/b"), "a/b"),
        (stable_text, "stable_text"),
        ({1: {b"k": None}}, {"1": {"b'k'": None}}),
    ],
)
def test_what_is_no_json_is_rendered(value: object, rendered: object) -> None:
    """Dates are ISO 8601, bytes base64, sets sorted lists, objects their fields, else their text."""
    assert json_value(value) == rendered


def test_no_address_is_in_a_rendering() -> None:
    """Two objects alike are rendered alike, though they stand elsewhere in memory."""
    assert json_value([Opaque()]) == json_value([Opaque()])


def test_what_holds_itself_ends() -> None:
    """A cycle is cut where it closes; the same value twice, side by side, is no cycle."""
    loop: list[object] = [1]
    loop.append(loop)
    assert json_value(loop) == [1, "(holds itself)"]
    twice = [1]
    assert json_value([twice, twice]) == [[1], [1]]


def test_no_object_is_an_empty_one() -> None:
    """A call without arguments has empty ones."""
    assert json_object(None) == {}
    assert json_object({"a": (1,)}) == {"a": [1]}
