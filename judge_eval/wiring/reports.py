"""A scored suite as its reports take it: from the outcome, the session and the spool."""

from __future__ import annotations

from collections.abc import Iterator

from judge_eval.adapters.files.spool import Spool
from judge_eval.core.comparison import Comparison
from judge_eval.core.results import CaseResult
from judge_eval.core.score import Aspect
from judge_eval.core.session import Session
from judge_eval.pipeline.pairing import reference_run
from judge_eval.pipeline.score import Outcome
from judge_eval.report.scored_suite import ScoredSuite
from judge_eval.report.told_case import ToldCase


def reported(outcome: Outcome, session: Session, comparison: Comparison | None = None) -> ScoredSuite:
    """The suite without its cases."""
    ruling, share = outcome.ruling, outcome.gate.pass_share
    return ScoredSuite(outcome.head(), session, ruling.reasons, share, comparison, outcome.informational)


def told_cases(spool: Spool, *, references: bool) -> Iterator[ToldCase]:
    """Every result with what it rests on, by case id and repeat."""
    for result in spool.results():
        yield told_case(spool, result, references=references)


def told_case(spool: Spool, result: CaseResult, *, references: bool) -> ToldCase:
    """A result with what it rests on; `references`: those were scored as the runs."""
    case = spool.case(result.id)
    if references:
        run = reference_run(case) if case is not None else None
    else:
        run = next((run for run in spool.runs_of(result.id) if run.repeat == result.repeat), None)
    return ToldCase(result, case, run, tuple(spool.verdicts_of(result.id, result.repeat)))


def aspects_of(outcome: Outcome) -> dict[str, Aspect]:
    """What each metric looks at, over all plans."""
    return {metric: aspect for plan in outcome.plans.plans for metric, aspect in plan.aspects.items()}
