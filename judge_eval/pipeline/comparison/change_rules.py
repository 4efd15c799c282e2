"""What each metric is held to against a baseline: the rule that decides, and its bar."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from judge_eval.core.config import GateConfig, MetricConfig, Rule
from judge_eval.core.estimate import headlines
from judge_eval.core.results import EstimateRow, Results
from judge_eval.judge import catalog as questions

SAFETY = "safety_v1"


@dataclass(frozen=True, slots=True)
class Hold:
    """What a metric is held to; `rule` None: it is reported only.

    `youden` is sensitivity + specificity - 1 of the judge, where one calibration record is in force on both sides.
    """

    rule: Rule | None = None
    margin: float = 0.03
    tolerance: float = 0.0
    floor: float | None = None
    youden: float | None = None

    @property
    def raw_margin(self) -> float:
        """The margin on the judge's scale, on which a drop is smaller than on that of people."""
        return self.margin if self.youden is None else self.margin * self.youden


def hold_of(
    metric: str, config: MetricConfig, row: EstimateRow | None, gate: GateConfig, *, chosen: bool, youden: float | None
) -> Hold:
    """What a metric is held to by its own settings, else by the gate's, else by what it is.

    `row` is its estimate, with the bars that it was scored against; `chosen` says that a person named the metrics, so
    that one without any bar is there to be read. A judged metric has the statistical rule by itself, one with a floor
    has that, and one with a threshold, or where nobody chose, the statistical one.
    """
    judged = metric in questions.NAMES
    floor = config.floor if config.floor is not None or row is None else row.floor
    threshold = config.threshold if config.threshold is not None or row is None else row.threshold
    rule = config.rule
    if rule is None and (judged or floor is not None or threshold is not None or not chosen):
        rule = gate.rule or ("statistical" if judged or floor is None else "floor")
    tolerance = gate.tolerance if config.tolerance is None else config.tolerance
    if (rule == "floor" and floor is None) or (rule == "tolerance" and tolerance is None):
        rule = None
    margin = gate.margin if config.margin is None else config.margin
    return Hold(rule, margin, tolerance or 0.0, floor, youden)


def holds_of(
    results: Results,
    configs: Mapping[str, MetricConfig],
    gate: GateConfig,
    *,
    chosen: bool,
    youdens: Mapping[str, float],
) -> dict[str, Hold]:
    """What each metric of scored results is held to, in the order of its estimates."""
    headline = headlines(results.estimates)
    names = dict.fromkeys((*headline, *configs))
    return {
        name: hold_of(
            name,
            configs.get(name, MetricConfig()),
            headline.get(name),
            gate,
            chosen=chosen,
            youden=youdens.get(name),
        )
        for name in names
    }
