"""Redaction: what the rules match is replaced, in a text or anywhere in a JSON value, and counted."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from pydantic import JsonValue

from judge_eval.core.redaction import RedactRule

_EXACT = 2**53
"""Whole numbers below this size are the same number as floats, and are spelt alike."""


class Redactor:
    """Rules that are applied one after the other; true where there is any."""

    def __init__(self, rules: Sequence[RedactRule] = ()) -> None:
        """A redactor that has replaced nothing yet."""
        self.rules = tuple(rules)
        self._rules = [
            (rule.name or str(place), re.compile(rule.pattern), rule.with_) for place, rule in enumerate(rules, start=1)
        ]
        self._counts: Counter[str] = Counter()

    def __bool__(self) -> bool:
        """Whether there is any rule."""
        return bool(self._rules)

    def finds(self, text: str) -> bool:
        """Whether any rule matches something in the text."""
        return any(found[0] for _, pattern, _ in self._rules for found in pattern.finditer(text))

    def text(self, text: str) -> str:
        """The text with all that the rules match replaced."""
        for name, pattern, mark in self._rules:
            text, replaced = _replaced(pattern, mark, text)
            self._counts[name] += replaced
        return text

    def pattern(self, expression: str) -> str:
        """A regular expression whose own words are redacted: where it spelt a name out, it now matches the mark."""
        redacted = expression
        for name, pattern, mark in self._rules:
            redacted, replaced = _replaced(pattern, re.escape(mark), redacted)
            self._counts[name] += replaced
        try:
            re.compile(redacted)
        except re.error:
            return re.escape(self.text(expression))
        return redacted

    def value(self, value: JsonValue) -> JsonValue:
        """The value with its texts and keys redacted; a number that a rule matches becomes a text."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self.value(inner) for inner in value]
        if isinstance(value, dict):
            return self.object(value)
        if value is None or isinstance(value, bool):
            return value
        spelt = _spelt(value)
        shown = self.text(spelt)
        return value if shown == spelt else shown

    def object(self, value: dict[str, JsonValue]) -> dict[str, JsonValue]:
        """The object with its keys and values redacted."""
        return dict(zip(self.keys(value), map(self.value, value.values()), strict=True))

    def keys(self, keys: Iterable[str]) -> list[str]:
        """The keys, redacted; those that come to be the same are told apart by an apostrophe."""
        redacted: dict[str, None] = {}
        for key in keys:
            shown = self.text(key)
            while shown in redacted:
                shown += "'"
            redacted[shown] = None
        return list(redacted)

    def notes(self) -> Iterator[str]:
        """How much each rule replaced so far, a line a rule."""
        for name, _, _ in self._rules:
            yield f"redacted: {self._counts[name]} by rule {name}"


def _replaced(pattern: re.Pattern[str], mark: str, text: str) -> tuple[str, int]:
    """The text with the mark for each match that is not empty, and how many there were."""
    n_empty = 0

    def instead(found: re.Match[str]) -> str:
        nonlocal n_empty
        n_empty += not found[0]
        return mark if found[0] else ""

    redacted, n_found = pattern.subn(instead, text)
    return redacted, n_found - n_empty


def _spelt(number: float) -> str:
    """The number as JSON, 5 and 5.0 alike: where they are equal, they must stay so."""
    return str(int(number)) if abs(number) < _EXACT and number == int(number) else json.dumps(number)
