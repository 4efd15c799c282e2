"""The scored repeats of a case, gathered until all of them are there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from judge_eval.core.results import CaseResult
from judge_eval.core.score import Score


@dataclass(frozen=True, slots=True)
class Trial:
    """One repeat of a case: its result, the scores that it was made of, and the agent whose run it is."""

    result: CaseResult
    scores: tuple[Score, ...]
    agent: str | None = None


@dataclass(slots=True)
class Trials:
    """The repeats that wait for others of their case; no more of them than are scored at once, and one case's more."""

    waiting: dict[str, list[Trial]] = field(default_factory=dict[str, list[Trial]])

    def add(self, trial: Trial, of: int) -> Sequence[Trial]:
        """All repeats of the case, by number, once the last of its `of` is there; before that none."""
        case_id = trial.result.id
        gathered = self.waiting.setdefault(case_id, [])
        gathered.append(trial)
        if len(gathered) < of:
            return ()
        return sorted(self.waiting.pop(case_id), key=lambda one: one.result.repeat)
