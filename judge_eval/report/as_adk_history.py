"""What ADK said of recorded runs, beside what is said here."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from judge_eval.core.results import AdkSaid, CaseResult
from judge_eval.report.canvas import Canvas
from judge_eval.report.marks import figure


def adk_table(results: Iterable[CaseResult], canvas: Canvas) -> str:
    """A line a case and metric on which the two differ, with the reason; empty where the runs are not ADK's."""
    n_compared = 0
    rows: list[list[Text]] = []
    reasons: list[str] = []
    for result in results:
        for said in result.adk:
            n_compared += 1
            if said.difference is not None:
                rows.append([Text(result.id), Text(said.metric), Text(_theirs(said)), Text(figure(said.ours) or "-")])
                reasons.append(said.difference)
    if n_compared == 0:
        return ""
    summary = f"ADK said the same of {n_compared - len(rows)} of {n_compared} scores\n"
    if not rows:
        return summary
    return canvas.draw_with_remarks(["case", "metric", "ADK", "here", "why they differ"], rows, reasons) + summary


def _theirs(said: AdkSaid) -> str:
    return f"{figure(said.value) or '-'} {said.status}"
