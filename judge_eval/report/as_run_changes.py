"""Changes between two recordings as text: a line a change, the earlier side before the later one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from pydantic import JsonValue

from judge_eval.core.run_change import RunChange
from judge_eval.report.visible import visible
from judge_eval.text.counted import counted


def run_changes_text(changes: Sequence[RunChange]) -> str:
    """The changes, run by run, and their number; one line where there is none."""
    if not changes:
        return "the runs are the same\n"
    lines = list(_lines(changes))
    n_runs = len({(change.case_id, change.repeat) for change in changes})
    return "\n".join([*map(visible, lines), "", f"{counted(n_runs, 'run')} of another course\n"])


def run_changes_json(changes: Iterable[RunChange]) -> str:
    """The changes as one JSON list."""
    return json.dumps([change.model_dump(mode="json") for change in changes], ensure_ascii=False, indent=1) + "\n"


def _lines(changes: Sequence[RunChange]) -> Iterator[str]:
    for (case_id, repeat), of_run in groupby(changes, key=lambda change: (change.case_id, change.repeat)):
        yield f"{case_id}, repeat {repeat}" if repeat else case_id
        for change in of_run:
            place = "" if change.turn is None else f"turn {change.turn + 1}, "
            yield f"  {place}{change.part}: {_told(change.before)} -> {_told(change.after)}"


def _told(value: JsonValue) -> str:
    return "nothing" if value is None else json.dumps(value, ensure_ascii=False, sort_keys=True)
