"""Cases of every shape: the one door through which they come in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

from pydantic import JsonValue

from judge_eval.adapters.files.adk.cases import read_eval_set
from judge_eval.adapters.files.adk.legacy import ROW_KEYS, read_legacy_eval_set, read_legacy_test
from judge_eval.adapters.files.adk.result_shapes import RESULT_KEYS
from judge_eval.adapters.files.discovery import CaseFile
from judge_eval.adapters.files.found import BrokenCase, FoundCase, Origin
from judge_eval.adapters.files.native.cases import Place, WrittenDefaults, WrittenSuite, read_native_case
from judge_eval.adapters.files.native.plain_cases import read_plain_case
from judge_eval.adapters.files.parsing.document import Document, parse_line, read_document
from judge_eval.adapters.files.parsing.field_path import FieldPath, field_text, value_at
from judge_eval.adapters.files.parsing.json_lines import read_lines, too_long
from judge_eval.adapters.files.parsing.problems import Findings, shortened, validated
from judge_eval.core.case import Case
from judge_eval.errors import InputError, Problem, nearest

_MAX_KNOWN_IDS = 1000
"""Ids that are kept to tell the nearest one to a misspelt selection."""

_SUITE_KEYS = frozenset({"eval_set_id", "eval_cases", "evalCases", "evalSetId"})
_FOREIGN: dict[str, str] = {
    "criteria": "this is a configuration: it is found by itself beside the cases, or named by --config",
    "eval_case_results": "this is a results file: name it by --runs",
    "evalCaseResults": "this is a results file: name it by --runs",
    "case_id": "these are recorded runs: name the file by --runs",
    "eval_id": "this is a case of an eval set: put it under eval_cases of one",
    "labels": "these are labels: name the file to `judge-eval calibrate`",
}

Shape = Literal["eval set", "legacy test", "legacy eval set", "suite", "list", "case"]


def read_cases(files: Iterable[CaseFile]) -> Iterator[FoundCase | BrokenCase]:
    """The cases of all files as they are read; a `BrokenCase` stands for one that contradicts itself.

    Raises: InputError at the end, with every problem that makes a file unfit, or where there was no case at all.
    """
    findings = Findings()
    n_cases = 0
    places: list[str] = []
    for file in files:
        places.append(str(file.path))
        for found in _wanted(file, _cases_in(file.path, findings), findings):
            n_cases += 1
            yield found
    findings.raise_any()
    if n_cases == 0:
        remedy = "write a first case with `judge-eval init`"
        raise InputError(Problem("there is no case in any file", place=", ".join(places) or None, remedy=remedy))


def shape_of(value: JsonValue) -> Shape:
    """The shape that a file's value has, told by its keys."""
    if isinstance(value, dict):
        if value.keys() & _SUITE_KEYS:
            return "eval set"
        return "suite" if value.keys() & {"cases", "defaults"} else "case"
    rows = [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []
    if any(row.keys() & ROW_KEYS for row in rows):
        return "legacy test"
    return "legacy eval set" if any("data" in row for row in rows) else "list"


def _cases_in(path: Path, findings: Findings) -> Iterator[FoundCase | BrokenCase]:
    """The cases of one file; its problems go to `findings`."""
    try:
        if path.suffix.lower() == ".jsonl":
            yield from _lines(path, findings)
        else:
            yield from _whole(read_document(path), findings)
    except InputError as error:
        findings.add(error.problems)


def _lines(path: Path, findings: Findings) -> Iterator[FoundCase]:
    n_lines = 0
    for line in read_lines(path):
        n_lines += 1
        if line.data is None:
            findings.add([too_long(path, line)])
            continue
        try:
            document = parse_line(line.data, str(path), line.number)
            yield FoundCase(_case_at(document, Place((), WrittenDefaults())), Origin(str(path), line.number))
        except InputError as error:
            findings.add(error.problems)
    if n_lines == 0:
        findings.add([Problem("the file is empty", place=str(path), line=1, remedy="write one case a line")])


def _whole(document: Document, findings: Findings) -> Iterator[FoundCase | BrokenCase]:
    """The cases of a document. Raises: InputError where its shape is wrong as a whole."""
    if isinstance(document.value, dict) and document.value.keys() & RESULT_KEYS:
        raise InputError(_no_case(document, ()))
    match shape_of(document.value):
        case "eval set":
            yield from _of_adk(read_eval_set(document))
        case "legacy test":
            yield from _of_adk(read_legacy_test(document))
        case "legacy eval set":
            yield from _of_adk(read_legacy_eval_set(document))
        case "suite":
            suite = validated(WrittenSuite, document)
            yield from _listed(document, ("cases",), len(suite.cases), suite.defaults, findings)
        case "list":
            rows = document.value if isinstance(document.value, list) else None
            if rows is None:
                raise InputError(_no_case(document, ()))
            yield from _listed(document, (), len(rows), WrittenDefaults(), findings)
        case "case":
            yield FoundCase(_case_at(document, Place((), WrittenDefaults())), Origin(document.place))


def _of_adk(cases: Sequence[FoundCase | BrokenCase]) -> Iterator[FoundCase | BrokenCase]:
    return (replace(found, adk=True) for found in cases)


def _listed(
    document: Document, at: FieldPath, n_cases: int, defaults: WrittenDefaults, findings: Findings
) -> Iterator[FoundCase]:
    """The cases of the list at `at`, native and plain ones. Raises: InputError where there is none."""
    if n_cases == 0:
        line, remedy = document.line_of(at), "write a case, or leave the file out"
        field = field_text(at)
        raise InputError(
            Problem(
                "the list of cases is empty", place=document.place, line=line, field=field, found="[]", remedy=remedy
            )
        )
    for index in range(n_cases):
        path = (*at, index)
        try:
            case = _case_at(document, Place(path, defaults))
        except InputError as error:
            findings.add(error.problems)
        else:
            yield FoundCase(case, Origin(document.place, field=field_text(path)))


def _case_at(document: Document, place: Place) -> Case:
    """The native or plain case at a place. Raises: InputError where there is neither."""
    value = value_at(document.value, place.at)
    if not isinstance(value, dict) or (value.keys() & _FOREIGN.keys() and "id" not in value):
        raise InputError(_no_case(document, place.at))
    if value.keys() & {"input", "expectations"}:
        return read_plain_case(document, place)
    return read_native_case(document, place)


def _no_case(document: Document, at: FieldPath) -> Problem:
    """The problem of a value that is no case, with what it seems to be."""
    value = value_at(document.value, at)
    keys = value.keys() if isinstance(value, dict) else ()
    remedy = next((remedy for key, remedy in _FOREIGN.items() if key in keys), None)
    return Problem(
        "this is no case",
        place=document.place,
        line=document.line_of(at),
        field=field_text(at),
        found=shortened(value),
        expected="an eval set, a test file, or cases with an id and turns",
        remedy=remedy or "write an object with id and turns",
    )


def _wanted(
    file: CaseFile, cases: Iterator[FoundCase | BrokenCase], findings: Findings
) -> Iterator[FoundCase | BrokenCase]:
    """The cases that are wanted of a file; ids that are not there go to `findings`."""
    if file.wanted is None:
        yield from cases
        return
    missing, known = set(file.wanted), list[str]()
    for found in cases:
        if len(known) < _MAX_KNOWN_IDS:
            known.append(found.id)
        if found.id in file.wanted:
            missing.discard(found.id)
            yield found
    findings.add(_unknown_id(file, name, known) for name in sorted(missing))


def _unknown_id(file: CaseFile, name: str, known: list[str]) -> Problem:
    some = ", ".join(known[:10]) + (", …" if len(known) > 10 else "")
    remedy = nearest(name, known) or (f"it has {some}" if known else "it has no cases")
    return Problem("this file has no such case", place=str(file.path), found=f"'{name}'", remedy=remedy)
