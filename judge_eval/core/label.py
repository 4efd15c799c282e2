"""A label: what a person says of one response, and how it came to be asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from statistics import fmean
from typing import Literal

from pydantic import Field, JsonValue

from judge_eval.core.fingerprint import fingerprint
from judge_eval.core.frozen import Frozen
from judge_eval.core.rubric import AppliesTo, Criterion
from judge_eval.core.run import Call, RunTurn

Mark = bool | int | Literal["not_applicable"] | None
"""One annotator's word: good or not, a point of the criterion's scale, or None where nothing was said."""

Maker = Literal["human", "model", "construction"]
"""Who made a label; `construction`: whoever wrote the response meant it to be good or bad."""

Draw = Literal["random", "by_verdict", "class_balanced", "convenience"]
"""How the labelled items were chosen: at random or by the judge's verdict from a run, by their label, or anyhow."""


class LabelledPlace(Frozen):
    """Where in a scored run the labelled item stands."""

    case_id: str
    repeat: int = Field(default=0, ge=0)
    turn: int | None = Field(default=None, ge=0)


class Label(Frozen):
    """One labelled item: `labels` hold a mark an annotator, in the order of `annotators` where these are named.

    `label` is the adjudicated one and wins over them. `probability` is that of being drawn. `prompt` and `response` are
    the last exchange, `calls` the agent's in between, `before` the conversation up to there.
    """

    id: str = Field(min_length=1)
    question: str
    prompt: str = ""
    response: str = ""
    reference: str | None = None
    context: str | None = None
    calls: tuple[Call, ...] = ()
    before: tuple[RunTurn, ...] = ()
    criterion: str | Criterion | None = None
    applies_to: AppliesTo = "final_response"
    """What the criterion is about: the response, the calls, or the whole conversation."""
    labels: tuple[Mark, ...] = ()
    label: Mark = None
    annotators: tuple[str, ...] | None = None
    cluster: str | None = None
    probability: float | None = Field(default=None, gt=0, le=1)
    item: str | None = None
    """The key of the judged item in the run that it was drawn from."""
    run: LabelledPlace | None = None
    made_by: Maker | None = None
    notes: str | None = None
    more: dict[str, JsonValue] = Field(default_factory=dict[str, JsonValue])
    """Columns that mean nothing here."""

    @property
    def goods(self) -> tuple[bool | None, ...]:
        """Each annotator's mark as good or not; None where it is missing or says that the question does not apply."""
        return tuple(self._good(mark) for mark in self.labels)

    @property
    def y(self) -> float | None:
        """1 for good, 0 for not: the adjudicated label, else the strict majority; .5 for a tie, None without any."""
        if self.label is not None:
            good = self._good(self.label)
            return None if good is None else float(good)
        counts = Counter(good for good in self.goods if good is not None)
        if not counts:
            return None
        return 0.5 if counts[True] == counts[False] else float(counts[True] > counts[False])

    @property
    def value(self) -> float | None:
        """The adjudicated point of the criterion's scale, else the mean of all points, from 0 at the lowest to 1.

        None where there is no scale, or marks are no points of it.
        """
        scaled = self._scaled
        counted: tuple[Mark, ...] = self.labels if self.label is None else (self.label,)
        points = _points(counted)
        if scaled is None or not points or len(points) < sum(self._good(mark) is not None for mark in counted):
            return None
        return fmean(map(scaled.worth, points))

    @property
    def odd_mark(self) -> int | None:
        """The first mark that is a number and means nothing: no point of the scale, or neither 1 nor 0 without one."""
        known = (0, 1) if self._scaled is None else self._scaled.scale or ()
        return next((point for point in _points((self.label, *self.labels)) if point not in known), None)

    @property
    def _scaled(self) -> Criterion | None:
        criterion = self.criterion
        return criterion if isinstance(criterion, Criterion) and criterion.scale is not None else None

    def _good(self, mark: Mark) -> bool | None:
        if mark is None or mark == "not_applicable":
            return None
        scaled = self._scaled
        if isinstance(mark, bool) or scaled is None:
            return bool(mark)
        return mark >= scaled.least_pass


def _points(marks: Iterable[Mark]) -> list[int]:
    """Those of the marks that are numbers."""
    return [mark for mark in marks if isinstance(mark, int) and not isinstance(mark, bool)]


class Population(Frozen):
    """The judged items of a run, from which labels were drawn.

    `fingerprint` is that of their keys, in any order. `strata` counts them by the judge's decision.
    """

    fingerprint: str
    agents: tuple[str, ...] = ()
    n: int = Field(ge=0)
    clusters: int = Field(default=0, ge=0)
    strata: dict[Literal["pass", "undecided", "fail"], int]


class LabelSet(Frozen):
    """The labels of one question, how they were drawn and from what, and the policy that annotators went by."""

    question: str
    labels: tuple[Label, ...]
    drawn: Draw = "convenience"
    population: Population | None = None
    judge: str | None = None
    """The fingerprint of the judge by whose verdicts they were drawn."""
    cut_off: float | None = Field(default=None, ge=0, le=1)
    """The P(pass) from which that judge's distribution passed, where a record had set one."""
    policy: str | None = None
    sources: tuple[str, ...] = ()

    def drawn_by(self, judge: str | None) -> bool:
        """Whether it is by this judge's verdicts that they were drawn, if by any that is known."""
        return self.judge is None or self.judge == judge

    @property
    def made_by(self) -> Maker:
        """Who made them; one label that a model or its author made is enough not to call them human."""
        makers = {label.made_by or "human" for label in self.labels}
        return "model" if "model" in makers else "construction" if "construction" in makers else "human"

    @property
    def fingerprint(self) -> str:
        """The sha256 of what was labelled and how, in any order."""
        rows = sorted(fingerprint(label.model_dump(mode="json", exclude={"notes", "more"})) for label in self.labels)
        return fingerprint([self.question, self.drawn, self.policy, list(rows)])
