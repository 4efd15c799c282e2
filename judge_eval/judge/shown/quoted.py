"""Texts within a transcript: what somebody said must not pass for what somebody else said or did."""

from __future__ import annotations

import re

_SPEAKS = re.compile(
    r"(?<=[\r\n])(?=[^\S\r\n]*(?:(?:turn\s*\d+\s*,\s*)?(?:user|agent|system|assistant)\s*[:,]"
    r"|tool\s+call\s*:|(?:result|error)\s*:|\[\d+:))",
    re.IGNORECASE,
)


def quoted(text: str) -> str:
    """The text with `> ` before each further line that begins as a transcript's own lines do: a turn, a call, a result.

    The first line stands behind the transcript's own heading, so that it cannot pass for one.
    """
    return _SPEAKS.sub("> ", text)
