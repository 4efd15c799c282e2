"""A suite scored case by case, here or in several processes, and counted together in the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pydantic import Field

from judge_eval.core.case import Case
from judge_eval.core.frozen import Frozen
from judge_eval.core.results import CaseResult, QuestionUsed, Results
from judge_eval.core.run import Run, Tokens
from judge_eval.core.score import Score
from judge_eval.core.session import Replayed, Session
from judge_eval.pipeline.plan import Plan
from judge_eval.pipeline.score import Outcome
from judge_eval.pipeline.score_run import score_run
from judge_eval.report.canvas import Canvas
from judge_eval.wiring.score_text import case_table, estimate_table, stories
from judge_eval.wiring.scoring import OpenSuite


class RunScores(Frozen):
    """The scores of one run."""

    repeat: int
    scores: tuple[Score, ...]


class ScoredCase(Frozen):
    """What scoring a case brought: all that a process needs that did not score it."""

    id: str
    results: tuple[CaseResult, ...]
    runs: tuple[Run, ...] = ()
    """Those of a live agent; recorded ones can be read anywhere."""
    scores: tuple[RunScores, ...] = ()
    questions: dict[str, QuestionUsed] = Field(default_factory=dict[str, QuestionUsed])


@dataclass(frozen=True, slots=True)
class CaseTold:
    """A scored case with its row of the table and its story, and what its process has done so far."""

    scored: ScoredCase
    table: str
    story: str
    session: Session


@dataclass(frozen=True, slots=True)
class Counted:
    """The scored cases counted together: the outcome, the head of its results, and the table of its estimates."""

    outcome: Outcome
    head: Results
    estimates: str


async def score_case(suite: OpenSuite, case_id: str, canvas: Canvas) -> CaseTold:
    """One case of a suite scored, by a live agent where the settings name one; the judges stay open.

    Raises: InputError, where the agent cannot be loaded or the judge can answer nothing at all.
    """
    scores: dict[int, tuple[Score, ...]] = {}

    async def noted(plan: Plan, case: Case, run: Run) -> tuple[Score, ...]:
        scores[run.repeat] = await score_run(plan, case, run)
        return scores[run.repeat]

    part = suite.part([case_id])
    with part.spool:
        outcome, session = await part.score_on(noted)
        results = tuple(part.spool.results())
        scored = ScoredCase(
            id=case_id,
            results=results,
            runs=tuple(part.spool.runs_of(case_id)) if suite.settings.agent is not None else (),
            scores=tuple(RunScores(repeat=repeat, scores=said) for repeat, said in sorted(scores.items())),
            questions=outcome.head().questions,
        )
        story = "".join(stories(part, canvas.marks))
        return CaseTold(scored, case_table(outcome, results, canvas), story, session)


async def count_together(suite: OpenSuite, cases: Sequence[ScoredCase], canvas: Canvas) -> Counted:
    """The outcome of these cases, scored wherever they were; nothing is run or asked again."""
    known = {(one.id, run.repeat): run.scores for one in cases for run in one.scores}

    async def given(plan: Plan, case: Case, run: Run) -> tuple[Score, ...]:
        return known[case.id, run.repeat]

    part = replace(suite.part([one.id for one in cases]), settings=replace(suite.settings, agent=None))
    with part.spool:
        for one in cases:
            for run in one.runs:
                part.spool.add_run(run)
        outcome, _ = await part.score_on(given)
        head = outcome.head().model_copy(update={"questions": _questions(cases)})
        return Counted(outcome, head, estimate_table(outcome, part.spool.results(), canvas))


def summed(sessions: Sequence[Session]) -> Session:
    """What several processes did for one suite. Raises: IndexError where there is none."""
    return sessions[0].model_copy(
        update={
            "calls": sum(one.calls for one in sessions),
            "cached": sum(one.cached for one in sessions),
            "tokens": Tokens.total(one.tokens for one in sessions),
            "replayed": _replayed(one for session in sessions for one in session.replayed),
        }
    )


def _questions(cases: Iterable[ScoredCase]) -> dict[str, QuestionUsed]:
    """How each metric was asked, with every version of the model that a reply named."""
    found: dict[str, QuestionUsed] = {}
    for one in cases:
        for metric, used in one.questions.items():
            before = found.setdefault(metric, used)
            versions = {*before.model_versions, *used.model_versions}
            # A process that asked nothing does not know yet what `auto` means.
            known = used if used.model_versions else before
            found[metric] = known.model_copy(update={"model_versions": tuple(sorted(versions))})
    return dict(sorted(found.items()))


def _replayed(parts: Iterable[Replayed]) -> tuple[Replayed, ...]:
    found: dict[str, Replayed] = {}
    for one in parts:
        before = found.get(one.file, one.model_copy(update={"samples": 0}))
        oldest = [date for date in (before.oldest, one.oldest) if date]
        found[one.file] = Replayed(
            file=one.file,
            metrics=tuple(sorted({*before.metrics, *one.metrics})),
            samples=before.samples + one.samples,
            oldest=min(oldest, default=""),
            newest=max(before.newest, one.newest),
        )
    return tuple(found.values())
