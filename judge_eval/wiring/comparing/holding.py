"""What each metric is held to against a baseline, by the configurations of its suite and the records in force."""

from __future__ import annotations

from collections.abc import Sequence

from judge_eval.calibration.in_force import InForce
from judge_eval.calibration.youden import youden_of
from judge_eval.core.calibration import JudgeIdentity
from judge_eval.core.config import Config, GateConfig, MetricConfig
from judge_eval.core.policy import Policy
from judge_eval.core.results import QuestionUsed
from judge_eval.errors import InputError, Problem
from judge_eval.pipeline.comparison.change_rules import SAFETY, Hold, holds_of
from judge_eval.pipeline.comparison.compared_side import Side
from judge_eval.wiring.completing import completed
from judge_eval.wiring.judges.record_shelf import RecordShelf
from judge_eval.wiring.settings import Settings

RULES = ("rule", "margin", "tolerance")


def settings_of(configs: Sequence[Config | None]) -> dict[str, MetricConfig]:
    """Each metric's settings over all configurations of a suite.

    Raises: InputError where they hold one metric to different rules, since a suite is compared as one.
    """
    found: dict[str, MetricConfig] = {}
    for config in configs:
        for metric, settings in ((config.metrics or {}) if config is not None else {}).items():
            before = found.setdefault(metric, settings)
            for name in RULES:
                one, other = getattr(before, name), getattr(settings, name)
                if one != other:
                    raise InputError(
                        Problem(
                            "configurations hold one metric to different rules",
                            field=f"metrics.{metric}.{name}",
                            found=f"{one} and {other}",
                            remedy="score these cases in two calls, or pass one --config",
                        )
                    )
    return found


def held(
    base: Side, candidate: Side, configs: Sequence[Config | None], gate: GateConfig, settings: Settings
) -> dict[str, Hold]:
    """What each metric of the candidate is held to. Raises: InputError where a record cannot be read."""
    metrics = settings_of(configs)
    chosen = any(config is not None and config.metrics is not None for config in configs)
    shelf = RecordShelf(settings.calibration, allow_stale=settings.allow_stale)
    youdens: dict[str, float] = {}
    for metric, now in candidate.head.questions.items():
        before = base.head.questions.get(metric)
        # Two records would correct the two sides by different errors, and their difference is no change of the agent.
        if before is not None and before.calibration is not None and before.calibration == now.calibration:
            youden = _youden(metric, now, candidate, metrics.get(metric, MetricConfig()), configs, shelf)
            youdens |= {} if youden is None else {metric: youden}
    return holds_of(candidate.head, metrics, gate, chosen=chosen, youdens=youdens)


def _youden(
    metric: str,
    used: QuestionUsed,
    side: Side,
    settings: MetricConfig,
    configs: Sequence[Config | None],
    shelf: RecordShelf,
) -> float | None:
    """Youden's J by the record that corrected both sides; None where it is no longer at hand."""
    config = next(iter(configs), None)
    policy = completed(metric, settings, config).options.get("policy") if metric == SAFETY else None
    fingerprint = None if policy is None else Policy.model_validate(policy).fingerprint
    judge = JudgeIdentity(spec=used.judge, fingerprint=used.fingerprint, parts={})
    found = shelf.in_force(used.question, judge, policy=fingerprint, config=config)
    if not isinstance(found, InForce) or found.said() != used.calibration:
        return None
    wordings = {
        row.wording
        for result in side.results()
        for row in result.scores
        if row.metric == metric and row.wording is not None
    }
    return youden_of(found.record, wordings)
