"""A label restaged: the case and the run in which what was labelled can be judged again."""

from __future__ import annotations

from dataclasses import dataclass

from judge_eval.core.case import Case, Expectation, Turn
from judge_eval.core.content import Part
from judge_eval.core.fingerprint import fingerprint
from judge_eval.core.label import Label
from judge_eval.core.rubric import Criterion, Rubric
from judge_eval.core.run import Call, Run, RunTurn
from judge_eval.errors import InputError, Problem

EVIDENCE_TOOL = "look_up"
"""The call that a label's context is shown as having come back from."""


@dataclass(frozen=True, slots=True)
class Restaged:
    """A case whose last turn is the labelled one, with the run that was labelled."""

    case: Case
    run: Run


def restaged(label: Label) -> Restaged:
    """The prompt as the user's last turn, the response as the agent's, the context as what a tool returned.

    A criterion becomes a rubric of that turn, and the outcome that is asked about an expectation.

    Raises: InputError where the label lacks what its question is about.
    """
    _insist_on_parts(label)
    rubrics = (rubric_of(label),) if label.question == "rubric" else ()
    outcome = _text(label.criterion) if label.question == "outcome" else None
    case = Case(
        id=label.id,
        cluster=label.cluster or label.id,
        turns=(
            *(Turn(user=(Part(text=turn.user),)) for turn in label.before),
            Turn(user=(Part(text=label.prompt),), reference=label.reference, rubrics=rubrics),
        ),
        expect=Expectation(outcome=outcome),
    )
    looked_up = () if label.context is None else (Call(name=EVIDENCE_TOOL, result=label.context),)
    turn = RunTurn(user=label.prompt, final_response=label.response, calls=(*looked_up, *label.calls))
    return Restaged(case, Run(case_id=label.id, turns=(*label.before, turn)))


def criterion_of(label: Label) -> Criterion | None:
    """The criterion of a label; a text becomes one whose id is a hash of it."""
    if label.criterion is None or isinstance(label.criterion, Criterion):
        return label.criterion
    return Criterion(id=fingerprint(label.criterion)[:12], text=label.criterion)


def rubric_of(label: Label) -> Rubric:
    """The rubric that holds the label's criterion alone. Raises: InputError where it has none."""
    criterion = criterion_of(label)
    if criterion is None:
        raise _lacks(label, "criterion")
    return Rubric(id="labels", applies_to=label.applies_to, criteria=(criterion,))


def _insist_on_parts(label: Label) -> None:
    needs = {"final_response_match": ("reference",), "outcome": ("criterion",), "grounding": ("context",)}
    for name in needs.get(label.question, ()):
        if getattr(label, name) is None:
            raise _lacks(label, name)


def _lacks(label: Label, name: str) -> InputError:
    message = f"the label '{label.id}' has no {name}, and {label.question} is about one"
    return InputError(Problem(message, field=name, remedy=f"add a column '{name}'"))


def _text(criterion: str | Criterion | None) -> str | None:
    return criterion.text if isinstance(criterion, Criterion) else criterion
