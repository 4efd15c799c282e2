"""A configuration: which metrics, which judge, and what decides."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, JsonValue

from judge_eval.core.frozen import Frozen
from judge_eval.core.redaction import RedactRule

Rule = Literal["floor", "tolerance", "statistical"]
"""What decides against a baseline: a floor, a band under the baseline, or the paired test of the change."""


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

    With neither it is only reported. Against a baseline `rule` decides, with its `margin` or `tolerance`; what is None
    here is the gate's.

    `judge`, `votes`, `temperature` and `pack` replace the suite's for this metric; `options` are the metric's own;
    `code` is what scores it where that comes with the configuration.
    """

    threshold: float | None = None
    floor: float | None = None
    rule: Rule | None = None
    margin: float | None = Field(default=None, gt=0, le=1)
    tolerance: float | None = Field(default=None, ge=0, le=1)
    judge: str | None = None
    votes: str | None = None
    temperature: float | None = Field(default=None, ge=0, le=2)
    pack: int | None = Field(default=None, ge=1)
    options: dict[str, JsonValue] = Field(default_factory=dict[str, JsonValue])
    code: CustomCode | None = None


class GateConfig(Frozen):
    """What the exit code says.

    `pass_share` is the share of cases that must pass their thresholds, `undecided_share` the share of a metric's
    items that may stay undecided. Against a baseline `rule` decides (None: each metric's own): a drop of `margin` is
    too much for the statistical rule, one of more than `tolerance` for the rule of that name.
    """

    rule: Rule | None = None
    margin: float = Field(default=0.03, gt=0, le=1)
    tolerance: float | None = Field(default=None, ge=0, le=1)
    pass_share: float = Field(default=1.0, ge=0, le=1)
    undecided_share: float = Field(default=0.05, ge=0, le=1)
    on_undecided: Literal["pass", "fail"] = "pass"
    on_incomplete: Literal["pass", "fail"] = "fail"

    def exit_code(self, *, failed: bool, incomplete: bool, undecided: bool) -> int:
        """1 something failed, 3 something is missing, 0 otherwise, as the `on_…` settings turn them."""
        if failed or (undecided and self.on_undecided == "fail"):
            return 1
        return 3 if incomplete and self.on_incomplete == "fail" else 0


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
