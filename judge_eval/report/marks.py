"""The signs and figures that every report shares."""

from __future__ import annotations

from dataclasses import dataclass

from judge_eval.core.estimate import Estimate
from judge_eval.core.results import PassPower, ScoreRow
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


def interval(low: float | None, high: float | None, marks: Marks, digits: int = 3) -> str:
    """The two ends of an interval; empty where there is none."""
    if low is None or high is None:
        return ""
    first = figure(low, digits)
    # Beside a minus a dash would read as another one.
    return f"{first}{' to ' if first.startswith('-') else marks.dash}{figure(high, digits)}"


def signed_interval(low: float | None, high: float | None, digits: int = 3) -> str:
    """The two ends of the interval of a difference, each with its sign; empty where there is none."""
    return "" if low is None or high is None else f"{low:+.{digits}f} to {high:+.{digits}f}"


def with_interval(value: str, interval: str) -> str:
    """A drawn value, and its drawn interval in brackets where it has one."""
    return f"{value} ({interval})" if interval else value


def bounded(row: Estimate | PassPower, marks: Marks) -> str:
    """A value to 3 places, with its bounds where open items leave them apart."""
    apart = row.value_low != row.value_high
    return with_interval(figure(row.value, 3), interval(row.value_low, row.value_high, marks) if apart else "")


def cell(row: ScoreRow, marks: Marks) -> str:
    """A score in a table: its value or its state, its mark, and its votes where a judge was asked."""
    if row.status == "not_applicable":
        return marks.not_applicable
    if row.status == "error":
        return f"{marks.error} error"
    if row.status == "undecided":
        return f"{interval(row.low, row.high, marks, 2)} {marks.undecided}{_votes(row, marks)}".lstrip()
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
