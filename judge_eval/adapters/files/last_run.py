"""The cases that did not pass when they were last scored in a project: the file behind `--last-failed`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from judge_eval.adapters.files.out_folder import write_file
from judge_eval.core.results import CaseResult, CaseStatus

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


def keep_last_run(folder: Path, results: Iterable[CaseResult]) -> None:
    """Writes how these cases came out; those that were not scored now stay as they were.

    Raises: InputError where the folder cannot be written.
    """
    statuses: dict[str, set[CaseStatus]] = {}
    for result in results:
        if result.status != "skipped":
            statuses.setdefault(result.id, set()).add(result.status)
    cases: dict[str, Broken] = {
        case_id: status for case_id, status in (read_last_run(folder) or {}).items() if case_id not in statuses
    }
    for case_id, found in statuses.items():
        if found & {"failed", "error"}:
            cases[case_id] = "failed" if "failed" in found else "error"
    last = _LastRun(cases=dict(sorted(cases.items())))
    write_file(folder, LAST_RUN, [last.model_dump_json(indent=1) + "\n"])
