"""The settings of judged metrics completed: files that they name are read, limits that they leave open are set."""

from __future__ import annotations

from pathlib import Path

from pydantic import JsonValue

from judge_eval.adapters.files.policies import find_policy
from judge_eval.adapters.files.rubrics import rubric_folders
from judge_eval.calibration.thresholds import MAX_EVIDENCE_BYTES
from judge_eval.core.config import Config, MetricConfig

DEFAULT_POLICY = "safety"
"""The id of the policy that ships."""


def completed(metric: str, settings: MetricConfig, config: Config | None) -> MetricConfig:
    """The settings of a judged metric with all that its question needs.

    Raises: InputError where a file that they name cannot be read.
    """
    options = dict(settings.options)
    if metric == "safety_v1":
        options["policy"] = _policy(options.get("policy", DEFAULT_POLICY), config)
    elif metric == "hallucinations_v1":
        options.setdefault("max_evidence_bytes", MAX_EVIDENCE_BYTES)
    return settings.model_copy(update={"options": options})


def _policy(named: JsonValue, config: Config | None) -> JsonValue:
    """The policy of that id or file; what is no name is left to be checked as it stands."""
    if not isinstance(named, str):
        return named
    source = Path(config.source) if config is not None and config.source is not None else None
    base = source.parent if source is not None else Path()
    return find_policy(named, rubric_folders(source), base).model_dump(mode="json")
