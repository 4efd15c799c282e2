"""The metrics that configurations of the edge corpora may name: the real ones, and some judged ones."""

from __future__ import annotations

from judge_eval.adapters.files.known_metrics import KnownMetrics, MetricShape
from judge_eval.core.frozen import Frozen
from judge_eval.metrics import catalog

JUDGED = frozenset({"final_response_match_v2", "hallucinations_v1"})
BY_NAME_ONLY = frozenset(
    {
        "response_evaluation_score",
        "rubric_based_final_response_quality_v1",
        "rubric_based_tool_use_quality_v1",
        "rubric_based_multi_turn_trajectory_quality_v1",
    }
)


class NoOptions(Frozen):
    """The options of a judged metric that has none."""


def _shape(name: str) -> MetricShape:
    if name in JUDGED:
        return MetricShape(NoOptions, judged=True)
    if name in BY_NAME_ONLY:
        return MetricShape(judged=True, bounds=(1.0, 5.0) if name == "response_evaluation_score" else (0.0, 1.0))
    metric = catalog.load(name)
    return MetricShape(metric.options, bounds=(0.0, 1.0) if metric.unit == "share" else None)


KNOWN = KnownMetrics(catalog.NAMES | JUDGED | BY_NAME_ONLY, _shape)
