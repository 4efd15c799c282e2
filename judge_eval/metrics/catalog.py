"""The deterministic metrics by name; a metric's own imports are paid when it is loaded."""

from __future__ import annotations

from importlib import import_module
from types import MappingProxyType
from typing import Any

from judge_eval.errors import InputError, Problem, nearest
from judge_eval.metrics.metric import Metric

PLACES = MappingProxyType(
    {
        "tool_trajectory_avg_score": "judge_eval.metrics.trajectory:METRIC",
        "tool_trajectory_f1": "judge_eval.metrics.trajectory_overlap:F1",
        "tool_trajectory_recall": "judge_eval.metrics.trajectory_overlap:RECALL",
        "tool_trajectory_precision": "judge_eval.metrics.trajectory_overlap:PRECISION",
        "tool_trajectory_position": "judge_eval.metrics.trajectory_position:METRIC",
        "tool_arguments": "judge_eval.metrics.tool_arguments:METRIC",
        "required_tools": "judge_eval.metrics.expected_tools:REQUIRED",
        "forbidden_tools": "judge_eval.metrics.expected_tools:FORBIDDEN",
        "final_state": "judge_eval.metrics.final_state:METRIC",
        "response_match_score": "judge_eval.metrics.rouge:RESPONSE_MATCH",
        "rouge1_precision": "judge_eval.metrics.rouge:ROUGE1_PRECISION",
        "rouge1_recall": "judge_eval.metrics.rouge:ROUGE1_RECALL",
        "rouge1_fmeasure": "judge_eval.metrics.rouge:ROUGE1_FMEASURE",
        "rouge2_precision": "judge_eval.metrics.rouge:ROUGE2_PRECISION",
        "rouge2_recall": "judge_eval.metrics.rouge:ROUGE2_RECALL",
        "rouge2_fmeasure": "judge_eval.metrics.rouge:ROUGE2_FMEASURE",
        "rougeL_precision": "judge_eval.metrics.rouge:ROUGEL_PRECISION",
        "rougeL_recall": "judge_eval.metrics.rouge:ROUGEL_RECALL",
        "rougeL_fmeasure": "judge_eval.metrics.rouge:ROUGEL_FMEASURE",
        "unigram_recall": "judge_eval.metrics.unigram_recall:METRIC",
        "response_contains": "judge_eval.metrics.response_contains:METRIC",
        "tool_call_count_v1": "judge_eval.metrics.efficiency:TOOL_CALLS",
        "inference_call_count_v1": "judge_eval.metrics.efficiency:MODEL_CALLS",
        "token_usage_v1": "judge_eval.metrics.efficiency:TOKENS",
        "invocation_duration_v1": "judge_eval.metrics.efficiency:SECONDS",
    }
)
"""Each metric's name with its place, as 'module:object'."""

NAMES = frozenset(PLACES)

ALIASES = MappingProxyType({"rouge": tuple(name for name in PLACES if name.startswith("rouge"))})
"""Names that mean several metrics."""


def expand(name: str) -> tuple[str, ...]:
    """The metrics that `name` means: those of an alias, else `name` alone, known or not."""
    return ALIASES.get(name, (name,))


def load(name: str) -> Metric[Any]:
    """The metric of that name.

    Raises: InputError where there is none, with the nearest name.
    """
    place = PLACES.get(name)
    if place is None:
        known = [*NAMES, *ALIASES]
        raise InputError(Problem(f"there is no metric '{name}'", found=repr(name), remedy=nearest(name, known)))
    module, _, attribute = place.partition(":")
    metric: Metric[Any] = getattr(import_module(module), attribute)
    return metric
