"""Recorded runs: native JSONL, read and written line by line, and ADK's results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from judge_eval.adapters.files.adk.result_shapes import RESULT_KEYS
from judge_eval.adapters.files.adk.results import read_results
from judge_eval.adapters.files.found import FoundRun, Origin
from judge_eval.adapters.files.kind_of_file import RUNS, kind_of
from judge_eval.adapters.files.native.writer import run_line
from judge_eval.adapters.files.parsing.document import Document, parse_line, read_document
from judge_eval.adapters.files.parsing.json_lines import read_lines, too_long
from judge_eval.adapters.files.parsing.problems import Findings, validated
from judge_eval.adapters.files.shared_ids import SharedIds
from judge_eval.calibration.thresholds import MAX_REPEATS
from judge_eval.core.run import Run
from judge_eval.errors import InputError, Problem


def read_runs(files: Sequence[Path], ids: SharedIds | None = None) -> Iterator[FoundRun]:
    """The runs of all files as they are read; several results of ADK on one case are its repeats, counted on.

    `ids` tells the names of cases whose ids stand in several eval sets.

    Raises: InputError at the end, with every problem found, or where there was no run at all.
    """
    findings = Findings()
    ids = ids or SharedIds()
    repeats: Counter[str] = Counter()
    n_runs = 0
    for path in files:
        try:
            for found in _runs_in(path, ids, repeats, findings):
                n_runs += 1
                yield found
        except InputError as error:
            findings.add(error.problems)
    findings.raise_any()
    if n_runs == 0:
        places = ", ".join(map(str, files))
        remedy = "record some with `judge-eval run`"
        raise InputError(Problem("there is no run in any file", place=places or "--runs", remedy=remedy))


def write_runs(path: Path, runs: Iterable[Run]) -> int:
    """Writes one run a line, in the one spelling that equal runs have; gives their number.

    Raises: InputError where `path` cannot be written.
    """
    n_runs = 0
    try:
        with path.open("wb") as file:
            for run in runs:
                file.write(run_line(run))
                n_runs += 1
    except OSError as error:
        remedy = "name a file that you may write"
        raise InputError(
            Problem(f"the file cannot be written: {error.strerror}", place=str(path), remedy=remedy)
        ) from error
    return n_runs


def _runs_in(path: Path, ids: SharedIds, repeats: Counter[str], findings: Findings) -> Iterator[FoundRun]:
    """The runs of one file. Raises: InputError where it is of another kind, or wrong as a whole."""
    if path.is_dir():
        remedy = f"name a file in it, such as {path / 'runs.jsonl'}"
        raise InputError(Problem("this is a folder, and a file of runs was wanted", place=str(path), remedy=remedy))
    if path.suffix.lower() == ".jsonl":
        yield from _lines(path, ids, findings)
        return
    document = read_document(path)
    if not isinstance(document.value, dict) or not document.value.keys() & RESULT_KEYS:
        _refuse_other_kind(document)
    yield from read_results(document, repeats, ids)


def _lines(path: Path, ids: SharedIds, findings: Findings) -> Iterator[FoundRun]:
    for line in read_lines(path):
        if line.data is None:
            findings.add([too_long(path, line)])
            continue
        try:
            document = parse_line(line.data, str(path), line.number)
        except InputError as error:
            findings.add(error.problems)
            continue
        if line.number == 1 and kind_of(document.value) != RUNS:
            _refuse_other_kind(document)
        try:
            yield FoundRun(_run(document, ids), Origin(str(path), line.number))
        except InputError as error:
            findings.add(error.problems)


def _refuse_other_kind(document: Document) -> None:
    """Raises: InputError where the document shows by its keys that it is no file of runs, saying what it is."""
    kind = kind_of(document.value)
    if kind is not None:
        message = f"this file holds {kind.holds}, and recorded runs were wanted"
        raise InputError(Problem(message, place=document.place, line=1, remedy=kind.remedy))


def _run(document: Document, ids: SharedIds) -> Run:
    """The run of a line, under its case's name. Raises: InputError with every problem found."""
    run = validated(Run, document)
    if run.repeat >= MAX_REPEATS:
        line, expected = document.line_of(("repeat",)), f"a number below {MAX_REPEATS:,}"
        message, found = "this repeat is out of range", str(run.repeat)[:60]
        raise InputError(
            Problem(message, place=document.place, line=line, field="repeat", found=found, expected=expected)
        )
    name = ids.of_run(document.place, None, run.case_id)
    return run if name == run.case_id else run.model_copy(update={"case_id": name})
