"""Spans of a text that belong together: code, quotations, brackets. A stop inside ends no sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

_LONGEST = 400
"""Characters of a span: a mark that is closed by chance, or never, holds back no whole text."""

_CODE = re.compile(rf"(?<!`)(`+)(?!`).{{1,{_LONGEST}}}?(?<!`)\1(?!`)", re.DOTALL)
_STRAIGHT_QUOTES = re.compile(rf'(?<![^\s(\[{{«“„])"(?=\S)[^"]{{0,{_LONGEST}}}"(?!\w)')
_PAIRS = "()[]{}（）［］【】《》〈〉〔〕“”«»‹›「」『』"
_CLOSERS = dict(zip(_PAIRS[::2], _PAIRS[1::2], strict=True)) | {"„": "“”"}
_OPENER = re.compile("[" + "".join(map(re.escape, _CLOSERS)) + "]")


@dataclass(frozen=True, slots=True)
class Spans:
    """Where a text must not be parted: `covered[i]` counts the spans that hold the gap before character i."""

    covered: tuple[int, ...]

    def hold(self, gap: int) -> bool:
        """Whether the gap before the character at `gap` lies inside a span."""
        return self.covered[gap] > 0


def spans_of(text: str) -> Spans:
    """The spans of code, quotation and brackets in `text`."""
    changes = [0] * (len(text) + 2)
    for first, last in _spans(text):
        changes[first + 1] += 1
        changes[last + 1] -= 1
    return Spans(tuple(accumulate(changes)))


def _spans(text: str) -> Iterator[tuple[int, int]]:
    """The places of each span's first and last character."""
    for found in (*_CODE.finditer(text), *_STRAIGHT_QUOTES.finditer(text)):
        yield found.start(), found.end() - 1
    for opener in _OPENER.finditer(text):
        last = _closed_at(text, opener.start())
        if last is not None:
            yield opener.start(), last


def _closed_at(text: str, first: int) -> int | None:
    """Where the bracket or quotation that opens at `first` closes; None where it does not, within the longest."""
    opener = text[first]
    depth = 0
    for place in range(first, min(first + _LONGEST, len(text))):
        if text[place] == opener:
            depth += 1
        elif text[place] in _CLOSERS[opener]:
            depth -= 1
            if depth == 0:
                return place
    return None
