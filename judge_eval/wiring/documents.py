"""The files of `--out`: everything that a scored suite leaves behind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from judge_eval.adapters.files.native_writer import case_line, run_line
from judge_eval.adapters.files.out_folder import write_file
from judge_eval.adapters.files.spool import Spool
from judge_eval.adapters.files.worklists import write_worklist
from judge_eval.core.session import Session
from judge_eval.pipeline.pairing import reference_run
from judge_eval.pipeline.score import Outcome
from judge_eval.pipeline.worklist import Wanted, rows_to_label, worklists
from judge_eval.report.as_json import eval_report_json, results_json


def write_documents(folder: Path, outcome: Outcome, spool: Spool, session: Session, *, references: bool) -> None:
    """Writes all files of a scored suite into `folder`; each is whole, or as it was before.

    Raises: InputError where the folder cannot be written.
    """
    runs = map(reference_run, spool.cases(by_id=True)) if references else spool.runs()
    documents: dict[str, Iterable[str]] = {
        "cases.jsonl": (case_line(case).decode() for case in spool.cases(by_id=True)),
        "runs.jsonl": (run_line(run).decode() for run in runs),
        "verdicts.jsonl": (line.model_dump_json() + "\n" for line in spool.verdicts()),
        "results.json": results_json(outcome.head(), spool.results()),
        "eval-report.json": _one(eval_report_json(outcome.ruling.estimates)),
        "session.json": _one(session.model_dump_json(indent=1) + "\n"),
    }
    for name, pieces in documents.items():
        write_file(folder, name, pieces)


def write_worklists(folder: Path, outcome: Outcome, spool: Spool, wanted: Wanted) -> Iterator[Path]:
    """Writes a table to label for each judged metric; gives each table.

    Raises: InputError where one is there already, or the folder cannot be written.
    """
    for worklist in worklists(spool, outcome.plans, outcome.populations, wanted):
        yield write_worklist(folder, worklist, rows_to_label(worklist, spool))


def _one(text: str) -> Iterator[str]:
    yield text
