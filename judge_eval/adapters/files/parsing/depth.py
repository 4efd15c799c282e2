"""How deep values may be nested in a file."""

from __future__ import annotations

from judge_eval.calibration.thresholds import MAX_DEPTH
from judge_eval.errors import Problem


def too_deep(place: str, line: int, containers: str) -> Problem:
    """The problem of values nested beyond `MAX_DEPTH`; `containers` are what the format calls them."""
    return Problem(
        f"{containers} are nested too deeply",
        place=place,
        line=line,
        found=f"more than {MAX_DEPTH} levels",
        expected=f"at most {MAX_DEPTH} levels",
        remedy="write the inner value as text",
    )
