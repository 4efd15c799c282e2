"""A scored suite read back from its `--out` folder: the results, and the cases and runs behind them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from judge_eval.adapters.files.cases import read_cases
from judge_eval.adapters.files.discovery import CaseFile
from judge_eval.adapters.files.found import FoundCase
from judge_eval.adapters.files.parsing.document import Document, read_document
from judge_eval.adapters.files.parsing.json_lines import read_lines, too_long
from judge_eval.adapters.files.parsing.problems import validated
from judge_eval.adapters.files.runs import read_runs
from judge_eval.adapters.files.spool import Spool
from judge_eval.core.comparison import Baseline
from judge_eval.core.results import SCHEMA, Results
from judge_eval.core.verdict import VerdictLine
from judge_eval.errors import InputError, Problem, nearest

RESULTS = "results.json"
CASES = "cases.jsonl"
RUNS = "runs.jsonl"
VERDICTS = "verdicts.jsonl"
SESSION = "session.json"
COMPANIONS = (CASES, RUNS, VERDICTS)
"""What a comparison reads beside results.json."""
ACCEPTED = "baseline.json"
"""What tells when and of which commit the results beside it were accepted as a baseline."""

_REMEDY = "name a folder that `judge-eval score … --out DIR` wrote, or its results.json"


@dataclass(frozen=True, slots=True)
class ScoredFolder:
    """Results with their fingerprint; their cases and runs lie in a spool, as far as the folder has them."""

    name: str
    folder: Path
    fingerprint: str
    results: Results
    has_cases: bool
    has_runs: bool
    accepted: Baseline | None = None


def read_scored(named: str, spool: Spool) -> ScoredFolder:
    """The results in a folder, or of its results.json; cases and runs beside them are put into `spool`.

    Raises: InputError where there are no results, or a file beside them is wrong.
    """
    path = results_path(named)
    document = read_document(path)
    results = validated(Results, _of_this_schema(document))
    folder = path.parent
    has_cases, has_runs = (folder / CASES).is_file(), (folder / RUNS).is_file()
    if has_cases:
        for case in read_cases([CaseFile(folder / CASES)]):
            if isinstance(case, FoundCase):
                spool.add_case(case)
    if has_runs and (folder / RUNS).stat().st_size:
        for run in read_runs([folder / RUNS]):
            spool.add_found_run(run)
    accepted = folder / ACCEPTED
    return ScoredFolder(
        name=named,
        folder=folder,
        fingerprint=sha256(document.text.encode("utf-8", "surrogatepass")).hexdigest(),
        results=results,
        has_cases=has_cases,
        has_runs=has_runs,
        accepted=validated(Baseline, read_document(accepted)) if accepted.is_file() else None,
    )


def results_path(named: str) -> Path:
    """The results.json that a person names, by itself or by its folder. Raises: InputError where there is none."""
    path = Path(named)
    if path.is_dir():
        if not (path / RESULTS).is_file():
            raise InputError(Problem(f"this folder holds no {RESULTS}", place=named, remedy=_REMEDY))
        return path / RESULTS
    if not path.is_file():
        beside = [entry.name for entry in path.parent.iterdir()] if path.parent.is_dir() else []
        remedy = nearest(path.name, beside) or _REMEDY
        raise InputError(Problem("there is no such file or folder", place=named, remedy=remedy))
    return path


def verdicts_in(folder: Path, metric: str) -> Iterator[VerdictLine]:
    """The verdicts of one metric; none where they were not kept. Raises: InputError where a line is wrong."""
    path = folder / VERDICTS
    marked = f'"metric":"{metric}"'.encode()
    for line in read_lines(path) if path.is_file() else ():
        if line.data is None:
            raise InputError(too_long(path, line))
        if marked in line.data:
            yield VerdictLine.model_validate_json(line.data)


def configs_of(folder: Path) -> tuple[Path, ...]:
    """The configurations by which the results in a folder were made, as far as they still stand where they stood."""
    path = folder / SESSION
    session = read_document(path).value if path.is_file() else None
    named = session.get("configs") if isinstance(session, dict) else None
    paths = [Path(name) for name in named if isinstance(name, str)] if isinstance(named, list) else []
    return tuple(path for path in paths if path.is_file())


def _of_this_schema(document: Document) -> Document:
    """The document. Raises: InputError where it is something else than results."""
    schema = document.value.get("schema") if isinstance(document.value, dict) else None
    if schema != SCHEMA:
        raise InputError(
            Problem(
                "this file holds no results",
                place=document.place,
                line=1,
                field="schema",
                found=repr(schema),
                expected=repr(SCHEMA),
                remedy=_REMEDY,
            )
        )
    return document
