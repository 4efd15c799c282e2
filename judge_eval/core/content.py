"""What a person or an agent says: parts of text, images and files."""

from __future__ import annotations

from typing import Self

from pydantic import model_validator

from judge_eval.core.frozen import Frozen


class Part(Frozen):
    """One part of a message: `text`, or `data` (base64), or a `uri`; `mime_type` goes with the last two."""

    text: str | None = None
    data: str | None = None
    uri: str | None = None
    mime_type: str | None = None

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        if sum(value is not None for value in (self.text, self.data, self.uri)) != 1:
            raise ValueError("a part holds exactly one of text, data and uri")
        return self


def text_of(parts: tuple[Part, ...]) -> str:
    """The text parts joined by newlines, as ADK joins them; empty where there is none."""
    return "\n".join(part.text for part in parts if part.text)
