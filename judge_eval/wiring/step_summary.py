"""A workflow's own page of the run: the summary appended where GitHub Actions names a file for it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

VARIABLE = "GITHUB_STEP_SUMMARY"
MOST_BYTES = 1 << 20
"""What GitHub takes of one step."""


def add_to_step_summary(summary: str, environ: Mapping[str, str]) -> str | None:
    """Appends the summary where a workflow asks for it; why it could not, in words, where it could not."""
    named = environ.get(VARIABLE)
    if not named:
        return None
    path = Path(named)
    try:
        before = path.stat().st_size if path.exists() else 0
        if before + len(summary.encode()) > MOST_BYTES:
            return f"{VARIABLE} has no room for the summary: {before:,} bytes of {MOST_BYTES:,} are taken"
        with path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(summary)
    except OSError as error:
        return f"the summary is not in {named}: {error.strerror}"
    return None
