"""The results of a suite case by case: its repeats together, and what they come to in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from judge_eval.core.results import CaseResult, ScoreRow
from judge_eval.core.verdict import Decision
from judge_eval.report.marks import Marks, cell, figure


def by_case(results: Iterable[CaseResult]) -> Iterator[Sequence[CaseResult]]:
    """The repeats of each case; the results stand by case id and repeat."""
    for _, repeats in groupby(results, key=lambda result: result.id):
        yield tuple(repeats)


def passes(repeats: Sequence[CaseResult]) -> str:
    """How many repeats of a case pass, such as `2/3 passed`; empty where there is but one, or nothing decides."""
    statuses = [result.status for result in repeats]
    if len(statuses) < 2 or set(statuses) <= {"reported"}:
        return ""
    return f"{statuses.count('passed')}/{len(statuses)} passed"


def aside(result: CaseResult) -> str:
    """Why a case decides nothing, though its file is there: it is skipped, or in quarantine; else empty."""
    if result.skip is not None:
        return f"skipped: {result.skip}"
    if result.quarantine is not None:
        return f"in quarantine until {result.quarantine.until}: {result.quarantine.reason}"
    return ""


def cell_of(rows: Sequence[ScoreRow], marks: Marks) -> str:
    """A metric's cell over the repeats of a case: the mean of its values, and its mark or how many repeats pass."""
    cells = {cell(row, marks) for row in rows}
    if len(cells) == 1:
        return cells.pop()
    values = [row.value for row in rows if row.value is not None]
    decided: list[Decision | None] = [row.decision for row in rows if row.decision not in (None, "not_applicable")]
    parts = [figure(sum(values) / len(values))] if values else []
    if decided:
        parts.append(marks.of(decided[0]) if len(set(decided)) == 1 else f"{decided.count('pass')}/{len(decided)}")
    if any(row.status == "error" for row in rows):
        parts.append(marks.error)
    return " ".join(parts)
