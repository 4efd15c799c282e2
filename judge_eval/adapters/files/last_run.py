"""The cases that did not pass when they were last scored in a project: the file behind `--last-failed`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from judge_eval.adapters.files.atomic_write import keep_out_of_git, write_file
from judge_eval.core.results import CaseStatus

LAST_RUN = "last-run.json"

Broken = Literal["failed", "error"]


class _LastRun(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, serialize_by_alias=True)

    schema_: Literal["judge-eval/last-run/1"] = Field(default="judge-eval/last-run/1", alias="schema")
    cases: dict[str, Broken]
    """The status of each case that failed or could not be scored, by its id."""


def read_last_run(folder: Path) -> Mapping[str, Broken] | None:
    """The cases that failed or were in error when they were last scored; None where nothing is known of any."""
    try:
        return _LastRun.model_validate_json((folder / LAST_RUN).read_bytes()).cases
    except (OSError, ValidationError):
        # What is torn, or of another version, is as good as none: the next score writes it anew.
        return None


def keep_last_run(folder: Path, statuses: Iterable[tuple[str, CaseStatus]]) -> None:
    """Writes how the cases came out, by the id and status of each repeat; those that were not scored stay as they were.

    Raises: InputError where the folder cannot be written.
    """
    keep_out_of_git(folder)
    cases: dict[str, Broken] = {**(read_last_run(folder) or {})}
    for case_id, repeats in groupby(statuses, key=lambda one: one[0]):
        found = {status for _, status in repeats}
        if "failed" in found or "error" in found:
            cases[case_id] = "failed" if "failed" in found else "error"
        elif "skipped" not in found:
            cases.pop(case_id, None)
    last = _LastRun(cases=dict(sorted(cases.items())))
    write_file(folder, LAST_RUN, [last.model_dump_json(indent=1) + "\n"])
