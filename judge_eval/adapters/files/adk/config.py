"""ADK's configurations: `test_config.json` and `eval_config.json`."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import JsonValue
from pydantic.alias_generators import to_snake

from judge_eval.adapters.files.adk.criterion import read_criterion
from judge_eval.adapters.files.adk.custom_metrics import read_custom_criterion, read_custom_metrics
from judge_eval.adapters.files.known_metrics import KnownMetrics
from judge_eval.adapters.files.metric_entry import Entry, unknown_keys
from judge_eval.adapters.files.parsing.document import Document
from judge_eval.adapters.files.parsing.field_path import FieldPath
from judge_eval.adapters.files.parsing.problems import Findings
from judge_eval.core.config import Config, MetricConfig
from judge_eval.errors import InputError

_TOP = ("criteria", "custom_metrics", "user_simulator_config", "live_model_config")


def read_adk_config(document: Document, known: KnownMetrics) -> Config:
    """The configuration that a document writes; what has no meaning here is told in its notes.

    Raises: InputError with every problem found.
    """
    top = Entry("the configuration", document, ())
    value = document.value
    if not isinstance(value, dict):
        remedy = 'write {"criteria": {"response_match_score": 0.8}}'
        raise InputError(top.problem((), "this is no configuration", expected="an object with criteria", remedy=remedy))
    findings = Findings()
    findings.add(unknown_keys(top, (key for key in value if to_snake(key) not in _TOP), _TOP))
    criteria = _criteria(top, value, findings)
    custom = read_custom_metrics(document, findings)
    notes = _left_aside(value, criteria, custom)
    metrics: dict[str, MetricConfig] = {}
    for name in criteria:
        entry = Entry(name, document, ("criteria", name))
        try:
            if name not in custom:
                metrics[name] = read_criterion(entry, known, notes)
            elif (code := custom[name]) is not None:
                metrics[name] = read_custom_criterion(entry, code)
        except InputError as error:
            findings.add(error.problems)
    findings.raise_any()
    return Config(metrics=metrics, source=document.place, notes=tuple(notes))


def _criteria(top: Entry, value: dict[str, JsonValue], findings: Findings) -> dict[str, JsonValue]:
    criteria = value.get("criteria")
    if isinstance(criteria, dict) and criteria:
        return criteria
    message = "the criteria are empty" if "criteria" in value else "no criteria are written"
    path: FieldPath = ("criteria",) if "criteria" in value else ()
    remedy = "name a metric with its threshold, such as response_match_score: 0.8"
    findings.add([top.problem(path, message, expected="an object of metrics", remedy=remedy)])
    return {}


def _left_aside(value: dict[str, JsonValue], criteria: dict[str, JsonValue], custom: Iterable[str]) -> list[str]:
    notes = [
        f"the custom metric '{name}' stands in no criterion: it is left aside"
        for name in custom
        if name not in criteria
    ]
    keys = {to_snake(key) for key, inner in value.items() if inner is not None}
    if "user_simulator_config" in keys:
        notes.append("user_simulator_config is left aside: conversations are taken as they were recorded")
    if "live_model_config" in keys:
        notes.append("live_model_config is left aside: no live session is opened")
    return notes
