"""Halves of surrogate pairs, which JSON escapes can bring in and no file can hold."""

from __future__ import annotations

import re

_HALF = re.compile("[\ud800-\udfff]")


def mended(text: str) -> str:
    """The text with surrogate pairs joined to the characters they mean, and lone halves as U+FFFD."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def holds_half_a_pair(text: str) -> bool:
    """Whether there are halves of surrogate pairs in `text`."""
    return _HALF.search(text) is not None


def joined_pairs(text: str) -> str:
    """`text` with two halves of a surrogate pair, side by side as escapes write them, made one character.

    Raises: UnicodeDecodeError where half of a pair stands alone.
    """
    if not holds_half_a_pair(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
