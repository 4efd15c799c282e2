"""The shapes of ADK's results files, as far as recorded runs and what ADK said are read from them."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field, JsonValue
from pydantic.alias_generators import to_camel

from judge_eval.adapters.files.adk.shapes import AdkInvocation

RESULT_KEYS = frozenset({"eval_case_results", "evalCaseResults"})
"""What tells a results file from an eval set, whose id it holds too."""


class _Result(BaseModel):
    """A part of a results file; what is not read here is ignored, as ADK does."""

    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=True, extra="ignore", frozen=True, defer_build=True
    )


class AdkMetricResult(_Result):
    """What one metric said; the status is a number or a name."""

    metric_name: str
    score: float | None = None
    eval_status: int | str


class AdkNamedMetric(_Result):
    """The name of a metric, in the pairs of older files."""

    metric_name: str


class AdkPairedResult(_Result):
    """What a metric said, in the pairs of older files."""

    score: float | None = None
    eval_status: int | str


class AdkInvocationResult(_Result):
    """One exchange as it went, and as it was expected; None: ADK was told nothing of it."""

    actual_invocation: AdkInvocation
    expected_invocation: AdkInvocation | None = None


class AdkSessionDetails(_Result):
    """The session after the conversation."""

    state: dict[str, JsonValue] = Field(default_factory=dict[str, JsonValue])


class AdkCaseResult(_Result):
    """One run of one case."""

    eval_id: str = Field(min_length=1)
    overall_eval_metric_results: list[AdkMetricResult] = Field(default_factory=list[AdkMetricResult])
    eval_metric_results: list[tuple[AdkNamedMetric, AdkPairedResult]] | None = None
    eval_metric_result_per_invocation: list[AdkInvocationResult] = Field(default_factory=list[AdkInvocationResult])
    session_details: AdkSessionDetails | None = None


class AdkSetResult(_Result):
    """A results file."""

    eval_set_id: str
    eval_case_results: list[AdkCaseResult] = Field(default_factory=list[AdkCaseResult])
