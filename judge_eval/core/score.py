"""A score: what one metric says of one run."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from judge_eval.core.frozen import Frozen
from judge_eval.core.verdict import Decision, Verdict

Aspect = Literal["trajectory", "response", "efficiency"]
"""What a metric looks at: what the agent did, what it said, or what that cost; verdicts of the first two stay apart."""

Settled = Literal["pass", "fail", "abstain"]
"""What can be said of an item at a promised error; where nothing can, it is left to people."""

Status = Literal["scored", "not_applicable", "undecided", "error"]

NOT_JUDGED = "not judged: "
"""How the reason of an error begins where it is the judge that was not to be had, and no fault of the metric's."""


class Score(Frozen):
    """A metric's word on a run, or on one turn of it (`turn` counts from 0; None: the run as a whole).

    `value` stands exactly when `status` is scored. Where it is undecided, or a part of it could not be judged, `low`
    and `high` bound it. `turns` holds the turns' own scores under the run's, `criteria` those of a rubric's criteria
    under a turn's, each with the id of its `criterion`. `decision` is the judge's, on judged metrics only; `required`
    is what the criteria that must pass decide, whatever the value is (None: there is none). `ruled` is what a person's
    own code decided, which goes before any threshold.
    """

    case_id: str
    repeat: int = Field(default=0, ge=0)
    turn: int | None = Field(default=None, ge=0)
    metric: str
    criterion: str | None = None
    wording: str | None = None
    """`Criterion.wording`: the fingerprint of all that a judge reads of it."""
    scaled: bool = False
    """Whether the criterion has a scale."""
    status: Status
    value: float | None = None
    low: float | None = None
    high: float | None = None
    decision: Decision | None = None
    required: Decision | None = None
    ruled: Decision | None = None
    probability: float | None = Field(default=None, ge=0, le=1)
    """That people would pass the item, by the judge's calibration record; None without one."""
    calibrated: Settled | None = None
    """What the record's certificate says of the item; None without one."""
    reason: str = ""
    verdicts: tuple[Verdict, ...] = ()
    turns: tuple[Score, ...] = ()
    criteria: tuple[Score, ...] = ()

    @model_validator(mode="after")
    def _value_means_scored(self) -> Self:
        if (self.value is not None) != (self.status == "scored"):
            raise ValueError("a score has a value exactly when its status is scored")
        return self

    @property
    def items(self) -> tuple[Score, ...]:
        """The scores that a pass rate counts: of the criteria where there are any, else of the turns, else this one."""
        parts = self.turns or self.criteria
        return tuple([item for part in parts for item in part.items]) if parts else (self,)
