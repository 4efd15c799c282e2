"""JSON as judges write it: objects found in prose, read in spite of small faults, never guessed from a part."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import JsonValue

from judge_eval.text.surrogates import mended

_START = re.compile(r"\{\s*(?:(?://[^\n]*\n|/\*.*?\*/)\s*)*(?=[\"'}])", re.DOTALL)
_SKIPPED = re.compile(r"(?:\s+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_BARE = re.compile(r"[^\s,:{}\[\]\"']+")
_BARE_WORDS: dict[str, JsonValue] = {"true": True, "false": False, "null": None, "none": None}
_QUOTES = {'"': '"', "'": "'"}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


@dataclass(frozen=True, slots=True)
class Found:
    """An object in a text with its members in order; `closed` False: the text ends or breaks inside it."""

    members: tuple[tuple[str, JsonValue], ...]
    closed: bool


def objects_in(text: str) -> Iterator[Found]:
    """The outermost objects of a text, in order; what stands inside one, quoted or not, is never taken for one."""
    position = 0
    while (start := _START.search(text, position)) is not None:
        strict = _strict_object(text, start.start())
        if strict is not None:
            found, position = strict
        else:
            reader = _Reader(text, start.start())
            found, position = reader.whole_object(), reader.position
        yield found


def _strict_object(text: str, start: int) -> tuple[Found, int] | None:
    try:
        found, end = _STRICT.raw_decode(text, start)
    except (ValueError, RecursionError):
        return None
    return found, end


_STRICT = json.JSONDecoder(object_pairs_hook=lambda pairs: Found(tuple(pairs), True), strict=False)


class _BrokenError(Exception):
    """The text cannot be read on from here."""


class _Reader:
    """Reads one object from `position` on: comments, single quotes, raw newlines and trailing commas are borne."""

    def __init__(self, text: str, position: int) -> None:
        self._text = text
        self._depth = 0
        self.position = position

    def whole_object(self) -> Found:
        """The object at the position; where it breaks, the members read before, and the rest of the text is spent."""
        members: list[tuple[str, JsonValue]] = []
        try:
            self._members(members)
        except _BrokenError:
            self.position = len(self._text)
            return Found(tuple(members), False)
        return Found(tuple(members), True)

    def _members(self, members: list[tuple[str, JsonValue]]) -> None:
        self._take("{")
        while self._peek() != "}":
            key = self._key()
            self._take(":")
            members.append((key, self._value()))
            if self._peek() == ",":
                self._take(",")
            elif self._peek() != "}":
                raise _BrokenError
        self._take("}")

    def _key(self) -> str:
        if self._peek() in _QUOTES:
            return self._string(":")
        return self._bare()

    def _value(self) -> JsonValue:
        char = self._peek()
        if char in _QUOTES:
            return self._string(",}]")
        if char in "{[":
            return self._nested(char)
        word = self._bare()
        if word.casefold() in _BARE_WORDS:
            return _BARE_WORDS[word.casefold()]
        try:
            number: JsonValue = json.loads(word)
        except ValueError as error:
            raise _BrokenError from error
        return number

    def _nested(self, char: str) -> JsonValue:
        self._depth += 1
        if self._depth > 20:
            raise _BrokenError
        try:
            if char == "{":
                members: list[tuple[str, JsonValue]] = []
                self._members(members)
                return dict(members)
            return self._list()
        finally:
            self._depth -= 1

    def _list(self) -> JsonValue:
        values: list[JsonValue] = []
        self._take("[")
        while self._peek() != "]":
            values.append(self._value())
            if self._peek() == ",":
                self._take(",")
            elif self._peek() != "]":
                raise _BrokenError
        self._take("]")
        return values

    def _string(self, followers: str) -> str:
        """A quoted text; its end is the first quote before a follower, so that stray quotes inside do not end it."""
        quote = self._peek()
        self._take(quote)
        chars: list[str] = []
        while True:
            if self.position >= len(self._text):
                raise _BrokenError
            char = self._text[self.position]
            self.position += 1
            if char == "\\" and self.position < len(self._text):
                chars.append(self._escaped())
            elif char == quote and self._at_end(followers):
                return mended("".join(chars))
            else:
                chars.append(char)

    def _escaped(self) -> str:
        char = self._text[self.position]
        self.position += 1
        if char != "u":
            return _ESCAPES.get(char, char)
        digits = self._text[self.position : self.position + 4]
        if not re.fullmatch(r"[0-9a-fA-F]{4}", digits):
            return char
        self.position += 4
        return chr(int(digits, 16))

    def _at_end(self, followers: str) -> bool:
        after = self._skipped()
        return after >= len(self._text) or self._text[after] in followers

    def _bare(self) -> str:
        self._peek()
        word = _BARE.match(self._text, self.position)
        if word is None:
            raise _BrokenError
        self.position = word.end()
        return word.group()

    def _skipped(self) -> int:
        space = _SKIPPED.match(self._text, self.position)
        return self.position if space is None else space.end()

    def _peek(self) -> str:
        self.position = self._skipped()
        if self.position >= len(self._text):
            raise _BrokenError
        return self._text[self.position]

    def _take(self, char: str) -> None:
        if self._peek() != char:
            raise _BrokenError
        self.position += 1
