"""The suite's estimates as a table for the terminal: each with its error, and what it was held against."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rich.text import Text

from judge_eval.core.results import CaseResult, EstimateRow
from judge_eval.core.verdict import Decision
from judge_eval.report.canvas import Canvas
from judge_eval.report.marks import STYLES, Marks, bounded, figure, interval
from judge_eval.text.counted import percent

MOST_REASONS = 100
"""Different reasons that are counted a metric: a long suite's reasons must fill no memory."""


@dataclass(slots=True)
class WhyNot:
    """Why metrics do not apply, counted case by case."""

    reasons: dict[str, Counter[str]] = field(default_factory=dict[str, Counter[str]])

    def add(self, result: CaseResult) -> None:
        """Counts the reasons of one run; what stands in no estimate is not counted."""
        if result.quarantine is not None:
            return
        for row in result.scores:
            if row.turn is None and row.status == "not_applicable":
                counts = self.reasons.setdefault(row.metric, Counter())
                if row.reason in counts or len(counts) < MOST_REASONS:
                    counts[row.reason] += 1

    def commonest(self) -> dict[str, str]:
        """The commonest reason of each metric; of equally common ones the first by name."""
        return {metric: min(counts, key=lambda said: (-counts[said], said)) for metric, counts in self.reasons.items()}


@dataclass(frozen=True, slots=True)
class EstimateTable:
    """The table of estimates; `why_not` tells why a metric does not apply, `pass_share` how many cases must pass."""

    estimates: Sequence[EstimateRow]
    why_not: Mapping[str, str] = field(default_factory=dict[str, str])
    pass_share: float = 1.0

    def drawn(self, canvas: Canvas) -> str:
        """A line an estimate: value, interval, counts, and what decides it; what nobody has, has no column."""
        marks = canvas.marks
        columns = {
            "metric": [Text(row.metric) for row in self.estimates],
            "estimate": [Text(row.kind.replace("_", " ")) for row in self.estimates],
            "value": [Text(bounded(row, marks)) for row in self.estimates],
            "95 % interval": [Text(interval(row.low, row.high, marks)) for row in self.estimates],
            "n": [Text(str(row.n)) for row in self.estimates],
            "clusters": [Text(str(row.clusters) if row.n else "") for row in self.estimates],
            "undecided": [Text(str(row.undecided or "")) for row in self.estimates],
            "errors": [Text(str(row.errors or "")) for row in self.estimates],
            "decided by": [Text(*self._decided(row, marks)) for row in self.estimates],
        }
        kept = {heading: cells for heading, cells in columns.items() if any(cells)}
        return canvas.draw_with_remarks(
            [*kept, "note"],
            list(zip(*kept.values(), strict=True)),
            ["; ".join(notes_of(row, self.why_not.get(row.metric))) for row in self.estimates],
        )

    def _decided(self, row: EstimateRow, marks: Marks) -> tuple[str, str]:
        """What decides and whether it is reached, with the style of that."""
        if row.decided_by is None:
            return "", ""
        decision: Decision = "undecided" if row.passed is None else "pass" if row.passed else "fail"
        return f"{bar_of(row, self.pass_share)} {marks.of(decision)}", STYLES.get(decision, "")


def bar_of(row: EstimateRow, pass_share: float) -> str:
    """What an estimate is held against, in words; empty where nothing decides."""
    if row.decided_by is None:
        return ""
    by_case = row.decided_by == "threshold"
    bar = row.threshold if by_case else row.floor if row.decided_by == "floor" else None
    said = row.decided_by if bar is None else f"{row.decided_by} {bar:g}"
    return f"{said} in {percent(pass_share)}" if by_case and pass_share < 1 else said


def notes_of(row: EstimateRow, why_not: str | None = None) -> Iterator[str]:
    """What must be known beside an estimate's figures; `why_not` tells why its metric does not apply to some cases."""
    if row.n == 0:
        yield "nothing to score"
    elif row.low is None:
        yield row.method
    if row.decided_by == "floor" and row.low is not None and row.floor is not None and row.high is not None:
        yield from ["near floor"] if row.low <= row.floor <= row.high else []
    if row.n and (row.kind == "pass_rate" or row.calibration or row.uncalibrated):
        yield from _calibration(row)
        yield from [f"{row.by_rule} of {row.n} decided by rule"] if row.by_rule else []
    if row.not_applicable:
        yield f"{row.not_applicable} not applicable" + (f": {why_not}" if why_not else "")


def _calibration(row: EstimateRow) -> Iterator[str]:
    """What corrected a judged pass rate, and what that takes for granted; or why nothing did."""
    if row.calibration is None:
        yield f"uncalibrated: {row.uncalibrated or 'judge error unknown'}; the interval is sampling error only"
        return
    yield f"corrected from {figure(row.raw, 3)} by {row.calibration}"
    yield from filter(None, (row.assumption,))
    if row.humans is not None:
        humans = row.humans
        yield f"people alone say {figure(humans.value, 3)} ({figure(humans.low, 3)} to {figure(humans.high, 3)})"
    if row.settled is not None:
        said = row.settled
        yield f"surely {said['pass']} pass, {said['fail']} fail, {said['abstain']} are left to people"
    yield from row.warnings
