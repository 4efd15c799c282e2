"""Which commit the work stands at, for reports to name."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path

VARIABLE = "GITHUB_SHA"
SECONDS = 5.0
"""How long git may take; it answers at once where it answers at all."""


def commit_at(folder: Path, environ: Mapping[str, str]) -> str | None:
    """The commit that a workflow names, else that of the repository `folder` lies in; None where there is none."""
    if named := environ.get(VARIABLE, "").strip():
        return named
    try:
        asked = subprocess.run(
            ["git", "rev-parse", "--verify", "HEAD"], cwd=folder, capture_output=True, text=True, timeout=SECONDS
        )
    except (OSError, subprocess.TimeoutExpired):
        return None  # no git, or one that waits for something
    return asked.stdout.strip() or None if asked.returncode == 0 else None
