"""The results as a table for the terminal: the cases, then the suite's estimates, then what was decided and by what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rich.text import Text

from judge_eval.core.results import CaseResult, EstimateRow
from judge_eval.core.score import Aspect
from judge_eval.core.verdict import Decision
from judge_eval.report.canvas import Canvas, stacked
from judge_eval.report.marks import WORDS, Marks, cell, figure

SHOWN_PASSING = 30
"""Passing rows beyond these fold into one line."""

_STYLES: dict[Decision | None, str] = {"pass": "green", "fail": "bold red", "undecided": "yellow"}


@dataclass(slots=True)
class CaseTable:
    """The case table, filled case by case: whatever did not pass, and the first passing ones."""

    columns: Sequence[str]
    """The metrics that have a column."""
    rows: list[CaseResult] = field(default_factory=list[CaseResult])
    n: int = 0
    passed: int = 0
    by_aspect: dict[Aspect, dict[Decision, int]] = field(default_factory=dict[Aspect, dict[Decision, int]])
    folded: int = 0

    def add(self, result: CaseResult) -> None:
        """Counts a case and keeps its row, if it is to be shown."""
        self.n += 1
        for aspect, decision in result.verdicts.items():
            counts = self.by_aspect.setdefault(aspect, {})
            counts[decision] = counts.get(decision, 0) + 1
        quiet = result.status in ("passed", "reported")
        self.passed += result.status == "passed"
        shown = self.n - self.folded - len([row for row in self.rows if row.status not in ("passed", "reported")])
        if quiet and shown > SHOWN_PASSING:
            self.folded += 1
        else:
            self.rows.append(result)

    def drawn(self, canvas: Canvas) -> str:
        """The table as text, with the line `k/N passed` under it."""
        aspects: list[Aspect] = [aspect for aspect in ("trajectory", "response") if aspect in self.by_aspect]
        headings = ["case", *map(stacked, self.columns), *aspects, "reason"]
        rows = [self._cells(result, aspects, canvas.marks) for result in self.rows]
        drawn = canvas.draw_with_remarks(headings, rows, [first_reason(result) for result in self.rows])
        return drawn + self._summary(aspects, canvas.marks)

    def _cells(self, result: CaseResult, aspects: Sequence[Aspect], marks: Marks) -> list[Text]:
        rows = {row.metric: row for row in result.scores if row.turn is None}
        name = result.id if result.repeat == 0 else f"{result.id} #{result.repeat}"
        cells = [Text(name)]
        for metric in self.columns:
            row = rows.get(metric)
            # A metric of other cases' configuration has no row here; a case that could not be scored has none at all.
            missing = Text(marks.error if not result.scores else "")
            cells.append(missing if row is None else Text(cell(row, marks), _STYLES.get(row.decision, "")))
        for aspect in aspects:
            decision = result.verdicts.get(aspect)
            cells.append(Text(WORDS[decision] if decision else "", _STYLES.get(decision, "")))
        return cells

    def _summary(self, aspects: Sequence[Aspect], marks: Marks) -> str:
        parts = [f"{self.passed}/{self.n} passed"]
        for aspect in aspects:
            counts = self.by_aspect[aspect]
            decided = sum(count for decision, count in counts.items() if decision != "not_applicable")
            parts.append(f"{aspect} {counts.get('pass', 0)}/{decided}")
        if self.folded:
            parts.append(f"{self.folded} more passing cases not shown")
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


def estimates_table(estimates: Sequence[EstimateRow], canvas: Canvas) -> str:
    """A line an estimate: value, interval, counts, and what decides it."""
    headings = ["metric", "estimate", "value", "95 % interval", "n", "undecided", "errors", "decided by", "note"]
    rows = [_estimate_cells(row, canvas.marks) for row in estimates]
    return canvas.draw_with_remarks(headings, rows, [_note(row) for row in estimates])


def _estimate_cells(row: EstimateRow, marks: Marks) -> list[Text]:
    value = figure(row.value, 3)
    if row.value_low is not None and row.value_high is not None and row.value_low != row.value_high:
        value += f" ({figure(row.value_low, 3)}{marks.dash}{figure(row.value_high, 3)})"
    interval = "" if row.low is None else f"{figure(row.low, 3)}{marks.dash}{figure(row.high, 3)}"
    n = str(row.n) if row.clusters == row.n else f"{row.n} in {row.clusters} clusters"
    return [
        Text(row.metric),
        Text(row.kind.replace("_", " ")),
        Text(value),
        Text(interval),
        Text(n),
        Text(str(row.undecided or "")),
        Text(str(row.errors or "")),
        Text(*_decided(row, marks)),
    ]


def _decided(row: EstimateRow, marks: Marks) -> tuple[str, str]:
    if row.decided_by is None:
        return "", ""
    bar = row.floor if row.decided_by == "floor" else row.threshold
    decision: Decision = "undecided" if row.passed is None else "pass" if row.passed else "fail"
    bar_said = "" if bar is None else f" {bar:g}"
    return f"{row.decided_by}{bar_said} {marks.of(decision)}", _STYLES.get(decision, "")


def _note(row: EstimateRow) -> str:
    notes: list[str] = []
    if row.n == 0:
        notes.append("nothing to score")
    elif row.low is None:
        notes.append(row.method)
    if row.decided_by == "floor" and row.low is not None and row.floor is not None and row.high is not None:
        notes.extend(["near floor"] if row.low <= row.floor <= row.high else [])
    if row.kind == "pass_rate" and row.n:
        notes.append(row.calibration or "uncalibrated: judge error unknown, interval is sampling error only")
        notes.extend([f"{row.by_rule} of {row.n} decided by rule"] if row.by_rule else [])
    notes.extend([f"{row.not_applicable} not applicable"] if row.not_applicable else [])
    return "; ".join(notes)
