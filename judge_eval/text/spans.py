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
_CLOSER_OF = dict(zip(_PAIRS[::2], _PAIRS[1::2], strict=True)) | {"„": "“"}
_ALSO_CLOSES = {"”": "“"}
"""What is opened by „ is closed by “ in German and by ” in Polish."""
_MARK = re.compile(f"[{re.escape(_PAIRS)}„]")


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
    open_at: dict[str, list[int]] = {closer: [] for closer in _CLOSER_OF.values()}
    for mark in _MARK.finditer(text):
        place, char = mark.start(), mark[0]
        opened = open_at.get(char) or open_at.get(_ALSO_CLOSES.get(char, ""))
        if opened:
            first = opened.pop()
            if place - first <= _LONGEST:
                yield first, place
        elif char in _CLOSER_OF:
            open_at[_CLOSER_OF[char]].append(place)
