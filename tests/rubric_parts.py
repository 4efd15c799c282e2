"""Parts of rubrics for tests: criteria, cases that bring them, runs, items, verdicts, scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from judge_eval.core.case import Case, Turn
from judge_eval.core.content import Part
from judge_eval.core.rubric import AppliesTo, Criterion, Rubric
from judge_eval.core.run import Run, RunTurn
from judge_eval.core.score import Score
from judge_eval.core.verdict import Decision, Verdict
from judge_eval.judge.catalog import load
from judge_eval.judge.criteria import METRICS
from judge_eval.judge.question import Item, Question
from judge_eval.judge.questions.rubric import RubricOptions


def question(applies_to: AppliesTo = "final_response") -> Question[Any]:
    """The question that scores rubrics of a kind."""
    return load(METRICS[applies_to])


def rubric(*criteria: Criterion | str, applies_to: AppliesTo = "final_response", id: str = "r") -> Rubric:
    """A rubric of these criteria; a bare id is a criterion with a text of its own."""
    made = [one if isinstance(one, Criterion) else Criterion(id=one, text=f"It has {one}.") for one in criteria]
    return Rubric(id=id, applies_to=applies_to, criteria=tuple(made))


def case(*turns: Sequence[Rubric], rubrics: Sequence[Rubric] = (), parts: tuple[Part, ...] | None = None) -> Case:
    """A case with a turn for each group of rubrics."""
    said = parts or (Part(text="Where?"),)
    made = tuple(Turn(user=said, rubrics=tuple(of_turn)) for of_turn in turns)
    return Case(id="c", cluster="c", turns=made, rubrics=tuple(rubrics))


def run(*responses: str | None, error: str | None = None) -> Run:
    """A run with a turn a response."""
    return Run(case_id="c", turns=tuple(RunTurn(user="Where?", final_response=said) for said in responses), error=error)


def items(made: Case, done: Run, *of_metric: Rubric, applies_to: AppliesTo = "final_response") -> tuple[Item, ...]:
    """The items of a run."""
    return question(applies_to).items(made, done, RubricOptions(rubrics=of_metric))


def verdict(decision: Decision, credit: float | None = None) -> Verdict:
    """A verdict of a judge."""
    if credit is None:
        credit = {"pass": 1.0, "fail": 0.0}.get(decision)
    return Verdict(question="rubric", item="i", decision=decision, credit=credit, reason=f"said {decision}")


def settled(made: Case, done: Run, *verdicts: Verdict) -> Score:
    """The score of a run whose items got these verdicts."""
    return question().settle(made, done, items(made, done), verdicts)
