"""Numbers in words: with what they count, and as percentages."""

from __future__ import annotations


def counted(n: int, singular: str, plural: str | None = None) -> str:
    """The number with its noun, such as `1 run` or `2,000 runs`; `plural` where an s does not make it."""
    return f"{n:,} {singular if n == 1 else plural or singular + 's'}"


def percent(share: float) -> str:
    """A share as a whole percentage, such as `95 %`."""
    return f"{100 * share:.0f} %"
