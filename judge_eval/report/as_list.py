"""The cases of a suite, listed without scoring them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import date

from rich.text import Text

from judge_eval.core.case import Case
from judge_eval.report.canvas import Canvas
from judge_eval.text.counted import counted
from judge_eval.text.one_line import one_line

_SHOWN = 70
"""Characters of what the user says, and of why a case stands aside."""


def case_list(cases: Iterable[tuple[Case, int]], canvas: Canvas, today: date) -> str:
    """A line a case: its id, cluster, turns, runs at hand, tags, and the first thing the user says.

    `today` tells which quarantines are in force.
    """
    rows = [_cells(case, runs, today) for case, runs in cases]
    headings = ["case", "cluster", "turns", "runs", "tags", "aside", "user"]
    if not any(row[-2] for row in rows):
        headings.remove("aside")
        rows = [[*row[:-2], row[-1]] for row in rows]
    drawn = canvas.draw_with_remarks(headings, [row[:-1] for row in rows], [row[-1].plain for row in rows])
    return f"{drawn}\n{counted(len(rows), 'case')}\n"


def case_list_json(cases: Iterable[tuple[Case, int]]) -> str:
    """The same as one JSON document: a list of cases, in their order."""
    listed = [
        {
            "id": case.id,
            "cluster": case.cluster,
            "turns": len(case.turns),
            "runs": runs,
            "tags": list(case.tags),
            "skip": case.skip,
            "quarantine": case.quarantine.model_dump(mode="json") if case.quarantine is not None else None,
            "user": _first(case),
        }
        for case, runs in cases
    ]
    return json.dumps(listed, ensure_ascii=False, indent=1) + "\n"


def _cells(case: Case, runs: int, today: date) -> list[Text]:
    tags, aside = ", ".join(case.tags), one_line(_aside(case, today), _SHOWN)
    row = (case.id, case.cluster, str(len(case.turns)), str(runs), tags, aside, one_line(_first(case), _SHOWN))
    return [Text(cell) for cell in row]


def _aside(case: Case, today: date) -> str:
    """Why the case is not scored, or until when it decides nothing; empty where it decides, as after a quarantine."""
    if case.skip is not None:
        return f"skipped: {case.skip}"
    if case.quarantine is None or not case.quarantine.holds_on(today):
        return ""
    return f"in quarantine until {case.quarantine.until}: {case.quarantine.reason}"


def _first(case: Case) -> str:
    """The first thing that the user says."""
    if case.turns:
        return case.turns[0].user_text
    return case.scenario.starting_prompt if case.scenario is not None else ""
