"""Cases as tests: a collector for each file, an item for each case."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from judge_eval.core.results import CaseResult
from judge_eval.report.as_terminal import first_reason
from judge_eval.report.by_case import aside
from judge_eval.wiring.case_by_case import CaseTold

ScoreCase = Callable[[str], CaseTold]


@dataclass(frozen=True, slots=True)
class Placed:
    """A case with the line it stands on, from 1, and its tags, which `-k` knows too."""

    id: str
    line: int
    tags: Sequence[str]


class CaseFile(pytest.File):
    """A file of cases."""

    cases: Sequence[Placed] = ()
    score: ScoreCase

    def collect(self) -> Iterable[CaseItem]:
        """A test of each case."""
        for case in self.cases:
            item: CaseItem = CaseItem.from_parent(self, name=case.id)  # pyright: ignore[reportUnknownMemberType]
            item.score = self.score
            item.line = case.line
            item.extra_keyword_matches.update(case.tags)
            yield item


class CaseItem(pytest.Item):
    """The test of one case: it is scored while it is set up, so that what is no failure of its answers is an error."""

    score: ScoreCase
    line: int = 1
    told: CaseTold | None = None

    def setup(self) -> None:
        """Scores the case. Raises: an error of this test where it has no run, or the agent broke off."""
        self.told = self.score(self.name)
        results = self.told.scored.results
        broken = next((result for result in results if result.error is not None), None)
        if broken is not None and not aside(broken):
            pytest.fail(f"{broken.error}\n\n{self._in_full(self.told)}", pytrace=False)

    def runtest(self) -> None:
        """Passes the case, fails it with its row and its story, or skips it with the reason that nothing is decided."""
        assert self.told is not None
        results = self.told.scored.results
        if left := aside(results[0]):
            self._skip(f"{left}; {_otherwise(results)}" if results[0].quarantine is not None else left)
        by_status = {result.status: result for result in reversed(results)}
        if (failed := by_status.get("failed")) is not None:
            pytest.fail(f"{first_reason(failed)}\n\n{self._in_full(self.told)}", pytrace=False)
        if (open_ := by_status.get("undecided")) is not None:
            self._skip(f"undecided: {first_reason(open_)}")
        if by_status.keys() == {"reported"}:
            self.add_report_section("call", "judge-eval", f"nothing decides this case\n{self.told.table}")

    def reportinfo(self) -> tuple[Any, int | None, str]:
        """Where the case stands."""
        return self.path, self.line - 1, self.name

    def _in_full(self, told: CaseTold) -> str:
        return f"{told.table}\n{told.story}"

    def _skip(self, reason: str) -> None:
        # What pytest tells of a skip is its place and its reason, and a file of JSON has one line.
        raise pytest.skip.Exception(f"{self.name}: {reason}", _use_item_location=True)


def _otherwise(results: Sequence[CaseResult]) -> str:
    """What a case in quarantine would be without it."""
    failing = next((result for result in results if result.status in ("failed", "error")), None)
    return "it passes" if failing is None else f"it would fail: {first_reason(failing)}"
