"""What is to be scored: each metric of a suite, bound to its settings and, where it needs one, its judge."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from judge_eval.calibration.in_force import InForce, Uncalibrated
from judge_eval.core.case import Case
from judge_eval.core.config import CustomCode, GateConfig, MetricConfig
from judge_eval.core.fingerprint import fingerprint
from judge_eval.core.results import JudgeUsed, QuestionUsed
from judge_eval.core.run import Run
from judge_eval.core.score import Aspect, Score
from judge_eval.core.verdict import Verdict
from judge_eval.judge.planned_calls import PlannedCalls
from judge_eval.judge.question import Item, Question, QuestionOptions
from judge_eval.metrics.metric import Metric, Options


class Adjudicator(Protocol):
    """A judge bound to one question."""

    def packs(self, items: Sequence[Item]) -> Sequence[Sequence[Item]]:
        """The items, in their order, parted into those that are asked about together; none of them has a ruling."""
        ...

    async def verdicts(self, pack: Sequence[Item]) -> Sequence[Verdict]:
        """The verdicts on a pack's items, in their order; a judge's failures are in their samples.

        Raises: InputError where no retry can help; StoppedError and JudgeError where none of them could be asked.
        """
        ...

    async def plan(self, pack: Sequence[Item]) -> PlannedCalls:
        """What `verdicts` would take for this pack; nothing is asked."""
        ...


@dataclass(frozen=True, slots=True)
class Measured:
    """A deterministic metric with its settings."""

    metric: Metric[Any]
    options: Options
    config: MetricConfig


@dataclass(frozen=True, slots=True)
class Judged:
    """A judged metric with its settings; without a `judge`, `not_judged` tells why and what would help."""

    question: Question[Any]
    options: QuestionOptions
    config: MetricConfig
    judge: Adjudicator | None
    used: QuestionUsed | None = None
    not_judged: str = ""
    records: Mapping[str, InForce | Uncalibrated] = field(default_factory=dict[str, InForce | Uncalibrated])
    """What corrects the judge's decisions, by its fingerprint."""
    with_probabilities: Callable[[Score, Case, Run], Score] | None = None
    """What gives the items of a score their probabilities; None where no record is in force."""


class Scorer(Protocol):
    """Code of the person's own that scores runs."""

    async def score(self, case: Case, run: Run, reference: Run) -> Score:
        """What the code says of `run`, `reference` being the run that `case` expects; its failure is in the score."""
        ...


@dataclass(frozen=True, slots=True)
class Coded:
    """A metric whose `code` came with the configuration, loaded as its `scorer`."""

    name: str
    code: CustomCode
    scorer: Scorer
    config: MetricConfig


@dataclass(frozen=True, slots=True)
class Unsupported:
    """A metric that this tool knows by name and cannot score; `reason` starts with "not_supported"."""

    name: str
    reason: str
    config: MetricConfig


@dataclass(frozen=True)
class Plan:
    """All metrics of a suite, and the gate that they pass through."""

    measured: tuple[Measured, ...] = ()
    judged: tuple[Judged, ...] = ()
    coded: tuple[Coded, ...] = ()
    unsupported: tuple[Unsupported, ...] = ()
    gate: GateConfig = field(default_factory=GateConfig)
    judge: JudgeUsed | None = None

    @cached_property
    def configs(self) -> dict[str, MetricConfig]:
        """Each metric's settings by its name, in the order of the columns."""
        measured = {metric.metric.name: metric.config for metric in self.measured}
        judged = {metric.question.metric: metric.config for metric in self.judged}
        return measured | judged | {metric.name: metric.config for metric in (*self.coded, *self.unsupported)}

    @cached_property
    def records(self) -> dict[str, Mapping[str, InForce | Uncalibrated]]:
        """What corrects each judged metric, by its name and the fingerprint of its judge."""
        return {metric.question.metric: metric.records for metric in self.judged}

    @cached_property
    def calibrated(self) -> dict[str, Callable[[Score, Case, Run], Score]]:
        """What gives the items of each judged metric their probabilities, by its name, where a record is in force."""
        found = {metric.question.metric: metric.with_probabilities for metric in self.judged}
        return {metric: add for metric, add in found.items() if add is not None}

    @cached_property
    def judged_names(self) -> frozenset[str]:
        """The names of the metrics that a judge answers."""
        return frozenset(metric.question.metric for metric in self.judged)

    @cached_property
    def aspects(self) -> dict[str, Aspect]:
        """What each metric looks at, by its name."""
        aspects: dict[str, Aspect] = {metric.metric.name: metric.metric.aspect for metric in self.measured}
        aspects |= {metric.question.metric: metric.question.aspect for metric in self.judged}
        aspects |= {metric.name: "response" for metric in (*self.coded, *self.unsupported)}
        return aspects


@dataclass(frozen=True, slots=True)
class Plans:
    """The plan of every case: one for all, or one a configuration where folders bring their own."""

    plans: tuple[Plan, ...]
    by_case: Mapping[str, int] = field(default_factory=dict[str, int])
    """The place in `plans` of each case whose plan is not the first."""

    @property
    def metrics(self) -> tuple[str, ...]:
        """The names of all metrics, in the order of the columns."""
        return tuple(dict.fromkeys(name for plan in self.plans for name in plan.configs))

    @property
    def reported_only(self) -> frozenset[str]:
        """The names of the metrics that never pass or fail."""
        measured = (metric.metric for plan in self.plans for metric in plan.measured)
        return frozenset(metric.name for metric in measured if metric.unit != "share")

    @property
    def settings(self) -> dict[str, str]:
        """The fingerprint of each metric's own options, over all plans; a rubric's criteria have their own."""
        said: dict[str, set[str]] = {}
        for plan in self.plans:
            options = {one.metric.name: one.options for one in plan.measured}
            options |= {one.question.metric: one.options for one in plan.judged}
            for metric, settings in options.items():
                spelt = settings.model_dump_json(exclude={"rubrics"}, exclude_defaults=True)
                said.setdefault(metric, set()).add(spelt)
        return {metric: fingerprint([*sorted(spelt)]) for metric, spelt in sorted(said.items())}

    def judged(self, case_id: str, metric: str) -> Judged:
        """A judged metric of a case's plan. Raises: KeyError where the plan has none of that name."""
        for judged in self.of(case_id).judged:
            if judged.question.metric == metric:
                return judged
        raise KeyError(metric)

    def of(self, case_id: str) -> Plan:
        """The plan of a case."""
        return self.plans[self.by_case.get(case_id, 0)]
