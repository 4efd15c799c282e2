"""Between messages of a case and contents of ADK."""

from __future__ import annotations

from google.genai import types

from judge_eval.core.case import Turn
from judge_eval.core.content import Part, decoded


def content_of(turn: Turn) -> types.Content:
    """What the user says in `turn`, as ADK takes it."""
    return types.Content(role="user", parts=[_part(part) for part in turn.user])


def text_in(content: types.Content | None) -> str:
    """The text parts joined by newlines, thoughts left out, as ADK's own metrics read a response."""
    parts = content.parts if content is not None and content.parts else []
    return "\n".join(part.text for part in parts if part.text and not part.thought)


def _part(part: Part) -> types.Part:
    if part.data is not None:
        blob = types.Blob(data=decoded(part.data), mime_type=part.mime_type)
        return types.Part(inline_data=blob)
    if part.uri is not None:
        return types.Part(file_data=types.FileData(file_uri=part.uri, mime_type=part.mime_type))
    return types.Part(text=part.text)
