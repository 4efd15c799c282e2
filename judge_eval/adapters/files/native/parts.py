"""What a user says, as people write it in a case: a text, or parts of text, images and files."""

from __future__ import annotations

import base64
import mimetypes
import re
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, JsonValue, model_validator

from judge_eval.adapters.files.parsing.document import Document
from judge_eval.adapters.files.parsing.field_path import FieldPath, field_text
from judge_eval.adapters.files.parsing.source import read_bytes
from judge_eval.calibration.thresholds import MAX_PART_BYTES
from judge_eval.core.content import Base64, Part
from judge_eval.errors import InputError

_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+:(//|\S*,)", re.IGNORECASE)


class WrittenPart(BaseModel):
    """One part as written: `image` and `file` name a file beside the case or an address, `data` is base64."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    text: str | None = None
    image: str | None = None
    file: str | None = None
    data: Base64 | None = None
    uri: str | None = None
    mime_type: str | None = None

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        if sum(value is not None for value in (self.text, self.image, self.file, self.data, self.uri)) != 1:
            raise ValueError("a part holds exactly one of text, image, file, data and uri")
        return self


def _as_parts(value: JsonValue) -> JsonValue:
    if not isinstance(value, str | list):
        raise ValueError("expected a text, or a list of parts")
    return [{"text": value}] if isinstance(value, str) else value


Parts = Annotated[tuple[WrittenPart, ...], BeforeValidator(_as_parts)]
"""A plain text, or a list of parts."""


def read_parts(parts: tuple[WrittenPart, ...], document: Document, at: FieldPath) -> tuple[Part, ...]:
    """The parts that stand at `at`; files beside the case are read into them, so that a case stands by itself.

    Raises: InputError where a file cannot be read.
    """
    return tuple(_read_part(part, document, (*at, index)) for index, part in enumerate(parts))


def written_parts(parts: tuple[Part, ...]) -> JsonValue:
    """The value that reads back as `parts`."""
    if len(parts) == 1 and parts[0].text is not None and parts[0].mime_type is None:
        return parts[0].text
    return [part.model_dump(mode="json", exclude_none=True) for part in parts]


def _read_part(part: WrittenPart, document: Document, at: FieldPath) -> Part:
    named = part.image if part.image is not None else part.file
    if named is None:
        return Part(text=part.text, data=part.data, uri=part.uri, mime_type=part.mime_type)
    mime_type = part.mime_type or mimetypes.guess_type(named)[0] or "application/octet-stream"
    if _ADDRESS.match(named):
        return Part(uri=named, mime_type=mime_type)
    try:
        data = read_bytes(Path(document.place).parent / named, MAX_PART_BYTES)
    except InputError as error:
        line, field = document.line_of(at), field_text(at)
        remedy = f"name a file beside the case, of at most {MAX_PART_BYTES:,} bytes, or an address"
        first = replace(error.problems[0], place=document.place, line=line, field=field, found=f"'{named}'")
        raise InputError(replace(first, remedy=remedy)) from error
    return Part(data=base64.b64encode(data).decode("ascii"), mime_type=mime_type)
