"""ADK's results files: the runs that were recorded in them, and what ADK said of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from judge_eval.adapters.files.adk.result_shapes import AdkCaseResult, AdkSetResult
from judge_eval.adapters.files.adk.shapes import AdkAppDetails, AdkEvent, AdkEvents, AdkInvocation
from judge_eval.adapters.files.adk.turns import expected_turn, run_turn
from judge_eval.adapters.files.found import FoundRun, Origin
from judge_eval.adapters.files.parsing.document import Document
from judge_eval.adapters.files.parsing.field_path import field_text
from judge_eval.adapters.files.parsing.json_text import parse_json
from judge_eval.adapters.files.parsing.problems import validated
from judge_eval.adapters.files.shared_ids import SharedIds
from judge_eval.core.adk_scored import AdkScored
from judge_eval.core.case import Turn
from judge_eval.core.run import AgentDetails, Run, Tokens
from judge_eval.errors import InputError, Problem

_STATUS: Mapping[int, str] = MappingProxyType({1: "passed", 2: "failed", 3: "not_evaluated", 4: "informational"})


def read_results(document: Document, repeats: Counter[str], ids: SharedIds | None = None) -> Iterator[FoundRun]:
    """The runs of a results file; `repeats` counts the runs of each case, whose name `ids` tells, over all files.

    Raises: InputError with every problem of its shape.
    """
    document, ids = _decoded_twice(document), ids or SharedIds()
    results = validated(AdkSetResult, document)
    if not results.eval_case_results:
        remedy = "run `adk eval` again, or leave the file out"
        raise InputError(Problem("the file holds no results of cases", place=document.place, line=1, remedy=remedy))
    for index, result in enumerate(results.eval_case_results):
        case_id = ids.of_run(document.place, results.eval_set_id, result.eval_id)
        repeat = repeats[case_id]
        repeats[case_id] += 1
        origin = Origin(document.place, field=field_text(("eval_case_results", index)))
        yield FoundRun(_run(result, case_id, repeat), origin, tuple(_said(result)), tuple(_expected(result)))


def _decoded_twice(document: Document) -> Document:
    """The document inside a JSON string, which older versions of ADK wrote; else the document itself."""
    if not isinstance(document.value, str):
        return document
    text = document.value
    return Document(document.place, text, parse_json(text, document.place), lines=False)


def _run(result: AdkCaseResult, case_id: str, repeat: int) -> Run:
    invocations = [entry.actual_invocation for entry in result.eval_metric_result_per_invocation]
    events = [event for invocation in invocations for event in _events(invocation)]
    durations = [invocation.duration for invocation in invocations]
    recorded = [duration for duration in durations if duration is not None]
    details = result.session_details
    return Run(
        case_id=case_id,
        repeat=repeat,
        turns=tuple(map(run_turn, invocations)),
        agents=_agents(invocation.app_details for invocation in invocations),
        state=None if details is None else details.state,
        seconds=sum(recorded) if recorded and len(recorded) == len(durations) else None,
        tokens=_tokens(events),
        model_calls=_model_calls(events),
        error=None if invocations else "ADK recorded no exchange of this case",
    )


def _events(invocation: AdkInvocation) -> Sequence[AdkEvent]:
    data = invocation.intermediate_data
    return data.invocation_events if isinstance(data, AdkEvents) else ()


def _agents(apps: Iterable[AdkAppDetails | None]) -> dict[str, AgentDetails] | None:
    """Every agent that took part, as last recorded; None where nothing was recorded."""
    agents = {
        name: AgentDetails(
            instructions=details.instructions,
            tools=tuple(tool for tool in details.tool_declarations if isinstance(tool, dict)),
        )
        for app in apps
        if app is not None
        for name, details in app.agent_details.items()
    }
    return agents or None


def _tokens(events: Sequence[AdkEvent]) -> Tokens | None:
    """What the models read and wrote, thoughts included; None where no event tells."""
    usages = [event.usage_metadata for event in events if event.usage_metadata is not None]
    if not usages:
        return None
    read = sum((usage.prompt_token_count or 0) + (usage.tool_use_prompt_token_count or 0) for usage in usages)
    wrote = sum((usage.candidates_token_count or 0) + (usage.thoughts_token_count or 0) for usage in usages)
    return Tokens(input=read, output=wrote)


def _model_calls(events: Sequence[AdkEvent]) -> int | None:
    """The events that a model made, told by usage or version, as ADK tells them; None where no event tells."""
    return sum(event.usage_metadata is not None or event.model_version is not None for event in events) or None


def _said(result: AdkCaseResult) -> Iterator[AdkScored]:
    for said in result.overall_eval_metric_results:
        yield AdkScored(metric=said.metric_name, value=said.score, status=_status(said.eval_status))
    if not result.overall_eval_metric_results:
        for metric, paired in result.eval_metric_results or ():
            yield AdkScored(metric=metric.metric_name, value=paired.score, status=_status(paired.eval_status))


def _expected(result: AdkCaseResult) -> Iterator[Turn]:
    """The turns that ADK held the run against; none where it was told nothing of one of them."""
    invocations = [entry.expected_invocation for entry in result.eval_metric_result_per_invocation]
    if None in invocations:
        return
    for invocation in invocations:
        if invocation is not None:
            yield expected_turn(invocation)


def _status(written: int | str) -> str:
    return written.lower() if isinstance(written, str) else _STATUS.get(written, f"status {written}")
