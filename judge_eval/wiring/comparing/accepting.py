"""A scored run accepted as a baseline: checked, and copied to where later runs find it."""

from __future__ import annotations

from pathlib import Path

from judge_eval.adapters.files.atomic_write import ANOTHER_OUT, write_file
from judge_eval.adapters.files.parsing.source import read_text
from judge_eval.adapters.files.results_folder import ACCEPTED, COMPANIONS, RESULTS, read_scored, results_path
from judge_eval.adapters.files.spool import Spool
from judge_eval.calibration.thresholds import MAX_FILE_BYTES
from judge_eval.core.comparison import Baseline
from judge_eval.errors import InputError, Problem

BASELINE_FOLDER = "baseline"
"""Where a baseline is kept: a folder for the repository, and no part of what is ignored there."""


def accept_results(named: str, folder: Path, *, commit: str | None, date: str, version: str) -> Baseline:
    """What is known of the results, now that they lie in `folder` with their cases, runs and verdicts.

    Raises: InputError where they are none, failed or incomplete, or the folder cannot be written.
    """
    with Spool() as spool:
        scored = read_scored(named, spool)
    if scored.results.status in ("failed", "incomplete"):
        raise InputError(
            Problem(
                f"these results are {scored.results.status}, and no baseline",
                place=str(results_path(named)),
                field="status",
                found=scored.results.status,
                expected="passed or undecided",
                remedy="mend what their report names, score again, and accept that",
            )
        )
    baseline = Baseline(
        results=scored.fingerprint,
        commit=commit,
        date=date,
        version=version,
        judges={metric: used.fingerprint for metric, used in scored.results.questions.items()},
    )
    write_file(folder, RESULTS, [read_text(results_path(named), MAX_FILE_BYTES)], ANOTHER_OUT)
    for name in COMPANIONS:
        if (scored.folder / name).is_file():
            with (scored.folder / name).open(encoding="utf-8", newline="") as lines:
                write_file(folder, name, lines, ANOTHER_OUT)
        else:
            (folder / name).unlink(missing_ok=True)  # one of an earlier baseline would not belong to these results
    write_file(folder, ACCEPTED, [baseline.model_dump_json(indent=1) + "\n"], ANOTHER_OUT)
    return baseline
