"""What a judged metric is: items to ask about, and the score that their verdicts settle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from judge_eval.core.case import Case
from judge_eval.core.fingerprint import fingerprint
from judge_eval.core.frozen import Frozen
from judge_eval.core.rubric import Criterion
from judge_eval.core.run import Run
from judge_eval.core.score import Aspect, Score
from judge_eval.core.verdict import Decision, Verdict
from judge_eval.judge.replies.menu import Answer


class QuestionOptions(Frozen):
    """The settings of a judged metric that has none."""


OptionsT = TypeVar("OptionsT", bound=QuestionOptions)


class Ruling(Frozen):
    """A decision that needs no judge, by the `rule` named; `reason` says more where there is more to say."""

    decision: Decision
    value: float | None = None
    rule: str
    reason: str = ""


class Item(Frozen):
    """The one thing a judge is asked about; `inputs` fill the prompt, a `ruling` makes the call needless."""

    question: str
    """The id of the prompt, such as "final_response_match"."""
    turn: int | None = None
    step: int = 0
    """Which of the turn's texts it is from, where more than the final response is judged."""
    inputs: dict[str, str]
    points: tuple[Answer, ...] = ()
    """The answers that pass or fail this item, where they are not the prompt's own: the points of a scale."""
    criterion: Criterion | None = None
    """The criterion that is asked about, where there is one."""
    ruling: Ruling | None = None

    @property
    def fingerprint(self) -> str:
        """The sha256 of question and inputs, whatever case or turn they stand in."""
        return fingerprint({"question": self.question, "inputs": dict(self.inputs)})


@dataclass(frozen=True, slots=True)
class Question(Generic[OptionsT]):
    """A judged metric: `items` says what to ask, `settle` makes a score of the verdicts, in the items' order.

    A mean over items takes each verdict's `credit`, which follows what the person chose to aggregate.
    """

    metric: str
    id: str
    items: Callable[[Case, Run, OptionsT], tuple[Item, ...]]
    settle: Callable[[Case, Run, Sequence[Item], Sequence[Verdict]], Score]
    options: type[OptionsT]
    aspect: Aspect = "response"
