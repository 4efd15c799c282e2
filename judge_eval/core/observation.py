"""An observation: one labelled item with what a judge makes of it."""

from __future__ import annotations

from pydantic import Field

from judge_eval.core.frozen import Frozen
from judge_eval.core.run import Tokens
from judge_eval.core.verdict import Decision


class Observation(Frozen):
    """What people say (`y`: 1 good, 0 not, .5 a tie) beside what the judge decides.

    `decision` is None where the judge could not be asked, and `reason` tells why. `value`, `p_pass`, `passing` and
    `failing` are those of the verdict that holds the item back most. `by_rule` says that no judge was needed, so that
    nothing is learnt of one.
    """

    id: str
    key: str
    cluster: str
    y: float = Field(ge=0, le=1)
    people_value: float | None = Field(default=None, ge=0, le=1)
    """People's points on the criterion's scale, as a share of it."""
    marks: tuple[bool | None, ...] = ()
    """Each annotator's word."""
    annotators: tuple[str, ...] | None = None
    probability: float | None = None
    decision: Decision | None = None
    value: float | None = Field(default=None, ge=0, le=1)
    p_pass: float | None = Field(default=None, ge=0, le=1)
    passing: int = Field(default=0, ge=0)
    failing: int = Field(default=0, ge=0)
    answers: tuple[bool, ...] = ()
    """Its samples that pass or fail the item, in the order in which they were asked."""
    asked: int = Field(default=0, ge=0)
    by_rule: bool = False
    reason: str = ""
    criterion: str | None = None
    """The text of the criterion, where there is one."""
    wording: str | None = None
    """The fingerprint of all that the judge reads of it; None where the question is not about a criterion."""
    prompt: str = ""
    response: str = ""
    reference: str | None = None
    context: str | None = None
    features: dict[str, float] = Field(default_factory=dict[str, float])
    """Deterministic measures of the same response."""
    tokens: Tokens = Tokens()
    seconds: float = Field(default=0.0, ge=0)
