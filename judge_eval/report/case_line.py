"""The line under the case table: how many cases passed, which are flaky, and which decide nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from judge_eval.core.results import CaseResult
from judge_eval.core.score import Aspect
from judge_eval.core.verdict import Decision, combined
from judge_eval.report.marks import Marks
from judge_eval.text.counted import counted

ASPECTS: tuple[Aspect, ...] = ("trajectory", "response")
"""What a case has a verdict on, in the order of the columns."""
MOST_FLAKY = 10
"""Flaky cases that are named."""


@dataclass(slots=True)
class CaseLine:
    """The counts of a suite, case by case; a case passes where all its repeats do."""

    n: int = 0
    passed: int = 0
    reported: int = 0
    skipped: int = 0
    quarantined: int = 0
    would_fail: int = 0
    repeated: bool = False
    flaky: list[str] = field(default_factory=list[str])
    by_aspect: dict[Aspect, Counter[Decision]] = field(default_factory=dict[Aspect, Counter[Decision]])

    def add(self, repeats: Sequence[CaseResult]) -> None:
        """Counts one case by the results of its repeats."""
        statuses = {result.status for result in repeats}
        self.repeated |= len(repeats) > 1
        if {"passed", "failed"} <= statuses:
            self.flaky.append(repeats[0].id)
        if "skipped" in statuses:
            self.skipped += 1
        elif repeats[0].quarantine is not None:
            self.quarantined += 1
            self.would_fail += "failed" in statuses
        else:
            self.n += 1
            self.passed += statuses - {"reported"} == {"passed"}
            self.reported += statuses == {"reported"}
            for aspect in ASPECTS:
                decision = combined(result.verdicts.get(aspect) for result in repeats)
                if decision is not None:
                    self.by_aspect.setdefault(aspect, Counter())[decision] += 1

    @property
    def aspects(self) -> tuple[Aspect, ...]:
        """Those of the aspects that any case has a verdict on."""
        return tuple(aspect for aspect in ASPECTS if aspect in self.by_aspect)

    def drawn(self, marks: Marks, folded: int) -> str:
        """The line; `folded` passing cases have no row in the table."""
        deciding = self.n - self.reported
        every = " in every repeat" if self.repeated else ""
        parts = [f"{self.passed}/{deciding} passed{every}"] if deciding else []
        for aspect in self.aspects:
            counts = self.by_aspect[aspect]
            decided = counts.total() - counts["not_applicable"]
            parts += [f"{aspect} {counts['pass']}/{decided}"] if decided else []
        if self.reported:
            parts.append(f"{counted(self.reported, 'case')} reported, which nothing decides")
        if self.flaky:
            more = f" and {len(self.flaky) - MOST_FLAKY} more" if len(self.flaky) > MOST_FLAKY else ""
            parts.append(f"{len(self.flaky)} flaky: {', '.join(self.flaky[:MOST_FLAKY])}{more}")
        if self.quarantined:
            parts.append(f"{self.quarantined} quarantined, {self.would_fail} of them would fail")
        if self.skipped:
            parts.append(f"{self.skipped} skipped")
        if folded:
            parts.append(f"{counted(folded, 'more passing case')} not shown")
        return f" {marks.dot} ".join(parts)
