"""Halves of surrogate pairs, which JSON escapes can bring in and no file can hold."""

from __future__ import annotations


def mended(text: str) -> str:
    """The text with surrogate pairs joined to the characters they mean, and lone halves as U+FFFD."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
