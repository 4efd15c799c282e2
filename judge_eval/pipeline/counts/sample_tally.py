"""The samples behind all verdicts of a suite, counted run by run."""

from __future__ import annotations

from collections.abc import Iterable

from judge_eval.core.results import SampleCounts
from judge_eval.core.score import Score

FIXED_VOTES = 5
"""What ADK pays for every item, which the saved calls are counted against."""


class SampleTally:
    """Samples asked and usable, wherever they came from, and the items that they were asked for."""

    def __init__(self) -> None:
        """No sample yet."""
        self._asked = self._usable = self._judged_items = 0

    def add(self, scores: Iterable[Score]) -> None:
        """Counts the samples of one run's scores."""
        for verdict in (verdict for score in scores for item in score.items for verdict in item.verdicts):
            self._asked += verdict.asked
            self._usable += verdict.usable
            self._judged_items += verdict.decided_by == "judge"

    def counts(self) -> SampleCounts:
        """The counts so far."""
        return SampleCounts(
            asked=self._asked,
            usable=self._usable,
            failed=self._asked - self._usable,
            saved_against_fixed_5=FIXED_VOTES * self._judged_items - self._asked,
        )
