"""YAML 1.2 texts to values, as strictly as JSON, and the line on which a value stands."""

from __future__ import annotations

import re
from math import isfinite
from typing import Any, Protocol, cast

from pydantic import JsonValue
from ruamel.yaml import YAML
from ruamel.yaml.composer import MaxDepthExceededError
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.reader import ReaderError

from judge_eval.adapters.files.parsing.depth import too_deep
from judge_eval.adapters.files.parsing.field_path import FieldPath, field_text
from judge_eval.calibration.thresholds import MAX_DEPTH, MAX_YAML_NODES
from judge_eval.errors import InputError, Problem
from judge_eval.text.surrogates import joined_pairs

_PLAIN = "write plain texts, numbers, lists and mappings"
_OTHER_VERSION = re.compile(r"(?:[ \t]*(?:#.*)?\n)*%YAML[ \t]+(?!1\.2\s)(\S+)")
"""A directive by which `no` would be false and 010 would be 8."""
_TAG = "tag:yaml.org,2002:"


class _Node(Protocol):
    """What is used of ruamel.yaml's nodes, which carry no types; `id` is scalar, sequence or mapping."""

    id: str
    tag: str
    value: Any
    start_mark: Any


def parse_yaml(text: str, place: str) -> JsonValue:
    """The value that `text` writes; dates stay texts, and keys become texts.

    Raises: InputError with every flaw found: a syntax error, a tag beyond JSON's types, NaN, infinities, a key that
    stands twice, a merge key, nesting beyond `MAX_DEPTH`, aliases that stand for too much.
    """
    reader = _Reader(place)
    node = _compose(text, place)
    value = reader.value(node, ())
    if reader.problems:
        raise InputError(reader.problems)
    return value


def yaml_line(text: str, path: FieldPath) -> int:
    """The line of the value that `path` leads to in a text that parses; of its nearest container where it is absent."""
    node = _compose(text, "")
    for step in path:
        inner = _child(node, step)
        if inner is None:
            break
        node = inner
    return _line(node)


class _Reader:
    """Turns nodes into values, and gathers what is wrong on the way."""

    def __init__(self, place: str) -> None:
        self.problems: list[Problem] = []
        self._place = place
        self._nodes = 0

    def value(self, node: _Node, path: FieldPath) -> JsonValue:
        """The value of `node`; None where a problem was noted instead."""
        self._nodes += 1
        if self._nodes > MAX_YAML_NODES:
            raise InputError(self._problem(node, path, "aliases stand for too many values", "write the values out"))
        if len(path) > MAX_DEPTH:
            raise InputError(too_deep(self._place, _line(node), "lists and mappings"))
        if node.id != "scalar" and _tag(node) not in ("map", "seq"):
            self._note(node, path, f"the tag '{_tag(node)}' is not read here", _PLAIN)
        match node.id:
            case "mapping":
                return self._mapping(node, path)
            case "sequence":
                return [self.value(inner, (*path, index)) for index, inner in enumerate(_entries(node))]
            case _:
                return self._scalar(node, path)

    def _mapping(self, node: _Node, path: FieldPath) -> JsonValue:
        found: dict[str, JsonValue] = {}
        for key_node, inner in _pairs(node):
            key = _key(key_node)
            if key is None:
                remedy = "write the keys out" if _tag(key_node) == "merge" else "write the key as plain text"
                self._note(key_node, path, "this key is not a plain text", remedy)
            elif key in found:
                self._note(key_node, (*path, key), f"the key '{key}' stands twice", "keep one of the two")
            else:
                found[key] = self.value(inner, (*path, key))
        return found

    def _scalar(self, node: _Node, path: FieldPath) -> JsonValue:
        text = str(node.value)
        match _tag(node):
            case "str" | "timestamp" | "value":
                return self._text(node, text, path)
            case "null":
                return None
            case "bool":
                return text.lower() == "true"
            case "int" | "float" as kind:
                return self._number(node, kind, text, path)
            case tag:
                self._note(node, path, f"the tag '{tag}' is not read here", _PLAIN)
                return None

    def _text(self, node: _Node, text: str, path: FieldPath) -> str:
        try:
            return joined_pairs(text)
        except UnicodeDecodeError:
            remedy = "write both halves, or leave the character out"
            self._note(node, path, "half of a surrogate pair stands alone", remedy, ascii(text))
            return ""

    def _number(self, node: _Node, kind: str, text: str, path: FieldPath) -> JsonValue:
        try:
            number = _whole(text) if kind == "int" else _decimal(text)
        except ValueError:
            self._note(node, path, "this number cannot be read", "write a plain number, or a text in quotes", text)
            return None
        if not isfinite(number):
            self._note(node, path, "this is no finite number", "write a finite number, or null", text)
            return None
        return number

    def _note(self, node: _Node, path: FieldPath, message: str, remedy: str, found: str | None = None) -> None:
        self.problems.append(self._problem(node, path, message, remedy, found))

    def _problem(self, node: _Node, path: FieldPath, message: str, remedy: str, found: str | None = None) -> Problem:
        return Problem(
            message,
            place=self._place,
            line=_line(node),
            field=field_text(path),
            found=found[:60] if found else None,
            remedy=remedy,
        )


def _compose(text: str, place: str) -> _Node:
    """The nodes of `text`. Raises: InputError where it is no YAML, or holds nothing."""
    other = _OTHER_VERSION.match(text)
    if other is not None:
        line, remedy = text.count("\n", 0, other.start(1)) + 1, "leave the %YAML line out"
        message, found = "this is another version of YAML", f"'{other.group(1)}'"
        raise InputError(Problem(message, place=place, line=line, found=found, expected="YAML 1.2", remedy=remedy))
    yaml = cast(Any, YAML(typ="safe", pure=True))
    yaml.max_depth = MAX_DEPTH + 1
    yaml.composer.warn_double_anchors = False
    try:
        node = cast(_Node | None, yaml.compose(text))
    except MarkedYAMLError as error:
        raise InputError(_syntax_problem(error, place)) from error
    except ReaderError as error:
        line = text.count("\n", 0, cast(Any, error).position) + 1
        remedy = "remove the character, or write it as an escape in double quotes"
        problem = Problem("a character is not allowed in YAML", place=place, line=line, remedy=remedy)
        raise InputError(problem) from error
    except (YAMLError, LookupError, ValueError) as error:
        # ruamel.yaml stumbles over some texts that are no YAML, such as a directive amid a value
        problem = Problem("this is no YAML that can be read", place=place, line=1, remedy="mend the YAML")
        raise InputError(problem) from error
    if node is None:
        remedy = "write the value that belongs here, or remove the file"
        raise InputError(Problem("the file is empty", place=place, line=1, remedy=remedy))
    return node


def _syntax_problem(error: Any, place: str) -> Problem:
    mark = error.problem_mark or error.context_mark
    if isinstance(error, MaxDepthExceededError):
        return too_deep(place, int(mark.line) + 1, "lists and mappings")
    said = [str(part) for part in (error.context, error.problem) if part]
    remedy = "put the text in quotes" if "mapping values are not allowed" in " ".join(said) else "mend the YAML here"
    return Problem(
        f"this is no YAML: {', '.join(said)}",
        place=place,
        line=None if mark is None else int(mark.line) + 1,
        expected="YAML 1.2",
        remedy=remedy,
    )


def _child(node: _Node, step: str | int) -> _Node | None:
    if node.id == "mapping":
        return next((inner for key, inner in _pairs(node) if _key(key) == step), None)
    if node.id == "sequence" and isinstance(step, int) and step < len(_entries(node)):
        return _entries(node)[step]
    return None


def _pairs(node: _Node) -> list[tuple[_Node, _Node]]:
    return node.value


def _entries(node: _Node) -> list[_Node]:
    return node.value


def _key(node: _Node) -> str | None:
    """The key as text, also where it is written as a number; None where it is no plain key."""
    if node.id != "scalar" or _tag(node) == "merge":
        return None
    try:
        return joined_pairs(str(node.value))
    except UnicodeDecodeError:
        return None


def _tag(node: _Node) -> str:
    return node.tag.removeprefix(_TAG)


def _line(node: _Node) -> int:
    return int(node.start_mark.line) + 1


def _whole(text: str) -> int:
    """The whole number. Raises: ValueError."""
    digits = text.replace("_", "")
    sign = -1 if digits.startswith("-") else 1
    digits = digits.lstrip("+-")
    bases = {"0x": 16, "0o": 8, "0b": 2}
    base = bases.get(digits[:2].lower(), 10)
    return sign * int(digits[2:] if base != 10 else digits, base)


def _decimal(text: str) -> float:
    """The number, infinities and NaN in YAML's spelling included. Raises: ValueError."""
    return float(text.replace("_", "").lower().replace(".inf", "inf").replace(".nan", "nan"))
