"""A text made short, for a line in which it is quoted."""

from __future__ import annotations


def one_line(text: str, longest: int) -> str:
    """The text on one line, each run of white space one space, of at most `longest` characters."""
    return cut(" ".join(text.split()), longest)


def cut(text: str, longest: int) -> str:
    """The text as it stands, of at most `longest` characters: where it has more, the last one shown is `…`."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"
