"""The cases of a suite, listed without scoring them."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from judge_eval.core.case import Case
from judge_eval.report.canvas import Canvas


def case_list(cases: Iterable[tuple[Case, int]], canvas: Canvas) -> str:
    """A line a case: its id, cluster, turns, runs at hand, tags, and the first thing the user says."""
    rows = [_cells(case, runs) for case, runs in cases]
    headings = ["case", "cluster", "turns", "runs", "tags", "user"]
    drawn = canvas.draw_with_remarks(headings, [row[:-1] for row in rows], [row[-1].plain for row in rows])
    return f"{drawn}\n{len(rows)} cases\n"


def _cells(case: Case, runs: int) -> list[Text]:
    first = case.turns[0].user_text if case.turns else case.scenario.starting_prompt if case.scenario else ""
    row = (case.id, case.cluster, str(len(case.turns)), str(runs), ", ".join(case.tags), _one_line(first))
    return [Text(cell) for cell in row]


def _one_line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 70 else line[:69] + "…"
