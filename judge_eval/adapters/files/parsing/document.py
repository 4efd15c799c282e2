"""A file that is read as a whole: its value, and the way back from a value to its line."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import JsonValue

from judge_eval.adapters.files.parsing.field_path import FieldPath
from judge_eval.adapters.files.parsing.json_text import json_line, parse_json
from judge_eval.adapters.files.parsing.source import decode, read_text
from judge_eval.adapters.files.parsing.yaml_text import parse_yaml, yaml_line
from judge_eval.calibration.thresholds import MAX_FILE_BYTES, MAX_YAML_BYTES

Form = Literal["json", "yaml"]


@dataclass(frozen=True, slots=True)
class Document:
    """A parsed text; `place` is its file as the user named it, `first_line` the line on which the text begins.

    `lines` False: the text's own lines say nothing, as where JSON stands inside a JSON string.
    """

    place: str
    text: str
    value: JsonValue
    form: Form = "json"
    first_line: int = 1
    lines: bool = True

    def line_of(self, path: FieldPath) -> int | None:
        """The line of the value at `path`, or of its nearest container; None where lines say nothing."""
        if not self.lines:
            return None
        if self.form == "yaml":
            return yaml_line(self.text, path)
        return json_line(self.text, path, self.first_line)


def read_document(path: Path) -> Document:
    """The one value of a JSON or YAML file; YAML where the name says so, else JSON.

    Raises: InputError where it cannot be read or is not well formed.
    """
    if path.suffix.lower() in (".yaml", ".yml"):
        text = read_text(path, MAX_YAML_BYTES)
        return Document(str(path), text, parse_yaml(text, str(path)), form="yaml")
    text = read_text(path, MAX_FILE_BYTES)
    return Document(str(path), text, parse_json(text, str(path)))


def parse_line(data: bytes, place: str, number: int) -> Document:
    """The one value of a line of JSONL.

    Raises: InputError where it is not well formed.
    """
    text = decode(data, place, number)
    return Document(place, text, parse_json(text, place, number), first_line=number)
