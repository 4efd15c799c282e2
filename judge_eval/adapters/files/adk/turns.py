"""One exchange as ADK recorded it, as a turn of a run, and as it was expected."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge_eval.adapters.files.adk.cases import expected_call
from judge_eval.adapters.files.adk.content import calls_of, parts_of, responses_of, said, user_parts
from judge_eval.adapters.files.adk.shapes import (
    AdkEvents,
    AdkFunctionCall,
    AdkFunctionResponse,
    AdkInvocation,
    AdkToolUses,
)
from judge_eval.core.case import Turn
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


def expected_turn(invocation: AdkInvocation) -> Turn:
    """The turn that the exchange was held against; a call without a name expects nothing."""
    data = invocation.intermediate_data
    calls = None if data is None else tuple(filter(None, map(expected_call, calls_of(data))))
    reference = said(invocation.final_response.parts) if invocation.final_response is not None else None
    return Turn(user=user_parts(invocation.user_content), calls=calls, reference=reference)


def _calls(data: AdkToolUses | AdkEvents) -> Iterator[Call]:
    """The calls, each with its response."""
    made = list(_made(data))
    answers = _answers([call for call, _, _ in made], responses_of(data))
    for (call, author, parallel), answer in zip(made, answers, strict=True):
        yield Call(
            name=call.name or "(unnamed)",
            args=call.args or {},
            result=answer.response if answer is not None else None,
            author=author,
            parallel=parallel,
            id=call.id,
        )


def _made(data: AdkToolUses | AdkEvents) -> Iterator[tuple[AdkFunctionCall, str, int | None]]:
    """Each call with its author and the number of its event among those with calls; bare lists tell neither."""
    if isinstance(data, AdkToolUses):
        yield from ((call, "", None) for call in data.tool_uses)
        return
    number = 0
    for event in data.invocation_events:
        calls = [part.function_call for part in parts_of(event.content) if part.function_call is not None]
        yield from ((call, event.author, number) for call in calls)
        number += bool(calls)


def _answers(
    calls: Sequence[AdkFunctionCall], responses: Sequence[AdkFunctionResponse]
) -> list[AdkFunctionResponse | None]:
    """The response to each call: the last one of its id, else the first one left of its name, where ids are missing."""
    by_id = {response.id: response for response in responses if response.id is not None}
    asked = {call.id for call in calls}
    left = [response for response in responses if response.id is None or response.id not in asked]
    answers: list[AdkFunctionResponse | None] = []
    for call in calls:
        answer = by_id.get(call.id) if call.id is not None else None
        if answer is None:
            answer = next((entry for entry in left if entry.name == call.name and None in (entry.id, call.id)), None)
            left = [entry for entry in left if entry is not answer]
        answers.append(answer)
    return answers


def _texts(data: AdkToolUses | AdkEvents, invocation: AdkInvocation) -> Iterator[str]:
    """What was said on the way; ADK repeats the final response among the events where it came with a call."""
    if isinstance(data, AdkToolUses):
        spoken = [said(parts) for _, parts in data.intermediate_responses]
    else:
        contents = [event.content for event in data.invocation_events]
        spoken = [said(parts_of(content)) for content in contents if content != invocation.final_response]
    yield from (text for text in spoken if text is not None)
