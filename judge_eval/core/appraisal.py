"""An appraisal: all that labels tell of one judge on one question, every figure with its error."""

from __future__ import annotations

from typing import Literal, Protocol, Self

from pydantic import Field

from judge_eval.core.calibration import CalibrationRecord, Confusion
from judge_eval.core.frozen import Frozen
from judge_eval.core.label import Draw, Maker
from judge_eval.core.run import Tokens

FigureName = Literal[
    "sensitivity",
    "specificity",
    "balanced_accuracy",
    "pass_precision",
    "false_omission",
    "accuracy",
    "prevalence",
    "kappa",
    "ac1",
    "auc",
]

NOT_FROM_THIS_DRAW = "not estimable from this draw"


class Ends(Protocol):
    """The two ends of an interval, both None where there is none."""

    @property
    def low(self) -> float | None:
        """The lower end."""
        ...

    @property
    def high(self) -> float | None:
        """The upper end."""
        ...


class Figure(Frozen):
    """A figure with its interval at 95 %, over `n` items; `value` None: `why` says why it cannot be had."""

    value: float | None = None
    low: float | None = None
    high: float | None = None
    n: float | None = None
    why: str = ""

    @classmethod
    def of(cls, value: float, ends: Ends | None, n: float, why: str = "") -> Self:
        """A value over `n` items with the ends of its interval, if any; `why` says why there is none."""
        low, high = (None, None) if ends is None else (ends.low, ends.high)
        return cls(value=value, low=low, high=high, n=n, why=why)


class Alternative(Frozen):
    """The alternative-annotator test at one epsilon: the share of people that the judge is shown to replace."""

    epsilon: float
    winning_rate: float
    passed: bool


class People(Frozen):
    """How well people agree with each other, and the judge in a person's place; `why` where that is unknown."""

    annotators: int = Field(ge=0)
    pairwise: Figure = Figure()
    """The mean over items of the share of annotator pairs that agree."""
    alpha: Figure = Figure()
    ceiling: Figure = Figure()
    """One person against the majority of the others."""
    judge: Figure = Figure()
    """The judge against the same majorities."""
    gap: Figure = Figure()
    """The judge's agreement less the person's, item by item."""
    alternatives: tuple[Alternative, ...] = ()
    why: str = ""


class Wavering(Frozen):
    """The judge's own noise: what a second asking would change, how much stays open, and what a verdict takes."""

    icc: Figure = Figure()
    flip_rate: Figure = Figure()
    undecided: Figure = Figure()
    mean_asked: float = 0.0


class ReliabilityBin(Frozen):
    """Labelled items of like predicted probability: how many, what was predicted and what people said, on average."""

    predicted: float
    observed: float
    low: float
    high: float
    n: float


class Predictiveness(Frozen):
    """What the judge's leaning says of people's word, on items that its model was not fitted on; smaller is better."""

    brier: float
    base_brier: float
    brier_error: Figure = Figure()
    """The Brier score with its interval over clusters."""
    log_loss: float
    base_log_loss: float
    log_loss_error: Figure = Figure()
    gain: Figure = Figure()
    """The base rate's log-loss less the model's, item by item: above 0 where the judge tells something."""
    bins: tuple[ReliabilityBin, ...] = ()
    stacked: tuple[str, ...] = ()
    """Deterministic features that made the held-out log-loss better."""
    alone_log_loss: float
    """That of the judge without them."""
    informative: bool = True


class Disagreement(Frozen):
    """An item on which judge and people part, with the judge's words."""

    id: str
    prompt: str
    response: str
    reference: str | None = None
    criterion: str | None = None
    people: Literal["good", "bad"]
    decision: str
    probability: float | None = None
    """The judge's probability that it is good."""
    reason: str = ""


class CriterionAppraisal(Frozen):
    """One criterion by itself."""

    text: str
    n: float
    confusion: Confusion
    figures: dict[FigureName, Figure]


class Appraisal(Frozen):
    """The whole appraisal of one judge on one question; `record` is what later scores go by.

    `by_rule` items were decided without the judge and tell nothing of it, nor do those to which by its word the
    question is `not_applicable`; of `not_judged` ones `why_not` tells the reason; `unmarked` labels say neither good
    nor bad. `apart` says why files of labels make no one record: then there is none.
    """

    question: str
    judge: str
    labels: int
    sources: tuple[str, ...] = ()
    made_by: Maker
    drawn: Draw
    policy: str | None = None
    by_rule: int = 0
    not_applicable: int = 0
    not_judged: int = 0
    why_not: str = ""
    unmarked: int = 0
    clusters: int
    confusion: Confusion
    figures: dict[FigureName, Figure] = Field(default_factory=dict[FigureName, Figure])
    people: People
    wavering: Wavering = Wavering()
    predictiveness: Predictiveness | None = None
    criteria: tuple[CriterionAppraisal, ...] = ()
    disagreements: tuple[Disagreement, ...] = ()
    sentences: tuple[str, ...] = ()
    """The report in plain words, first things first."""
    apart: tuple[str, ...] = ()
    record: CalibrationRecord | None = None
    seconds_a_verdict: float | None = None
    tokens: Tokens = Tokens()


class JudgeStanding(Frozen):
    """One judge among several on the same labels: its agreement, what it lacks to the first, and what it took."""

    judge: str
    agreement: Figure
    difference: Figure
    """Its agreement less that of the first judge, item by item."""
    calls: int = Field(ge=0)
    tokens: Tokens = Tokens()
    seconds: float = Field(default=0.0, ge=0)


class Split(Frozen):
    """An item on which judges differ, with the decision of each in their order."""

    id: str
    response: str
    people: Literal["good", "bad", "tied"]
    decisions: tuple[str, ...]


class Comparison(Frozen):
    """Several judges on the labels of one question, over the items that all of them decided."""

    question: str
    n: int
    judges: tuple[JudgeStanding, ...]
    splits: tuple[Split, ...] = ()
