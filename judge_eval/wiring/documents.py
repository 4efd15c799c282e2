"""The files of `--out`: everything that a scored suite leaves behind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from judge_eval.adapters.files.atomic_write import ANOTHER_OUT, write_file
from judge_eval.adapters.files.labels.worklists import write_worklist
from judge_eval.adapters.files.native.writer import case_line, run_line
from judge_eval.adapters.files.spool import Spool
from judge_eval.core.comparison import Comparison
from judge_eval.core.session import Session
from judge_eval.pipeline.labelling.worklist import Wanted, rows_to_label, worklists
from judge_eval.pipeline.pairing import reference_run
from judge_eval.pipeline.score import Outcome
from judge_eval.report.as_json import eval_report_json, results_json
from judge_eval.report.as_markdown import summary_markdown
from judge_eval.wiring.reports import aspects_of, reported, told_cases


def write_documents(
    folder: Path,
    outcome: Outcome,
    spool: Spool,
    session: Session,
    *,
    references: bool,
    comparison: Comparison | None = None,
) -> str:
    """Writes all files of a scored suite into `folder`, each whole or as it was before; gives the summary's text.

    Raises: InputError where the folder cannot be written.
    """
    # Late: a score without --out draws no page and writes no XML.
    from judge_eval.report.as_html import report_html
    from judge_eval.report.as_junit import junit_xml

    suite = reported(outcome, session, comparison)
    summary = summary_markdown(suite, spool.results())
    runs = map(reference_run, spool.cases(by_id=True)) if references else spool.runs()
    documents: dict[str, Iterable[str]] = {
        "cases.jsonl": (case_line(case).decode() for case in spool.cases(by_id=True)),
        "runs.jsonl": (run_line(run).decode() for run in runs),
        "verdicts.jsonl": (line.model_dump_json() + "\n" for line in spool.verdicts()),
        "results.json": results_json(outcome.head(), spool.results()),
        "eval-report.json": _one(eval_report_json(outcome.ruling.estimates)),
        "session.json": _one(session.model_dump_json(indent=1) + "\n"),
        "report.html": report_html(suite, told_cases(spool, references=references)),
        "junit.xml": junit_xml(suite, spool.results, aspects_of(outcome)),
        "summary.md": _one(summary),
    }
    for name, pieces in documents.items():
        write_file(folder, name, pieces, ANOTHER_OUT)
    return summary


def write_worklists(folder: Path, outcome: Outcome, spool: Spool, wanted: Wanted) -> Iterator[Path]:
    """Writes a table to label for each judged metric; gives each table.

    Raises: InputError where one is there already, or the folder cannot be written.
    """
    for worklist in worklists(spool, outcome.plans, outcome.populations, wanted):
        yield write_worklist(folder, worklist, rows_to_label(worklist, spool))


def _one(text: str) -> Iterator[str]:
    yield text
