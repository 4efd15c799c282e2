"""The signs and figures that every report shares."""

from __future__ import annotations

from dataclasses import dataclass

from judge_eval.core.estimate import Estimate
from judge_eval.core.results import ScoreRow
from judge_eval.core.verdict import Decision


@dataclass(frozen=True, slots=True)
class Marks:
    """One sign a decision, and the dashes of figures."""

    passed: str
    failed: str
    undecided: str
    not_applicable: str
    error: str
    dash: str
    dot: str

    def of(self, decision: Decision | None) -> str:
        """The sign of a decision; empty where nothing decides."""
        match decision:
            case "pass":
                return self.passed
            case "fail":
                return self.failed
            case "undecided":
                return self.undecided
            case "not_applicable":
                return self.not_applicable
            case None:
                return ""


UNICODE = Marks("✓", "✗", "?", "·", "!", "–", "·")
ASCII = Marks("+", "x", "?", ".", "!", "-", "|")

WORDS: dict[Decision, str] = {
    "pass": "pass",
    "fail": "FAIL",
    "undecided": "undecided",
    "not_applicable": "n/a",
}

PASSING = frozenset({"yes", "supported", "safe"})
FAILING = frozenset({"no", "unsupported", "contradicted", "disputed", "unsafe"})
"""The answers of every question that pass and that fail, but for the points of a scale."""

STYLES: dict[Decision | None, str] = {"pass": "green", "fail": "bold red", "undecided": "yellow"}


def marks_for(encoding: str | None) -> Marks:
    """The signs that a stream of this encoding can carry."""
    try:
        "✓✗·–".encode(encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return ASCII
    return UNICODE


def figure(value: float | None, digits: int = 2) -> str:
    """A value to `digits` places; small unbounded ones keep it short (1234.0 -> 1234)."""
    if value is None:
        return ""
    return f"{value:.0f}" if abs(value) >= 1000 else f"{value:.{digits}f}"


def interval(estimate: Estimate, marks: Marks) -> str:
    """The two ends of an estimate's interval; empty where it has none."""
    return "" if estimate.low is None else f"{figure(estimate.low, 3)}{marks.dash}{figure(estimate.high, 3)}"


def cell(row: ScoreRow, marks: Marks) -> str:
    """A score in a table: its value or its state, its mark, and its votes where a judge was asked."""
    if row.status == "not_applicable":
        return marks.not_applicable
    if row.status == "error":
        return f"{marks.error} error"
    if row.status == "undecided":
        span = ""
        if row.low is not None and row.high is not None:
            span = f"{figure(row.low)}{marks.dash}{figure(row.high)} "
        return f"{span}{marks.undecided}{_votes(row, marks)}"
    return f"{figure(row.value)} {marks.of(row.decision)}{_votes(row, marks)}".rstrip()


def _votes(row: ScoreRow, marks: Marks) -> str:
    """Votes as passing–failing, then others by name, points as point:count; nothing where less than two were asked."""
    if row.asked < 2:
        return ""
    said = {answer: count for answer, count in row.votes.items() if answer not in PASSING | FAILING}
    others = "".join(
        f" {answer}:{count}" if answer.isdigit() else f" {count} {answer}" for answer, count in said.items()
    )
    missing = row.asked - sum(row.votes.values())
    lost = f" {missing} lost" if missing > 0 else ""
    passing, failing = (sum(row.votes.get(answer, 0) for answer in answers) for answers in (PASSING, FAILING))
    only_points = not passing and not failing and any(answer.isdigit() for answer in said)
    sides = "" if only_points else f" {passing}{marks.dash}{failing}"
    return f"{sides}{others}{lost}"
