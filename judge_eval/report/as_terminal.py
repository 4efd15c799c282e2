"""The cases as a table for the terminal: every metric with its own mark, and why a case did not pass."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rich.text import Text

from judge_eval.core.results import CaseResult
from judge_eval.core.score import Aspect
from judge_eval.core.verdict import Decision
from judge_eval.report.canvas import Canvas
from judge_eval.report.marks import STYLES, WORDS, Marks, cell
from judge_eval.text.counted import counted

SHOWN_PASSING = 30
"""Passing rows beyond these fold into one line."""

_QUIET = ("passed", "reported")
_NOT_JUDGED = "not judged: "


@dataclass(slots=True)
class CaseTable:
    """The case table, filled case by case: whatever did not pass, and the first passing ones."""

    columns: Sequence[str]
    """The metrics that have a column."""
    rows: list[CaseResult] = field(default_factory=list[CaseResult])
    n: int = 0
    passed: int = 0
    reported: int = 0
    by_aspect: dict[Aspect, dict[Decision, int]] = field(default_factory=dict[Aspect, dict[Decision, int]])
    quiet_shown: int = 0
    folded: int = 0

    def add(self, result: CaseResult) -> None:
        """Counts a case and keeps its row, if it is to be shown."""
        self.n += 1
        for aspect, decision in result.verdicts.items():
            counts = self.by_aspect.setdefault(aspect, {})
            counts[decision] = counts.get(decision, 0) + 1
        self.passed += result.status == "passed"
        self.reported += result.status == "reported"
        quiet = result.status in _QUIET
        if quiet and self.quiet_shown == SHOWN_PASSING:
            self.folded += 1
        else:
            self.quiet_shown += quiet
            self.rows.append(result)

    def drawn(self, canvas: Canvas) -> str:
        """The table as text, with the line `k/N passed` under it."""
        aspects: list[Aspect] = [aspect for aspect in ("trajectory", "response") if aspect in self.by_aspect]
        headings = ["case", *self.columns, *aspects, "reason"]
        rows = [self._cells(result, aspects, canvas.marks) for result in self.rows]
        return canvas.draw_with_remarks(headings, rows, self._reasons()) + self._summary(aspects, canvas.marks)

    def _reasons(self) -> list[str]:
        """The reason of each row; why nothing could be judged is told once, not in every row."""
        reasons: list[str] = []
        told: set[str] = set()
        for reason in map(first_reason, self.rows):
            metric, found, _ = reason.partition(_NOT_JUDGED)
            reasons.append(f"{metric}not judged, as above" if found and reason in told else reason)
            told.add(reason)
        return reasons

    def _cells(self, result: CaseResult, aspects: Sequence[Aspect], marks: Marks) -> list[Text]:
        rows = {row.metric: row for row in result.scores if row.turn is None}
        name = result.id if result.repeat == 0 else f"{result.id} #{result.repeat}"
        cells = [Text(name)]
        for metric in self.columns:
            row = rows.get(metric)
            # A metric of other cases' configuration has no row here; a case that could not be scored has none at all.
            missing = Text(marks.error if not result.scores else "")
            cells.append(missing if row is None else Text(cell(row, marks), STYLES.get(row.decision, "")))
        for aspect in aspects:
            decision = result.verdicts.get(aspect)
            cells.append(Text(WORDS[decision] if decision else "", STYLES.get(decision, "")))
        return cells

    def _summary(self, aspects: Sequence[Aspect], marks: Marks) -> str:
        deciding = self.n - self.reported
        parts = [f"{self.passed}/{deciding} passed"] if deciding else []
        for aspect in aspects:
            counts = self.by_aspect[aspect]
            decided = sum(count for decision, count in counts.items() if decision != "not_applicable")
            parts += [f"{aspect} {counts.get('pass', 0)}/{decided}"] if decided else []
        if self.reported:
            parts.append(f"{counted(self.reported, 'case')} reported, which nothing decides")
        if self.folded:
            parts.append(f"{counted(self.folded, 'more passing case')} not shown")
        return f"\n{f' {marks.dot} '.join(parts)}\n"


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
