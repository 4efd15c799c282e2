"""A configuration: which metrics, which judge, and what decides."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, JsonValue

from judge_eval.core.frozen import Frozen
from judge_eval.core.redaction import RedactRule


class JudgeConfig(Frozen):
    """The judge of a suite: `model` is a spec such as "local" (None: none was chosen).

    `votes` is a rule such as "lead:2,max:8" or "fixed:5". At most `pack` criteria, or claims, of one response are put
    into one call.
    """

    model: str | None = None
    votes: str = "auto"
    temperature: float = Field(default=0.7, ge=0, le=2)
    aggregate: Literal["decisions", "mean"] = "decisions"
    pack: int = Field(default=1, ge=1)


class CustomCode(Frozen):
    """A function of the person's own that scores a metric: "module.function", as ADK's `custom_metrics` name it.

    It gives values from `low` to `high`; None: nothing bounds them.
    """

    function: str
    low: float | None = 0.0
    high: float | None = 1.0
    criterion: dict[str, JsonValue] = Field(default_factory=dict[str, JsonValue])
    """The metric's criterion as it is written, which the function is handed."""


class MetricConfig(Frozen):
    """One metric of a suite: `threshold` decides each case, `floor` the suite's estimate.

    With neither it is only reported.

    `judge`, `votes`, `temperature` and `pack` replace the suite's for this metric; `options` are the metric's own;
    `code` is what scores it where that comes with the configuration.
    """

    threshold: float | None = None
    floor: float | None = None
    judge: str | None = None
    votes: str | None = None
    temperature: float | None = Field(default=None, ge=0, le=2)
    pack: int | None = Field(default=None, ge=1)
    options: dict[str, JsonValue] = Field(default_factory=dict[str, JsonValue])
    code: CustomCode | None = None


class GateConfig(Frozen):
    """What the exit code says.

    `pass_share` is the share of cases that must pass their thresholds, `undecided_share` the share of a metric's
    items that may stay undecided.
    """

    pass_share: float = Field(default=1.0, ge=0, le=1)
    undecided_share: float = Field(default=0.05, ge=0, le=1)
    on_undecided: Literal["pass", "fail"] = "pass"
    on_incomplete: Literal["pass", "fail"] = "fail"


class Config(Frozen):
    """A suite's configuration, whatever file it came from; `metrics` None: the default ones apply."""

    judge: JudgeConfig = JudgeConfig()
    metrics: dict[str, MetricConfig] | None = None
    gate: GateConfig = GateConfig()
    redact: tuple[RedactRule, ...] = ()
    """What no judge, store or report may see."""
    source: str | None = None
    """The file it was read from; None: no file."""
    notes: tuple[str, ...] = ()
    """What reading it assumed or left aside, for the person to see."""
