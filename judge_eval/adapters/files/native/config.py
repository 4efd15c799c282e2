"""The configuration in this project's own shape: `judge-eval.yaml`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import MappingProxyType

from pydantic import BaseModel, ConfigDict, JsonValue

from judge_eval.adapters.files.known_metrics import KnownMetrics
from judge_eval.adapters.files.metric_entry import Entry, bound, metric_config, shape_for, unknown_keys
from judge_eval.adapters.files.native.gate_rules import lacking_bars, needless_rules
from judge_eval.adapters.files.parsing.document import Document
from judge_eval.adapters.files.parsing.problems import Findings, validated
from judge_eval.calibration.thresholds import MAX_PATTERN_CHARACTERS
from judge_eval.core.config import Config, GateConfig, JudgeConfig, MetricConfig
from judge_eval.core.redaction import RedactRule
from judge_eval.errors import InputError, Problem

BOUNDS = ("threshold", "floor")
GATE = ("rule", "margin", "tolerance")
JUDGE = ("judge", "votes", "temperature", "pack")
_OF_THE_SUITE = MappingProxyType(
    {"aggregate": "put it under judge:, for the whole suite", "model": "write judge: KIND:MODEL"}
)
"""What is mended where a metric has a setting that only the suite's judge has."""


class WrittenConfig(BaseModel):
    """A configuration as written; the metrics are checked one by one."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    judge: JudgeConfig = JudgeConfig()
    metrics: dict[str, JsonValue] | None = None
    gate: GateConfig = GateConfig()
    redact: tuple[RedactRule, ...] = ()


def read_native_config(document: Document, known: KnownMetrics) -> Config:
    """The configuration that a document writes.

    Raises: InputError with every problem found.
    """
    findings = Findings()
    written = WrittenConfig()
    try:
        written = validated(WrittenConfig, document)
    except InputError as error:
        findings.add(error.problems)
    value = document.value
    named = value.get("metrics") if isinstance(value, dict) else None
    entries = named if isinstance(named, dict) else {}
    if named == {}:
        remedy = "name one, or leave `metrics` out"
        findings.add([Entry("metrics", document, ()).problem(("metrics",), "no metric is named", remedy=remedy)])
    metrics: dict[str, MetricConfig] = {}
    for name, entry in entries.items():
        try:
            metrics[name] = _metric(Entry(name, document, ("metrics", name)), entry, known)
        except InputError as error:
            findings.add(error.problems)
    findings.add(_long_patterns(written.redact, document))
    findings.add(lacking_bars(metrics, written.gate, document))
    findings.raise_any()
    return Config(
        judge=written.judge,
        metrics=metrics or None,
        gate=written.gate,
        redact=written.redact,
        source=document.place,
    )


def _long_patterns(rules: Sequence[RedactRule], document: Document) -> Iterator[Problem]:
    """The problem of each redaction rule whose pattern nobody can read, or whose time nobody can foresee."""
    for place, rule in enumerate(rules):
        if len(rule.pattern) > MAX_PATTERN_CHARACTERS:
            yield Problem(
                "this pattern is too long",
                place=document.place,
                line=document.line_of(("redact", place)),
                field=f"redact[{place}]",
                found=f"{len(rule.pattern)} characters",
                expected=f"at most {MAX_PATTERN_CHARACTERS}",
                remedy="make several rules of it",
            )


def _metric(entry: Entry, value: JsonValue, known: KnownMetrics) -> MetricConfig:
    """One metric's settings: a number is its threshold. Raises: InputError with every problem found."""
    shape = shape_for(entry, known)
    if value is None:
        return MetricConfig()
    if not isinstance(value, dict):
        return MetricConfig(threshold=bound(entry, entry.at, shape))
    findings = Findings()
    settings: dict[str, JsonValue] = {key: value[key] for key in (*GATE, *JUDGE) if key in value}
    findings.add(needless_rules(entry, shape, settings))
    if isinstance(settings.get("judge"), dict):
        del settings["judge"]
        message, expected = "a metric's judge is a text", "KIND:MODEL"
        remedy = "write judge: KIND:MODEL, with votes: beside it"
        findings.add([entry.problem((*entry.at, "judge"), message, expected=expected, remedy=remedy)])
    for key in BOUNDS:
        try:
            if value.get(key) is not None:
                settings[key] = bound(entry, (*entry.at, key), shape)
        except InputError as error:
            findings.add(error.problems)
    if shape.options is None:
        options = {key: inner for key, inner in value.items() if key not in (*BOUNDS, *GATE, *JUDGE)}
    else:
        own = shape.options.model_fields
        options = {key: inner for key, inner in value.items() if key in own}
        known_keys = {*BOUNDS, *GATE, *own, *(JUDGE if shape.judged else ())}
        findings.add(unknown_keys(entry, value, known_keys, _OF_THE_SUITE if shape.judged else {}))
    try:
        config = metric_config(entry, shape, settings, options)
    except InputError as error:
        findings.add(error.problems)
        config = MetricConfig()
    findings.raise_any()
    return config
