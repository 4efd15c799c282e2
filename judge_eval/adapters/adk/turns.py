"""From the events of one exchange to a recorded turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from google.adk.events.event import Event
from google.genai import types
from pydantic import JsonValue

from judge_eval.adapters.adk.content import text_in
from judge_eval.adapters.adk.json_values import json_object
from judge_eval.adapters.adk.recorder import Recorder
from judge_eval.core.run import Call, RunTurn

_MADE_UP_ID = "adk-"
"""How call ids begin that ADK drew at random, since the model gave none."""


class CallIds:
    """The ids of a run's calls; ADK's random ones are counted instead, so that a run recorded again is equal."""

    def __init__(self) -> None:
        self._given: dict[str, str] = {}

    def of(self, call_id: str | None) -> str | None:
        """The same name for the same call: a model's own id, or "call-N" in the order of first sight."""
        if call_id is None or not call_id.startswith(_MADE_UP_ID):
            return call_id
        return self._given.setdefault(call_id, f"call-{len(self._given) + 1}")


def turn_of(user: str, events: Sequence[Event], recorder: Recorder, ids: CallIds) -> RunTurn:
    """The exchange that these events make, complete or broken off."""
    spoken = [event for event in events if not event.partial and event.author != "user"]
    final = next((event for event in reversed(spoken) if event.is_final_response() and text_in(event.content)), None)
    texts = [text_in(event.content) for event in spoken if event is not final]
    return RunTurn(
        user=user,
        final_response=text_in(final.content) if final is not None else None,
        calls=tuple(_calls(spoken, recorder, ids)),
        texts=tuple(text for text in texts if text),
        grounding=tuple(found for event in spoken if (found := _grounding(event)) is not None) or None,
    )


def _grounding(event: Event) -> dict[str, JsonValue] | None:
    """What a search service of the model's own found, as ADK's files write it."""
    found = event.grounding_metadata
    return None if found is None else found.model_dump(mode="json", exclude_none=True)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A call as its event brought it."""

    call: types.FunctionCall
    author: str
    parallel: int
    nested_in: str | None


def _calls(events: Sequence[Event], recorder: Recorder, ids: CallIds) -> Iterator[Call]:
    """Every call, in order, each with its result; calls inside a call follow the event that made that call."""
    inner = [event for events_in_call in recorder.inner_events.values() for event in events_in_call]
    results = _results([*events, *inner])
    for asked in _asked(events, recorder, None, parallel=0):
        call_id = asked.call.id or ""
        yield Call(
            name=asked.call.name or "(unnamed)",
            args=json_object(asked.call.args),
            result=json_object(results[call_id]) if call_id in results else None,
            error=recorder.tool_errors.get(call_id),
            author=asked.author,
            parallel=asked.parallel,
            nested_in=ids.of(asked.nested_in),
            id=ids.of(asked.call.id),
        )


def _asked(events: Sequence[Event], recorder: Recorder, nested_in: str | None, parallel: int) -> list[_Asked]:
    """The calls of these events, and of the agents inside them; `parallel` numbers the events that hold calls."""
    asked: list[_Asked] = []
    for event in events:
        calls = event.get_function_calls()
        if not calls:
            continue
        asked += [_Asked(call, event.author, parallel, nested_in) for call in calls]
        parallel += 1
        for call in calls:
            inside = _asked(recorder.inner_events.get(call.id or "", []), recorder, call.id, parallel)
            asked += inside
            parallel = inside[-1].parallel + 1 if inside else parallel
    return asked


def _results(events: Sequence[Event]) -> Mapping[str, Mapping[str, object]]:
    """What each call answered, by call id; of a long-running tool's several answers the last."""
    return {
        response.id: response.response or {}
        for event in events
        for response in event.get_function_responses()
        if response.id is not None
    }
