"""One metric's entry in a configuration, checked: bounds, judge settings, and the metric's own options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from pydantic import JsonValue, ValidationError

from judge_eval.adapters.files.known_metrics import KnownMetrics, MetricShape
from judge_eval.adapters.files.parsing.document import Document
from judge_eval.adapters.files.parsing.field_path import FieldPath, field_text, value_at
from judge_eval.adapters.files.parsing.problems import Findings, problems_of, shortened
from judge_eval.adapters.files.percent import share_meant
from judge_eval.core.config import MetricConfig
from judge_eval.errors import InputError, Problem, nearest


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry under check: its metric, its place, and the document in which it stands."""

    name: str
    document: Document
    at: FieldPath

    def problem(
        self, path: FieldPath, message: str, *, expected: str | None = None, remedy: str | None = None
    ) -> Problem:
        """A problem at `path`, showing what stands there."""
        return Problem(
            message,
            place=self.document.place,
            line=self.document.line_of(path),
            field=field_text(path),
            found=shortened(value_at(self.document.value, path)),
            expected=expected,
            remedy=remedy,
        )


def shape_for(entry: Entry, known: KnownMetrics) -> MetricShape:
    """The shape of the entry's metric.

    Raises: InputError where no metric has this name.
    """
    if entry.name in known.names:
        return known.shape_of(entry.name)
    remedy = nearest(entry.name, known.names) or f"the metrics are {', '.join(sorted(known.names))}"
    raise InputError(entry.problem(entry.at, f"there is no metric '{entry.name}'", remedy=remedy))


def bound(entry: Entry, path: FieldPath, shape: MetricShape) -> float:
    """The threshold or floor at `path`.

    Raises: InputError where it is no number within the metric's bounds, or the metric takes none.
    """
    value = value_at(entry.document.value, path)
    if shape.bounds is None:
        message = f"'{entry.name}' is reported only: it never passes or fails"
        raise InputError(entry.problem(path, message, expected="no threshold and no floor", remedy="leave it out"))
    low, high = shape.bounds
    expected = f"a number from {low:g} to {high:g}"
    remedy = (share_meant(value) if high == 1 else None) or f"write {expected}"
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InputError(entry.problem(path, "this is no number", expected=expected, remedy=remedy))
    if not low <= value <= high:
        raise InputError(entry.problem(path, "this number is out of range", expected=expected, remedy=remedy))
    return float(value)


def unknown_keys(
    entry: Entry, keys: Iterable[str], known: Iterable[str], remedies: Mapping[str, str] = MappingProxyType({})
) -> list[Problem]:
    """The problem of each key that is not among the `known` ones, with its remedy or the nearest known one."""
    names = sorted(known)
    return [
        entry.problem(
            (*entry.at, key),
            "this key is not known here",
            expected=f"one of {', '.join(names)}",
            remedy=remedies.get(key) or nearest(key, names) or "remove it",
        )
        for key in keys
        if key not in names
    ]


def metric_config(
    entry: Entry, shape: MetricShape, settings: dict[str, JsonValue], options: dict[str, JsonValue]
) -> MetricConfig:
    """The settings with the metric's own options, each checked by its model.

    Raises: InputError with every problem found.
    """
    findings = Findings()
    config = MetricConfig()
    try:
        config = MetricConfig.model_validate({**settings, "options": options})
    except ValidationError as error:
        findings.add(problems_of(error, MetricConfig, entry.document, entry.at))
    try:
        if shape.options is not None:
            shape.options.model_validate(options)
    except ValidationError as error:
        findings.add(problems_of(error, shape.options or MetricConfig, entry.document, entry.at))
    findings.raise_any()
    return config
