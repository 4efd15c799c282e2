"""A label posed: the case, the run and the question by which a judge is asked about the one item that was labelled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from judge_eval.calibration.restaged import Restaged, restaged
from judge_eval.core.case import Case
from judge_eval.core.label import Label
from judge_eval.core.run import Run
from judge_eval.core.worklist import WorklistItem
from judge_eval.judge import catalog as questions
from judge_eval.judge.criteria import METRICS
from judge_eval.judge.question import Item, Question
from judge_eval.judge.shown.transcript import calls, dialogue
from judge_eval.pipeline.plan import Judged


@dataclass(frozen=True, slots=True)
class Posed:
    """A label with its item: of the run that it was drawn from where there is one, else restaged from its texts."""

    label: Label
    drawn: WorklistItem | None = None

    def staged(self) -> Restaged:
        """The case and the run. Raises: InputError where the label lacks what its question is about."""
        if self.drawn is None:
            return restaged(self.label)
        place = self.drawn.place
        return Restaged(
            Case(id=place.case_id, cluster=self.drawn.cluster), Run(case_id=place.case_id, repeat=place.repeat)
        )

    def asked(self, judged: Judged) -> Judged:
        """The metric as it asks about this label alone: its kind of criterion, and the last turn of what it shows."""
        question = judged.question
        if self.label.question == "rubric":
            question = questions.load(METRICS[self.label.applies_to])
        return replace(judged, question=replace(question, items=self._items(question)))

    def graded(self, run: Run) -> str:
        """What the label is about, as text: the response, or the calls or conversation that its criterion is of."""
        if self.drawn is not None or self.label.applies_to == "final_response":
            return self.label.response
        return calls(run.turns[-1]) if self.label.applies_to == "tool_use" else dialogue(run.turns)

    def _items(self, question: Question[Any]) -> Callable[[Case, Run, Any], tuple[Item, ...]]:
        """What makes the items: those that were drawn, or those of the last turn."""
        drawn = None if self.drawn is None else tuple(Item.model_validate(item) for item in self.drawn.asked)

        def items(case: Case, run: Run, options: Any) -> tuple[Item, ...]:
            if drawn is not None:
                return drawn
            last = len(run.turns) - 1
            return tuple(item for item in question.items(case, run, options) if item.turn in (None, last))

        return items
