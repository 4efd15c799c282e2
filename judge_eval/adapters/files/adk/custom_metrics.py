"""ADK's custom metrics: functions that a configuration brings along, under `custom_metrics`."""

from __future__ import annotations

from math import inf

from pydantic import JsonValue, field_validator

from judge_eval.adapters.files.adk.shapes import AdkShape
from judge_eval.adapters.files.known_metrics import MetricShape
from judge_eval.adapters.files.metric_entry import Entry, bound
from judge_eval.adapters.files.parsing.document import Document
from judge_eval.adapters.files.parsing.field_path import value_at
from judge_eval.adapters.files.parsing.problems import Findings, validated
from judge_eval.core.config import CustomCode, MetricConfig
from judge_eval.errors import InputError

KEYS = ("custom_metrics", "customMetrics")
"""The two spellings of the part of a configuration that holds them."""

_DEFAULT_INTERVAL = (0.0, 1.0)
"""What ADK says of a metric that says nothing of its values, and holds nothing to."""


class AdkCode(AdkShape):
    """Where the function is."""

    name: str

    @field_validator("name")
    @classmethod
    def _names_a_function(cls, name: str) -> str:
        parts = name.split(".")
        if len(parts) < 2 or not all(part.isidentifier() for part in parts):
            raise ValueError("a function is named MODULE.FUNCTION, such as my_metrics.is_polite")
        return name


class AdkInterval(AdkShape):
    """The values that the function gives."""

    min_value: float
    open_at_min: bool = False
    max_value: float
    open_at_max: bool = False


class AdkValues(AdkShape):
    """What the values are like."""

    interval: AdkInterval | None = None


class AdkMetricInfo(AdkShape):
    """What is told of the metric."""

    metric_name: str
    description: str | None = None
    metric_value_info: AdkValues
    requires_threshold: bool = True


class AdkCustomMetric(AdkShape):
    """One custom metric."""

    code_config: AdkCode
    metric_info: AdkMetricInfo | None = None
    description: str = ""

    @property
    def interval(self) -> tuple[float, float] | None:
        """The least and the greatest value, where they are declared."""
        declared = self.metric_info.metric_value_info.interval if self.metric_info is not None else None
        return None if declared is None else (declared.min_value, declared.max_value)


def read_custom_metrics(document: Document, findings: Findings) -> dict[str, AdkCustomMetric | None]:
    """The custom metrics by their names; None stands for one that is wrong, and its problems go to `findings`."""
    top = document.value if isinstance(document.value, dict) else {}
    key = next((key for key in KEYS if top.get(key) is not None), KEYS[0])
    written = top.get(key) or {}
    if not isinstance(written, dict):
        entry = Entry(key, document, (key,))
        expected = "an object of metrics"
        message, remedy = "these are no custom metrics", f"write {expected}"
        findings.add([entry.problem(entry.at, message, expected=expected, remedy=remedy)])
        return {}
    custom: dict[str, AdkCustomMetric | None] = {}
    for name in written:
        try:
            custom[name] = validated(AdkCustomMetric, document, (key, name))
        except InputError as error:
            findings.add(error.problems)
            custom[name] = None
    return custom


def read_custom_criterion(entry: Entry, metric: AdkCustomMetric) -> MetricConfig:
    """The settings of a custom metric's criterion, whose threshold lies among the values that the function gives.

    Raises: InputError where there is no threshold, or none that a value could reach.
    """
    value = value_at(entry.document.value, entry.at)
    criterion: dict[str, JsonValue] = value if isinstance(value, dict) else {"threshold": value}
    if "threshold" not in criterion:
        raise InputError(entry.problem(entry.at, "this criterion has no threshold", remedy="add a threshold"))
    path = (*entry.at, "threshold") if isinstance(value, dict) else entry.at
    threshold = bound(entry, path, MetricShape(bounds=metric.interval or (-inf, inf)))
    low, high = metric.interval or _values_about(threshold)
    function = metric.code_config.name
    return MetricConfig(
        threshold=threshold, code=CustomCode(function=function, low=low, high=high, criterion=criterion)
    )


def _values_about(threshold: float) -> tuple[float, float] | tuple[None, None]:
    """ADK's default values where the threshold is one of them; else nothing bounds what the function gives."""
    low, high = _DEFAULT_INTERVAL
    return (low, high) if low <= threshold <= high else (None, None)
