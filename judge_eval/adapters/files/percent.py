"""Shares that were written as percentages."""

from __future__ import annotations

import re

from pydantic import JsonValue

_PERCENTAGE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(%?)\s*")


def share_meant(value: JsonValue) -> str | None:
    """The remedy where `value` reads as a percentage, such as 80 or "80%": `did you mean 0.8?`; else None.

    A share in quotes means itself.
    """
    found = _PERCENTAGE.fullmatch(value) if isinstance(value, str) else None
    if found is not None:
        number, is_percent = float(found[1]), bool(found[2])
    elif isinstance(value, int | float) and not isinstance(value, bool):
        number, is_percent = float(value), False
    else:
        return None
    is_share = number <= 1 and not is_percent
    return f"did you mean {number if is_share else number / 100:g}?" if 0 <= number <= 100 else None
