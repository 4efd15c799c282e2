"""A result with what it rests on, as the reports that tell it in full take it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from judge_eval.core.case import Case
from judge_eval.core.results import CaseResult
from judge_eval.core.run import Run
from judge_eval.core.verdict import VerdictLine


@dataclass(frozen=True, slots=True)
class ToldCase:
    """A result with the case, the run and the verdicts that it rests on; what could not be read is None."""

    result: CaseResult
    case: Case | None
    run: Run | None
    verdicts: Sequence[VerdictLine] = ()
