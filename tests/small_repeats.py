"""Suites whose cases have several runs, and what each of those gets right."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.small_suite import run_of, write_suite

CONFIG = "metrics: {tool_trajectory_avg_score: 1.0}\n"
"""A suite decided by its trajectories alone, without a judge."""


def case_line(case_id: str, **fields: Any) -> str:
    """A case of one turn in which no tool may be called, as a line of YAML that is JSON too."""
    rest = "".join(f", {name}: {value}" for name, value in fields.items())
    return f'- {{id: {case_id}, turns: [{{user: "Hello {case_id}", calls: []}}]{rest}}}\n'


def runs_of(case_id: str, passes: str) -> list[dict[str, Any]]:
    """A run a letter: `+` passes, `-` calls a tool and fails, `x` breaks off, `?` was recorded from another case."""
    made: list[dict[str, Any]] = []
    for repeat, letter in enumerate(passes):
        calls: list[dict[str, Any]] = [{"name": "search", "args": {}}] if letter == "-" else []
        user = "Other words" if letter == "?" else f"Hello {case_id}"
        error = {"error": "TimeoutError: too slow"} if letter == "x" else {}
        made.append(run_of(case_id, user, "Hello.", *calls, repeat=repeat, **error))
    return made


def write_repeats(
    folder: Path,
    passes: Mapping[str, str],
    fields: Mapping[str, Mapping[str, Any]] | None = None,
    *,
    config: str = CONFIG,
) -> None:
    """Writes a suite with these runs of each case; `fields` holds further fields of single cases, by their id."""
    cases = "".join(case_line(case_id, **(fields or {}).get(case_id, {})) for case_id in passes)
    runs = [run for case_id, letters in passes.items() for run in runs_of(case_id, letters)]
    write_suite(folder, cases=cases, runs=runs, config=config)
