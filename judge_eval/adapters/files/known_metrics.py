"""What a configuration may say of each metric; the metrics themselves are told to the readers from outside."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pydantic import BaseModel


@dataclass(frozen=True, slots=True)
class MetricShape:
    """What may stand under one metric's name.

    `options` None: its options are not checked, for it is known by name only. `judged` allows judge, votes and
    temperature. `bounds` are the least and the greatest threshold and floor; None: it never passes or fails.
    """

    options: type[BaseModel] | None = None
    judged: bool = False
    bounds: tuple[float, float] | None = (0.0, 1.0)


@dataclass(frozen=True, slots=True)
class KnownMetrics:
    """The names of all metrics, and the shape of each: `shape_of` may import what it needs for it."""

    names: frozenset[str]
    shape_of: Callable[[str], MetricShape]
