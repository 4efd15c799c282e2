"""A calibration record: what labels say of one judge, kept so that later scores can be corrected by it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, JsonValue

from judge_eval.core.frozen import Frozen
from judge_eval.core.label import Draw, Maker, Population

RECORD_SCHEMA = "judge-eval/calibration/1"


class Confusion(Frozen):
    """Labelled items by what the judge decided and what people say; a tie among people counts half to each side."""

    pass_good: float = Field(default=0.0, ge=0)
    pass_bad: float = Field(default=0.0, ge=0)
    undecided_good: float = Field(default=0.0, ge=0)
    undecided_bad: float = Field(default=0.0, ge=0)
    fail_good: float = Field(default=0.0, ge=0)
    fail_bad: float = Field(default=0.0, ge=0)

    @property
    def n(self) -> float:
        """How many items were labelled."""
        return self.good + self.bad

    @property
    def good(self) -> float:
        """How many of them people pass."""
        return self.pass_good + self.undecided_good + self.fail_good

    @property
    def bad(self) -> float:
        """How many of them people fail."""
        return self.pass_bad + self.undecided_bad + self.fail_bad

    @property
    def not_passed_good(self) -> float:
        """How many that people pass the judge does not; an undecided item is not passed."""
        return self.undecided_good + self.fail_good

    @property
    def not_passed_bad(self) -> float:
        """How many that people fail the judge does not pass."""
        return self.undecided_bad + self.fail_bad

    def plus(self, other: Confusion) -> Confusion:
        """The two tables added."""
        return Confusion(
            **{name: getattr(self, name) + getattr(other, name) for name in type(self).model_fields},
        )


class Spread(Frozen):
    """How much less the labelled items tell because some share a cluster: the design effects of the two rates."""

    of_good: float = Field(default=1.0, ge=1)
    of_bad: float = Field(default=1.0, ge=1)


class CriterionRecord(Frozen):
    """One criterion's share of a record; it corrects only items whose criterion has this very wording."""

    text: str
    confusion: Confusion
    spread: Spread = Spread()


class ProbabilityModel(Frozen):
    """P(good) = 1 / (1 + exp(-(intercept + slope·x + Σ weights·features))); x is the judge's log-odds.

    `features` name the deterministic columns that stand beside x, if any. `label_share` is the share of good ones among
    the `n` labels: where those were not drawn from a population, the intercept is moved by the logit of the scored
    run's share less its logit.
    """

    intercept: float
    slope: float
    features: dict[str, float] = Field(default_factory=dict[str, float])
    label_share: float = Field(ge=0, le=1)
    n: int = Field(ge=0)


class CertifiedSide(Frozen):
    """A certified threshold: `errors` of the `n` labels beyond it contradict it, at most `at_most` of all (95 %)."""

    threshold: float
    n: int = Field(ge=1)
    errors: int = Field(ge=0)
    at_most: float = Field(ge=0, le=1)


class Certificate(Frozen):
    """A threshold beyond which at most `alpha` of decisions are wrong, with probability 1 - `delta`.

    Thresholds lie on the scale that `scale` names; a side that is None could not be certified.
    """

    alpha: float = Field(gt=0, lt=1)
    delta: float = Field(gt=0, lt=1)
    look: int = Field(ge=1)
    scale: Literal["vote_margin", "probability"]
    pass_side: CertifiedSide | None = None
    fail_side: CertifiedSide | None = None
    remedy: str = ""
    """What would certify a side that is not: how many more labels, or that none will do."""

    @property
    def pass_from(self) -> float | None:
        """The value from which an item surely passes."""
        return None if self.pass_side is None else self.pass_side.threshold

    @property
    def fail_to(self) -> float | None:
        """The value down to which an item surely fails."""
        return None if self.fail_side is None else self.fail_side.threshold


class LabelledItem(Frozen):
    """A labelled item of the population: its key, what people say of it, and its cluster.

    `value` is the mean of people's points on the criterion's scale, from 0 at the lowest to 1; None without a scale.
    """

    key: str
    y: float = Field(ge=0, le=1)
    value: float | None = Field(default=None, ge=0, le=1)
    cluster: str


class JudgeIdentity(Frozen):
    """The judge that was measured: all that its fingerprint is made of, so that a change can be named."""

    spec: str
    fingerprint: str
    parts: dict[str, JsonValue]
    versions: tuple[str, ...] = ()
    """The model as its replies name it."""


class CalibrationRecord(Frozen):
    """What the labels of one question say of one judge; counts, never only rates.

    `items` stand only where the labels were drawn from `population` at random or by verdict. `cut_off` is the P(pass)
    from which the judge's distribution was a pass. `policy` is the fingerprint of the policy that a safety judge read.
    """

    schema_: Literal["judge-eval/calibration/1"] = Field(default=RECORD_SCHEMA, alias="schema")
    question: str
    judge: JudgeIdentity
    labels: str
    """The fingerprint of the labels."""
    sources: tuple[str, ...] = ()
    made_by: Maker
    drawn: Draw
    population: Population | None = None
    n: int = Field(ge=0)
    clusters: int = Field(ge=0)
    confusion: Confusion
    spread: Spread = Spread()
    criteria: dict[str, CriterionRecord] = Field(default_factory=dict[str, CriterionRecord])
    """By the fingerprint of the criterion's wording; empty where the question has no criteria."""
    policy: str | None = None
    cut_off: float | None = Field(default=None, ge=0, le=1)
    probability: ProbabilityModel | None = None
    certificate: Certificate | None = None
    looks: int = Field(default=0, ge=0)
    """How often labels of this draw were looked at for a certificate."""
    items: tuple[LabelledItem, ...] = ()
    date: str = ""
    """The day on which it was made, ISO 8601."""
    version: str = ""
    """The version of judge-eval that made it."""

    model_config = Frozen.model_config | {"populate_by_name": True, "serialize_by_alias": True}
