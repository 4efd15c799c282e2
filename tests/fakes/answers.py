"""What a fake model says: the same to the same item, in whatever order and however often it is asked."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any, cast

Schema = dict[str, Any]


def item_of(texts: Sequence[str]) -> str:
    """The hash of a request's messages, whatever its seed."""
    return hashlib.sha256("\0".join(texts).encode("utf-8", "surrogatepass")).hexdigest()


def answer_to(item: str, answers: Sequence[str], schema: Schema | None) -> str:
    """One of `answers`, chosen by the item; with a schema, JSON after it."""
    if schema is None:
        return answers[_number(item) % len(answers)]
    return json.dumps(instance_of(schema, item))


def instance_of(schema: Schema, item: str) -> Any:
    """A value that the JSON schema allows: of several, the one that the item's hash picks."""
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][_number(item) % len(schema["enum"])]
    kind = schema.get("type", "object" if "properties" in schema else "string")
    if kind == "object":
        properties = cast("dict[str, Schema]", schema.get("properties", {}))
        return {name: instance_of(inner, item_of([item, name])) for name, inner in properties.items()}
    if kind == "array":
        inner = cast("Schema", schema.get("items", {}))
        return [instance_of(inner, item_of([item, str(i)])) for i in range(schema.get("minItems", 1))]
    return {"integer": 1, "number": 1.0, "boolean": _number(item) % 2 == 0, "null": None}.get(kind, "Because it is so.")


def _number(item: str) -> int:
    return int(item[:16], 16)


def count_tokens(texts: Sequence[str]) -> int:
    """How many tokens the fake tokenizer makes of these texts: their words."""
    return sum(len(text.split()) for text in texts)


def first_token(text: str) -> tuple[str, str]:
    """The first token of a text and the rest: a word of letters, else one character."""
    end = next((i for i, letter in enumerate(text) if not letter.isalnum()), len(text)) or 1
    return text[:end], text[end:]
