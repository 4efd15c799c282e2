"""A comparison: what changed between two scored runs of one suite, and what that decides: comparison.json."""

from __future__ import annotations

from typing import Literal

from pydantic import ConfigDict, Field

from judge_eval.core.config import Rule
from judge_eval.core.frozen import Frozen
from judge_eval.core.results import SuiteStatus
from judge_eval.core.verdict import Decision

COMPARISON_SCHEMA = "judge-eval/comparison/1"

Side = Literal["base", "candidate"]
Turned = Literal["broken", "fixed", "open"]
"""How an item changed: it got worse, it got better, or it is undecided on a side and as good on both."""
ChangeDecision = Literal["pass", "fail", "undecided", "review"]
"""`review`: a person has to look, as where a response seems to be newly unsafe and that is not proven."""
DifferenceKind = Literal["case", "rubric", "judge", "prompt", "rule", "settings"]


class Baseline(Frozen):
    """What is known of accepted results: who made them, when, and of which commit."""

    results: str
    """The fingerprint of their results.json."""
    commit: str | None = None
    """The commit they were accepted at; None: there was no git."""
    date: str = ""
    """The day on which they were accepted, ISO 8601."""
    version: str = ""
    """The version of judge-eval that accepted them."""
    judges: dict[str, str] = Field(default_factory=dict[str, str])
    """The judge fingerprint of each judged metric."""


class ComparedSide(Frozen):
    """One of the two sides: the fingerprint of its results.json, and what it says of itself."""

    results: str
    status: SuiteStatus
    cases: int = Field(default=0, ge=0)
    agents: tuple[str, ...] = ()
    accepted: Baseline | None = None
    """Where and when it was accepted as a baseline, if it was."""


class MetricChange(Frozen):
    """One metric on the items that both sides have, and what that decides; `rule` None: it is reported only.

    `base`, `candidate` and `change` are means over the `n` items; `low` and `high` are one-sided limits of the change
    at 95 % each, None where `method` says why. `broken` and `fixed` count the clusters that got worse and better.
    """

    metric: str
    rule: Rule | None = None
    decision: ChangeDecision | None = None
    """None: nothing decides."""
    why: str = ""
    """What decided, in a sentence."""
    n: int = Field(default=0, ge=0)
    clusters: int = Field(default=0, ge=0)
    base: float | None = None
    candidate: float | None = None
    change: float | None = None
    low: float | None = None
    high: float | None = None
    method: str = "none"
    p: float | None = None
    """That chance alone would bring such a drop."""
    p_adjusted: float | None = None
    """The same by Holm's adjustment over all metrics that gate by the statistical rule."""
    broken: int = Field(default=0, ge=0)
    fixed: int = Field(default=0, ge=0)
    undecided: int = Field(default=0, ge=0)
    """Items that are undecided on a side."""
    margin: float | None = None
    """The drop that is too much, as it is set: on the scale of people."""
    raw_margin: float | None = None
    """The same on the judge's scale; None: as set."""
    human_change: float | None = None
    """The change on the scale of people, where one calibration record is in force on both sides."""
    tolerance: float | None = None
    floor: float | None = None
    visible_drop: float | None = None
    """The smallest drop that the statistical rule would fail in 80 of 100 runs; None: it would see none."""
    asked_again: int = Field(default=0, ge=0)
    """Items whose two sides were asked about again; only those answers count for them."""
    one_sided: int = Field(default=0, ge=0)
    left_out: int = Field(default=0, ge=0)
    """Items on both sides that are not alike, and so not compared."""


class ItemSide(Frozen):
    """An item on one side: `value` 1 passed, 0 not, ½ undecided, or the metric's own; the mean over repeats."""

    value: float
    decision: Decision | None = None
    reason: str = ""
    votes: dict[str, int] = Field(default_factory=dict[str, int])
    response: str | None = None
    """The final answer; None: there was none, or the runs are not at hand."""


class ChangedItem(Frozen):
    """One item that is not alike on the two sides; `user` is what was said to the agent on that turn."""

    case_id: str
    turn: int | None = None
    criterion: str | None = None
    metric: str
    turned: Turned
    base: ItemSide
    candidate: ItemSide
    asked_again: bool = False
    user: str | None = None


class OneSided(Frozen):
    """A case, or one item of it, that one side alone has; `why` the other has not."""

    side: Side
    case_id: str
    metric: str | None = None
    turn: int | None = None
    criterion: str | None = None
    why: str = ""


class Difference(Frozen):
    """Something that is not the same on both sides, so that what rests on it is not compared."""

    kind: DifferenceKind
    name: str
    """The case, the criterion or the metric."""
    what: str
    left_out: int = Field(default=0, ge=0)
    """The items that are not compared for it."""


class Comparison(Frozen):
    """Two scored runs of one suite side by side; the same whatever the order of cases and the concurrency."""

    model_config = ConfigDict(populate_by_name=True, serialize_by_alias=True)

    schema_: Literal["judge-eval/comparison/1"] = Field(default=COMPARISON_SCHEMA, alias="schema")
    status: SuiteStatus
    exit_code: int = Field(ge=0)
    base: ComparedSide
    candidate: ComparedSide
    changes: tuple[MetricChange, ...] = ()
    items: tuple[ChangedItem, ...] = ()
    """The changed items, newly broken ones first."""
    one_sided: tuple[OneSided, ...] = ()
    differences: tuple[Difference, ...] = ()
    warnings: tuple[str, ...] = ()

    def of(self, metric: str) -> MetricChange | None:
        """The change of a metric; None where it was not compared."""
        return next((change for change in self.changes if change.metric == metric), None)
