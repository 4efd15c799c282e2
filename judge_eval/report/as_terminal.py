"""The cases as a table for the terminal: every metric with its own mark, and why a case did not pass."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rich.text import Text

from judge_eval.core.results import CaseResult, CaseStatus, ScoreRow
from judge_eval.core.score import NOT_JUDGED, Aspect
from judge_eval.core.verdict import Decision
from judge_eval.report.by_case import aside, cell_of, passes
from judge_eval.report.canvas import Canvas
from judge_eval.report.case_line import CaseLine
from judge_eval.report.marks import STYLES, WORDS, Marks

SHOWN_PASSING = 30
"""Passing rows beyond these fold into one line."""

_QUIET: frozenset[CaseStatus] = frozenset({"passed", "reported"})


@dataclass(slots=True)
class CaseTable:
    """The case table, filled case by case: whatever did not pass, and the first passing ones."""

    columns: Sequence[str]
    """The metrics that have a column."""
    rows: list[Sequence[CaseResult]] = field(default_factory=list[Sequence[CaseResult]])
    """The repeats of each case that is shown."""
    counts: CaseLine = field(default_factory=CaseLine)
    quiet_shown: int = 0
    folded: int = 0

    def add(self, repeats: Sequence[CaseResult]) -> None:
        """Counts a case, given the results of its repeats, and keeps its row, if it is to be shown."""
        self.counts.add(repeats)
        quiet = not aside(repeats[0]) and _QUIET.issuperset(result.status for result in repeats)
        if quiet and self.quiet_shown == SHOWN_PASSING:
            self.folded += 1
        else:
            self.quiet_shown += quiet
            self.rows.append(repeats)

    def drawn(self, canvas: Canvas) -> str:
        """The table as text, with the line `k/N passed` under it."""
        aspects = self.counts.aspects
        repeated = [passes(repeats) for repeats in self.rows]
        headings = ["case", *(["repeats"] if any(repeated) else []), *self.columns, *aspects, "reason"]
        rows = [
            [
                Text(repeats[0].id),
                *([Text(said)] if any(repeated) else []),
                *self._cells(repeats, canvas.marks),
                *(_aspect_cell(repeats, aspect) for aspect in aspects),
            ]
            for repeats, said in zip(self.rows, repeated, strict=True)
        ]
        line = self.counts.drawn(canvas.marks, self.folded)
        return canvas.draw_with_remarks(headings, rows, self._reasons()) + f"\n{line}\n"

    def _reasons(self) -> list[str]:
        """The reason of each row; why nothing could be judged is told once, not in every row."""
        reasons: list[str] = []
        told: set[str] = set()
        for repeats in self.rows:
            place, reason = _reason(repeats)
            metric, found, _ = reason.partition(NOT_JUDGED)
            said = f"{metric}not judged, as above" if found and reason in told else reason
            reasons.append("; ".join(filter(None, (aside(repeats[0]), f"{place}{said}"))))
            told.add(reason)
        return reasons

    def _cells(self, repeats: Sequence[CaseResult], marks: Marks) -> Iterator[Text]:
        by_metric: dict[str, list[ScoreRow]] = {}
        for row in (row for result in repeats for row in result.scores if row.turn is None):
            by_metric.setdefault(row.metric, []).append(row)
        for metric in self.columns:
            rows = by_metric.get(metric)
            if rows is None:
                # A metric of other cases' configuration has no row here; a case that was not scored has none at all.
                lost = not by_metric and repeats[0].skip is None
                yield Text(marks.error if lost else "")
            else:
                decisions: list[Decision | None] = [row.decision for row in rows]
                yield Text(cell_of(rows, marks), STYLES.get(decisions[0], "") if len(set(decisions)) == 1 else "")


def _aspect_cell(repeats: Sequence[CaseResult], aspect: Aspect) -> Text:
    """What the repeats decide together of what the agent did or said, or how many of them pass."""
    decisions: list[Decision] = [result.verdicts[aspect] for result in repeats if aspect in result.verdicts]
    if len(set(decisions)) > 1:
        return Text(f"{decisions.count('pass')}/{len(decisions)}", STYLES.get("fail", ""))
    return Text(WORDS[decisions[0]], STYLES.get(decisions[0], "")) if decisions else Text("")


def _reason(repeats: Sequence[CaseResult]) -> tuple[str, str]:
    """Why a case is not simply passed, by the first repeat that tells, and which that is where there are several."""
    for result in repeats:
        if reason := first_reason(result):
            return (f"#{result.repeat}: " if len(repeats) > 1 else ""), reason
    return "", ""


def first_reason(result: CaseResult) -> str:
    """Why a case is not simply passed: its error, else the reason of the first score that fails, then of any other."""
    if result.error is not None:
        return result.error
    rows = [row for row in result.scores if row.turn is None]
    for wanted in ("fail", "undecided"):
        for row in rows:
            if row.decision == wanted and row.reason:
                return f"{row.metric}: {row.reason}"
    return next((f"{row.metric}: {row.reason}" for row in rows if row.status == "error"), "")
