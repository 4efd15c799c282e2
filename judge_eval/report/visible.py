"""Text from outside, safe on a terminal: what would move the cursor, or turn a line round, is shown and not done."""

from __future__ import annotations

from types import MappingProxyType

_CONTROLS = (*range(0x20), *range(0x7F, 0xA0))
_TURNING = (0x061C, 0x200E, 0x200F, 0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_SHOWN = MappingProxyType(
    {code: f"\\x{code:02x}" for code in _CONTROLS}
    | {code: f"\\u{code:04x}" for code in _TURNING}
    | {ord("\n"): "\\n", ord("\r"): "\\r", ord("\t"): " "}
)


def visible(text: str) -> str:
    """The text in one line, its control characters and marks of direction written out."""
    return text.translate(_SHOWN)
