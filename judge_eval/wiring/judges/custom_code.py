"""Code of the person's own that comes with a configuration: run only where that was allowed."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

from judge_eval.core.config import Config, CustomCode, MetricConfig
from judge_eval.pipeline.plan import Coded, Plans, Unsupported
from judge_eval.wiring.configs import folder_of, source_of
from judge_eval.wiring.planning import LoadCode


def code_loader(config: Config | None, *, allowed: bool) -> LoadCode:
    """What loads the code of a configuration from the folder of its file, or, not `allowed`, says what would."""

    def load(name: str, code: CustomCode, settings: MetricConfig) -> Coded | Unsupported:
        if not allowed:
            return Unsupported(name, f"not_supported: {code.function} is code, which only --allow-code runs", settings)
        from judge_eval.adapters.adk.custom_metric import CustomMetric

        place = f"{source_of(config) or 'the configuration'}: custom_metrics.{name}"
        return Coded(name, code, CustomMetric(name, code, folder_of(config).resolve(), place), settings)

    return load


def hushed(plans: Plans) -> AbstractContextManager[None]:
    """A context in which code of the person's own prints nothing on stdout, which belongs to the results."""
    if not any(plan.coded for plan in plans.plans):
        return nullcontext()
    from judge_eval.adapters.adk.quiet import quiet

    return quiet()
