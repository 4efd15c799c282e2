"""What a run cost, a turn on average as in ADK: tool calls, model calls, tokens, seconds. Reported, never a pass."""

from __future__ import annotations

from judge_eval.core.case import Case
from judge_eval.core.run import Run
from judge_eval.core.score import Score
from judge_eval.metrics.finding import Finding, report
from judge_eval.metrics.metric import Metric, Options


def measure_tool_calls(case: Case, run: Run, options: Options) -> Score:
    """The mean number of tool calls a turn, with each turn's own; calls inside another call do not count, as in ADK."""
    counts = [float(sum(call.nested_in is None for call in turn.calls)) for turn in run.turns]
    return report(TOOL_CALLS.name, case, run, _mean(sum(counts), run, "tool calls"), counts)


def measure_model_calls(case: Case, run: Run, options: Options) -> Score:
    """The mean number of model calls a turn."""
    return report(MODEL_CALLS.name, case, run, _mean(run.model_calls, run, "model calls"))


def measure_tokens(case: Case, run: Run, options: Options) -> Score:
    """The mean number of tokens a turn, read and written."""
    total = None if run.tokens is None else run.tokens.count
    return report(TOKENS.name, case, run, _mean(total, run, "tokens"))


def measure_seconds(case: Case, run: Run, options: Options) -> Score:
    """The mean seconds a turn."""
    return report(SECONDS.name, case, run, _mean(run.seconds, run, "seconds"))


def _mean(total: float | None, run: Run, what: str) -> Finding:
    if not run.turns:
        return Finding(None, "the run has no turns")
    return Finding(None, f"the run did not record its {what}") if total is None else Finding(total / len(run.turns))


TOOL_CALLS = Metric("tool_call_count_v1", measure_tool_calls, Options, "count", "efficiency")
MODEL_CALLS = Metric("inference_call_count_v1", measure_model_calls, Options, "count", "efficiency")
TOKENS = Metric("token_usage_v1", measure_tokens, Options, "tokens", "efficiency")
SECONDS = Metric("invocation_duration_v1", measure_seconds, Options, "seconds", "efficiency")
