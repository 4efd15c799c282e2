"""JSON texts to values, strictly, and the line on which a value stands."""

from __future__ import annotations

import json
import re
from math import inf, isfinite
from typing import cast

from pydantic import JsonValue

from judge_eval.adapters.files.parsing.depth import too_deep
from judge_eval.adapters.files.parsing.field_path import FieldPath, field_text, walk
from judge_eval.calibration.thresholds import MAX_DEPTH
from judge_eval.errors import InputError, Problem
from judge_eval.text.surrogates import holds_half_a_pair

_SPACE = re.compile(r"[ \t\n\r]*")
_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
_TRAILING_COMMA = re.compile(r",\s*$")


class _KeysTwice(dict[str, JsonValue]):
    """An object in whose text a key stands twice: `twice` is the first such key."""

    twice: str


class _Strict:
    """The hooks of one parsing: they note what JSON's reader lets through, and `flawed` says that there is some."""

    def __init__(self) -> None:
        self.flawed = False

    def object(self, pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
        """The object, marked where a key stands twice."""
        found = dict(pairs)
        if len(found) == len(pairs):
            return found
        self.flawed = True
        marked = _KeysTwice(found)
        keys = [key for key, _ in pairs]
        marked.twice = next(key for place, key in enumerate(keys) if key in keys[:place])
        return marked

    def number(self, text: str) -> float:
        """The number; NaN, the infinities and what overflows into them are noted."""
        value = float(text)
        self.flawed = self.flawed or not isfinite(value)
        return value


def parse_json(text: str, place: str, first_line: int = 1) -> JsonValue:
    """The value that `text` writes.

    Raises: InputError with every flaw found: a syntax error, NaN, infinities, a key that stands twice in an object,
    half of a surrogate pair, nesting beyond `MAX_DEPTH`.
    """
    hooks = _Strict()
    try:
        value = cast(
            JsonValue,
            json.loads(text, object_pairs_hook=hooks.object, parse_float=hooks.number, parse_constant=hooks.number),
        )
    except json.JSONDecodeError as error:
        raise InputError(_syntax_problem(error, place, first_line)) from error
    except RecursionError as error:
        raise InputError(too_deep(place, first_line, "lists and objects")) from error
    except ValueError as error:  # a whole number of thousands of digits
        problem = Problem("a number has too many digits", place=place, line=first_line, remedy="write it as text")
        raise InputError(problem) from error
    if text.count("[") + text.count("{") > MAX_DEPTH and is_too_deep(value):
        raise InputError(too_deep(place, first_line, "lists and objects"))
    if hooks.flawed or _SURROGATE_ESCAPE.search(text):
        problems = _flaws(value, text, place, first_line)
        if problems:
            raise InputError(problems)
    return value


def json_line(text: str, path: FieldPath, first_line: int = 1) -> int:
    """The line of the value that `path` leads to in a text that parses; of its nearest container where it is absent."""
    at = _skip(text, 0)
    for step in path:
        inner = _child(text, at, step)
        if inner is None:
            break
        at = inner
    return first_line + text.count("\n", 0, at)


def is_too_deep(value: JsonValue) -> bool:
    """Whether lists and objects are nested beyond `MAX_DEPTH` levels."""
    level = [value]
    for _ in range(MAX_DEPTH + 1):
        containers = [inner for inner in level if isinstance(inner, dict | list)]
        if not containers:
            return False
        level = [
            inner
            for container in containers
            for inner in (container.values() if isinstance(container, dict) else container)
        ]
    return True


def _child(text: str, at: int, step: str | int) -> int | None:
    """Where the value under `step` begins, in the container that begins at `at`; None where there is none."""
    opening = "{" if isinstance(step, str) else "["
    if text[at] != opening:
        return None
    decode = json.JSONDecoder().raw_decode
    at, index = _skip(text, at + 1), 0
    while text[at] not in "}]":
        key: str | int = index
        if opening == "{":
            key, at = decode(text, at)
            at = _skip(text, _skip(text, at) + 1)
        if key == step:
            return at
        _, at = decode(text, at)
        at = _skip(text, at)
        if text[at] == ",":
            at = _skip(text, at + 1)
        index += 1
    return None


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _flaws(value: JsonValue, text: str, place: str, first_line: int) -> list[Problem]:
    """What JSON's own reader let through, each with its place."""

    def problem(message: str, path: FieldPath, found: str, remedy: str) -> Problem:
        line = json_line(text, path, first_line)
        return Problem(message, place=place, line=line, field=field_text(path), found=found, remedy=remedy)

    problems: list[Problem] = []
    for path, inner in walk(value):
        if isinstance(inner, _KeysTwice):
            remedy = "keep one of the two"
            problems.append(
                problem("a key stands twice in one object", (*path, inner.twice), f"'{inner.twice}'", remedy)
            )
        elif isinstance(inner, float) and not isfinite(inner):
            found = "NaN" if inner != inner else "Infinity" if inner == inf else "-Infinity"
            problems.append(problem("this is no finite number", path, found, "write a finite number, or null"))
        for text_inside in [inner] if isinstance(inner, str) else inner if isinstance(inner, dict) else ():
            if holds_half_a_pair(text_inside):
                remedy = "write both halves, or leave the character out"
                problems.append(problem("half of a surrogate pair stands alone", path, ascii(text_inside)[:60], remedy))
    return problems


def _syntax_problem(error: json.JSONDecodeError, place: str, first_line: int) -> Problem:
    text, at = error.doc, error.pos
    rest = text[at : at + 40].split("\n")[0]
    before = text[:at]
    message, remedy = f"this is no JSON: {error.msg}", "mend the JSON at this place"
    if not text.strip():
        message, remedy = "the file is empty", "write the value that belongs here, or remove the file"
    elif error.msg == "Extra data":
        remedy = "one value a file; a file with one value a line is named .jsonl"
    elif _TRAILING_COMMA.search(before) and rest[:1] in ("}", "]"):
        remedy = "remove the comma before the closing bracket"
    elif rest.startswith("'"):
        remedy = "write double quotes"
    elif rest.startswith(("//", "/*", "#")):
        remedy = "JSON has no comments: remove it"
    elif at >= len(text):
        remedy = "the text breaks off here: close what is open"
    elif not rest or rest[0] < " ":
        remedy = "write the character as an escape, such as \\n"
    return Problem(
        message,
        place=place,
        line=first_line + before.count("\n"),
        found=f"{rest or text[at]!r} in column {error.colno}" if at < len(text) else "the end of the text",
        expected="one JSON value",
        remedy=remedy,
    )
