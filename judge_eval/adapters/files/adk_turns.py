"""One exchange as ADK recorded it, as a turn of a run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge_eval.adapters.files.adk_content import parts_of, responses_of, said, user_parts
from judge_eval.adapters.files.adk_shapes import (
    AdkEvents,
    AdkFunctionCall,
    AdkFunctionResponse,
    AdkInvocation,
    AdkToolUses,
    JsonObject,
)
from judge_eval.core.content import text_of
from judge_eval.core.run import Call, RunTurn


def run_turn(invocation: AdkInvocation) -> RunTurn:
    """The turn: calls with what came back, texts said on the way, and the final response, thoughts left out."""
    data = invocation.intermediate_data
    final = said(invocation.final_response.parts) if invocation.final_response is not None else None
    events = data.invocation_events if isinstance(data, AdkEvents) else None
    dumped = None if events is None else [event.model_dump(mode="json", exclude_none=True) for event in events]
    grounding = tuple(event.grounding_metadata for event in events or () if event.grounding_metadata is not None)
    return RunTurn(
        user=text_of(user_parts(invocation.user_content)),
        final_response=final,
        calls=() if data is None else tuple(_calls(data)),
        texts=() if data is None else tuple(_texts(data, invocation)),
        events=None if dumped is None else tuple(dumped),
        grounding=grounding or None,
    )


def _calls(data: AdkToolUses | AdkEvents) -> Iterator[Call]:
    """The calls, each with its response; a call without a name is no call."""
    made = [entry for entry in _made(data) if entry[0].name]
    answers = _answers([call for call, _, _ in made], responses_of(data))
    for (call, author, parallel), answer in zip(made, answers, strict=True):
        result = answer.response if answer is not None else None
        yield Call(
            name=call.name or "",
            args=call.args or {},
            result=result,
            error=_error(result),
            author=author,
            parallel=parallel,
            id=call.id,
        )


def _made(data: AdkToolUses | AdkEvents) -> Iterator[tuple[AdkFunctionCall, str, int]]:
    """Each call with its author and the number of its event; bare lists tell neither, so each call is its own event."""
    if isinstance(data, AdkToolUses):
        yield from ((call, "", number) for number, call in enumerate(data.tool_uses))
        return
    for number, event in enumerate(data.invocation_events):
        for part in parts_of(event.content):
            if part.function_call is not None:
                yield part.function_call, event.author, number


def _answers(
    calls: Sequence[AdkFunctionCall], responses: Sequence[AdkFunctionResponse]
) -> list[AdkFunctionResponse | None]:
    """The response to each call: that of its id, else the first one left of its name."""
    left = list(responses)
    answers: list[AdkFunctionResponse | None] = [None] * len(calls)
    for place, call in enumerate(calls):
        if call.id is not None:
            answers[place] = _take(left, [entry for entry in left if entry.id == call.id])
    for place, call in enumerate(calls):
        if answers[place] is None:
            fitting = [entry for entry in left if entry.name == call.name and None in (entry.id, call.id)]
            answers[place] = _take(left, fitting)
    return answers


def _take(left: list[AdkFunctionResponse], fitting: list[AdkFunctionResponse]) -> AdkFunctionResponse | None:
    """The first fitting response, taken out of those left."""
    if not fitting:
        return None
    left[:] = [entry for entry in left if entry is not fitting[0]]
    return fitting[0]


def _error(result: JsonObject | None) -> str | None:
    """The error that ADK puts in place of a result, as the only key."""
    error = result.get("error") if result is not None and len(result) == 1 else None
    return error if isinstance(error, str) else None


def _texts(data: AdkToolUses | AdkEvents, invocation: AdkInvocation) -> Iterator[str]:
    """What was said on the way; ADK repeats the final response among the events where it came with a call."""
    if isinstance(data, AdkToolUses):
        spoken = [said(parts) for _, parts in data.intermediate_responses]
    else:
        contents = [event.content for event in data.invocation_events]
        spoken = [said(parts_of(content)) for content in contents if content != invocation.final_response]
    yield from (text for text in spoken if text is not None)
