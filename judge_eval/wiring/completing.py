"""The settings of judged metrics completed: files that they name are read, limits that they leave open are set."""

from __future__ import annotations

from pydantic import JsonValue

from judge_eval.adapters.files.policies import find_policy
from judge_eval.adapters.files.rubrics import rubric_folders
from judge_eval.calibration.thresholds import MAX_EVIDENCE_BYTES
from judge_eval.core.config import Config, MetricConfig
from judge_eval.core.policy import Policy
from judge_eval.judge.question import QuestionOptions
from judge_eval.wiring.configs import folder_of, source_of

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


def policy_of(options: QuestionOptions) -> str | None:
    """The fingerprint of the policy that a safety judge reads; None where a question has none."""
    policy = getattr(options, "policy", None)
    return policy.fingerprint if isinstance(policy, Policy) else None


def _policy(named: JsonValue, config: Config | None) -> JsonValue:
    """The policy of that id or file; what is no name is left to be checked as it stands."""
    if not isinstance(named, str):
        return named
    return find_policy(named, rubric_folders(source_of(config)), folder_of(config)).model_dump(mode="json")
