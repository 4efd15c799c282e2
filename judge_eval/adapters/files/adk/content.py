"""What ADK's messages say: texts without thoughts, calls, and calls with what came back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from judge_eval.adapters.files.adk.shapes import (
    AdkContent,
    AdkEvents,
    AdkFunctionCall,
    AdkFunctionResponse,
    AdkPart,
    AdkToolUses,
)
from judge_eval.core.content import Part


def said(parts: Iterable[AdkPart] | None) -> str | None:
    """The text parts joined by newlines, thoughts left out; None where there is no text."""
    texts = [part.text for part in parts or () if part.text and not part.thought]
    return "\n".join(texts) if texts else None


def parts_of(content: AdkContent | None) -> Sequence[AdkPart]:
    """The parts of a message that may be missing."""
    return (content.parts or ()) if content is not None else ()


def user_parts(content: AdkContent) -> tuple[Part, ...]:
    """What the user says, as texts, data and addresses; other parts say nothing to an agent's user."""
    return tuple(part for part in map(_user_part, parts_of(content)) if part is not None)


def calls_of(data: AdkToolUses | AdkEvents) -> list[AdkFunctionCall]:
    """The calls in the order in which they were made."""
    if isinstance(data, AdkToolUses):
        return list(data.tool_uses)
    parts = (part for event in data.invocation_events for part in parts_of(event.content))
    return [part.function_call for part in parts if part.function_call is not None]


def responses_of(data: AdkToolUses | AdkEvents) -> list[AdkFunctionResponse]:
    """What tools gave back, in order."""
    if isinstance(data, AdkToolUses):
        return list(data.tool_responses)
    parts = (part for event in data.invocation_events for part in parts_of(event.content))
    return [part.function_response for part in parts if part.function_response is not None]


def _user_part(part: AdkPart) -> Part | None:
    if part.text:
        return Part(text=part.text)
    if part.inline_data is not None and part.inline_data.data is not None:
        return Part(data=part.inline_data.data, mime_type=part.inline_data.mime_type)
    if part.file_data is not None and part.file_data.file_uri is not None:
        return Part(uri=part.file_data.file_uri, mime_type=part.file_data.mime_type)
    return None
