"""What a person or an agent says: parts of text, images and files."""

from __future__ import annotations

import base64
from typing import Annotated, Self

from pydantic import AfterValidator, model_validator

from judge_eval.core.frozen import Frozen

_URL_ALPHABET = str.maketrans("-_", "+/")


def decoded(data: str) -> bytes:
    """The bytes that base64 stands for, in either alphabet; white space and missing padding are borne.

    Raises: ValueError where it is none.
    """
    text = "".join(data.split()).translate(_URL_ALPHABET).rstrip("=")
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except ValueError as error:
        raise ValueError(f"this is no base64: {error}") from error


def _checked(data: str) -> str:
    decoded(data)
    return data


Base64 = Annotated[str, AfterValidator(_checked)]
"""Text that `decoded` can read."""


class Part(Frozen):
    """One part of a message: `text`, or `data` (base64), or a `uri`; `mime_type` goes with the last two."""

    text: str | None = None
    data: Base64 | None = None
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
