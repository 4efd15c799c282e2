"""Two files of recorded runs read, and what differs between them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from judge_eval.adapters.files.found import FoundRun
from judge_eval.adapters.files.runs import read_runs
from judge_eval.core.run_change import RunChange
from judge_eval.errors import InputError, Problem
from judge_eval.pipeline.comparison.diff_runs import run_changes

_Place = tuple[str, int]
"""A case's id and a repeat."""


def changes_between(before: str, after: str) -> Iterator[RunChange]:
    """Every change, by case and repeat. Raises: InputError where a file cannot be read, or has a run twice."""
    old, new = _runs(before), _runs(after)
    for place in sorted(old.keys() | new.keys()):
        was, now = old.get(place), new.get(place)
        yield from run_changes(was and was.run, now and now.run)


def _runs(name: str) -> dict[_Place, FoundRun]:
    found: dict[_Place, FoundRun] = {}
    for one in read_runs([Path(name)]):
        first = found.setdefault((one.run.case_id, one.run.repeat), one)
        if first is not one:
            message = f"repeat {one.run.repeat} of case '{one.run.case_id}' stands twice, also at {first.origin}"
            raise InputError(Problem(message, place=one.origin.place, line=one.origin.line, remedy="leave one out"))
    return found
