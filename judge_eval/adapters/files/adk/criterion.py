"""One of ADK's criteria as a metric's settings."""

from __future__ import annotations

import re

from pydantic import Field, JsonValue, ValidationError
from pydantic.alias_generators import to_snake

from judge_eval.adapters.files.adk.rubrics import read_adk_rubrics
from judge_eval.adapters.files.adk.shapes import AdkRubric, AdkShape, JsonObject
from judge_eval.adapters.files.known_metrics import KnownMetrics, MetricShape
from judge_eval.adapters.files.metric_entry import Entry, bound, metric_config, shape_for, unknown_keys
from judge_eval.adapters.files.parsing.field_path import FieldPath, value_at
from judge_eval.adapters.files.parsing.problems import Findings, problems_of, validated
from judge_eval.core.config import MetricConfig
from judge_eval.core.frozen import MisfitError
from judge_eval.core.rubric import AppliesTo
from judge_eval.errors import InputError, Problem

_OF_OURS = re.compile(r"gemini-|(?:local|gemini|openai|adk|scripted|replay)(?::|$)")
_OWN = ("threshold", "judge_model_options", "rubrics")
_ADK_ONLY = ("include_intermediate_responses_in_final", "evaluate_intermediate_nl_responses", "stop_signal")
"""Settings that ADK has for some metrics, and that a metric here may lack."""
_MATCH_TYPES = ("exact", "in_order", "any_order")


class AdkJudgeOptions(AdkShape):
    """The judge of one metric."""

    judge_model: str | None = None
    judge_model_config: JsonObject | None = None
    num_samples: int | None = Field(default=None, ge=1)
    parallelism_limit: int | None = Field(default=None, ge=1)


class _Rubrics(AdkShape):
    """The rubrics of one metric, as a criterion holds them."""

    rubrics: list[AdkRubric]


def read_criterion(entry: Entry, known: KnownMetrics, notes: list[str]) -> MetricConfig:
    """The settings that a criterion stands for: a number is its threshold; what has no meaning here goes to `notes`.

    Raises: InputError with every problem found.
    """
    shape = shape_for(entry, known)
    value = value_at(entry.document.value, entry.at)
    if not isinstance(value, dict):
        return MetricConfig(threshold=bound(entry, entry.at, shape))
    findings = Findings()
    settings: dict[str, JsonValue] = {}
    options: dict[str, JsonValue] = {}
    own = shape.options.model_fields if shape.options is not None else {}
    names = {*_OWN, *_ADK_ONLY, *own}
    findings.add(_unknown(entry, value, names))
    if "threshold" not in value and shape.bounds is not None:
        findings.add([entry.problem(entry.at, "this criterion has no threshold", remedy="add a threshold")])
    for key in (key for key in value if to_snake(key) in names):
        try:
            _take(entry, key, shape, settings, options, notes)
        except InputError as error:
            findings.add(error.problems)
    findings.raise_any()
    return metric_config(entry, shape, settings, options)


def _unknown(entry: Entry, value: dict[str, JsonValue], names: set[str]) -> list[Problem]:
    """The problems of keys that say nothing here, a judge's options beside the threshold among them."""
    keys = [key for key in value if to_snake(key) not in names]
    remedy = "put it into judge_model_options"
    return unknown_keys(
        entry, keys, names, {key: remedy for key in keys if to_snake(key) in AdkJudgeOptions.model_fields}
    )


def _take(
    entry: Entry,
    key: str,
    shape: MetricShape,
    settings: dict[str, JsonValue],
    options: dict[str, JsonValue],
    notes: list[str],
) -> None:
    """Puts what stands under `key` where it belongs. Raises: InputError where it does not fit."""
    name, path = to_snake(key), (*entry.at, key)
    value = value_at(entry.document.value, path)
    accepts = shape.options is None or name in shape.options.model_fields
    if name == "threshold":
        settings["threshold"] = bound(entry, path, shape)
    elif name == "judge_model_options":
        judge = _judge(entry, path, notes)
        if shape.judged or shape.options is None:
            settings.update(judge)
        else:
            notes.append(f"{entry.name} asks no judge: {key} is left aside")
    elif not accepts:
        notes.append(f"{entry.name} has no {name}: it is left aside")
    elif name == "rubrics":
        options["rubrics"] = _rubrics(entry)
    elif name == "match_type":
        options[name] = _match_type(value)
    else:
        options[name] = value


def _judge(entry: Entry, path: FieldPath, notes: list[str]) -> dict[str, JsonValue]:
    """The judge's settings. Raises: InputError with every problem found."""
    written = validated(AdkJudgeOptions, entry.document, path)
    judge: dict[str, JsonValue] = {}
    if written.judge_model is not None:
        judge["judge"] = _spec(written.judge_model)
    model_config = written.judge_model_config or {}
    temperature = model_config.get("temperature")
    if temperature is not None:
        judge["temperature"] = temperature
    n_samples = written.num_samples
    if n_samples is not None and n_samples > 1 and temperature == 0:
        notes.append(f"{entry.name}: one sample instead of {n_samples}, for at temperature 0 they would be the same")
        n_samples = 1
    if n_samples is not None:
        judge["votes"] = f"fixed:{n_samples}"
    if written.parallelism_limit is not None:
        notes.append(f"{entry.name}: parallelism_limit is left aside, see --concurrency")
    aside = [name for name, inner in model_config.items() if name != "temperature" and inner is not None]
    if aside:
        notes.append(f"{entry.name}: {', '.join(aside)} of the judge's model configuration is left aside")
    return judge


def _spec(judge_model: str) -> str:
    """The judge that a model's name means: Gemini's own and our specs as they are, any other by ADK's registry."""
    return judge_model if _OF_OURS.match(judge_model) else f"adk:{judge_model}"


def _rubrics(entry: Entry) -> JsonValue:
    """The metric's rubrics as one of ours. Raises: InputError with every problem found."""
    value = value_at(entry.document.value, entry.at)
    try:
        written = _Rubrics.model_validate({"rubrics": value.get("rubrics") if isinstance(value, dict) else None})
    except ValidationError as error:
        raise InputError(problems_of(error, _Rubrics, entry.document, entry.at)) from error
    try:
        read = read_adk_rubrics(written.rubrics, entry.name, _applies_to(entry.name))
    except MisfitError as error:
        raise InputError(entry.problem((*entry.at, "rubrics", *error.at), str(error), remedy=error.remedy)) from error
    return [rubric.model_dump(mode="json") for rubric in read.rubrics]


def _applies_to(metric: str) -> AppliesTo:
    """What the rubrics of a metric look at, whatever type they name: the metric's own prompt decides."""
    if "tool_use" in metric:
        return "tool_use"
    return "trajectory" if "trajectory" in metric else "final_response"


def _match_type(value: JsonValue) -> JsonValue:
    """The match type in its own spelling; ADK also takes numbers, and leaves case, spaces and dashes open."""
    if isinstance(value, str):
        return value.strip().lower().replace("-", "_").replace(" ", "_")
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(_MATCH_TYPES):
        return _MATCH_TYPES[value]
    return value
