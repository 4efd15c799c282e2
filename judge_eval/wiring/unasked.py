"""What cases say that no metric here looks at, so that it is not passed over in silence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from judge_eval.core.case import Case
from judge_eval.judge import catalog as questions
from judge_eval.text.counted import counted


@dataclass(slots=True)
class Unasked:
    """Cases counted by what they say and nobody asks about."""

    outcomes: int = 0
    rubrics: int = 0

    def add(self, case: Case) -> None:
        """Counts one more case."""
        self.outcomes += case.expect.outcome is not None
        self.rubrics += bool(case.rubrics or any(turn.rubrics for turn in case.turns))

    def notes(self) -> Iterator[str]:
        """A note a kind, for the person to see; none where a question of ours asks about it."""
        if self.outcomes and "outcome" not in questions.NAMES:
            yield f"{counted(self.outcomes, 'case')} with an expected outcome in words: no metric here looks at it"
        if self.rubrics and not any(name.startswith("rubric_based") for name in questions.NAMES):
            yield f"{counted(self.rubrics, 'case')} with rubrics: no metric here looks at them"
