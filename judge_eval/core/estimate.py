"""An estimate: a figure for the whole suite, with its error."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeVar

from pydantic import Field

from judge_eval.core.frozen import Frozen

EstimateKind = Literal["score", "pass_rate"]


class HumanRate(Frozen):
    """The share of good items among labels alone, with its interval."""

    value: float
    low: float
    high: float


class Estimate(Frozen):
    """A mean (`score`) or the share that passes (`pass_rate`), with its interval.

    `value_low` and `value_high` bound the value where some items are undecided or in error; `low` and `high`
    are the interval at `level`, None where `method` says why none can be had. `n` counts the denominator's items,
    `clusters` the independent ones; `undecided` and `errors` are among `n`, `not_applicable` are not.
    """

    metric: str
    kind: EstimateKind
    value: float | None = None
    value_low: float | None = None
    value_high: float | None = None
    low: float | None = None
    high: float | None = None
    level: float = 0.95
    n: int = Field(default=0, ge=0)
    clusters: int = Field(default=0, ge=0)
    undecided: int = Field(default=0, ge=0)
    errors: int = Field(default=0, ge=0)
    not_applicable: int = Field(default=0, ge=0)
    by_rule: int = Field(default=0, ge=0)
    """Judged items that a rule decided without a call."""
    method: str = "none"
    raw: float | None = None
    """The uncorrected value, where a calibration record corrected it."""
    calibration: str | None = None
    """The record that corrected it, in words."""
    stale: str | None = None
    """What has changed since that record was made; None where it is this very judge's."""
    uncalibrated: str | None = None
    """Why no record corrects a judged pass rate."""
    assumption: str | None = None
    """What the correction takes for granted."""
    humans: HumanRate | None = None
    """What the labels alone say, where their interval is the narrower one."""
    settled: dict[Literal["pass", "fail", "abstain"], int] | None = None
    """What can be said of its verdicts at the record's promised error: how many of each; None without a record."""
    warnings: tuple[str, ...] = ()


EstimateT = TypeVar("EstimateT", bound=Estimate)


def headlines(estimates: Iterable[EstimateT]) -> dict[str, EstimateT]:
    """The headline estimate of each metric, in the order of the metrics.

    A pass rate stands after the score, so it is the one that counts where a metric has both.
    """
    return {row.metric: row for row in estimates}
