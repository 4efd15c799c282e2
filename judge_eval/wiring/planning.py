"""From a configuration to a plan: every metric by its name, with its options checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from judge_eval.core.config import Config, CustomCode, MetricConfig
from judge_eval.errors import InputError, Problem, nearest
from judge_eval.judge import catalog as questions
from judge_eval.judge.question import Question
from judge_eval.metrics import catalog as metrics
from judge_eval.pipeline.plan import Coded, Judged, Measured, Plan, Unsupported

ADK_DEFAULTS = MappingProxyType(
    {
        "tool_trajectory_avg_score": MetricConfig(threshold=1.0),
        "response_match_score": MetricConfig(threshold=0.8),
    }
)
"""What ADK holds its files against where no configuration stands beside them."""

DEFAULTS = (
    "tool_trajectory_avg_score",
    "tool_trajectory_f1",
    "required_tools",
    "forbidden_tools",
    "tool_arguments",
    "final_state",
    "response_match_score",
    "response_contains",
    "tool_call_count_v1",
    "inference_call_count_v1",
    "token_usage_v1",
    "invocation_duration_v1",
)
"""What is reported, without thresholds, where nobody chose."""

JUDGED_BY_DEFAULT = ("final_response_match_v2",)
"""What a judge that was asked for answers, where nobody chose."""

NOT_SUPPORTED = MappingProxyType(
    {
        "response_evaluation_score": "needs Vertex AI; nearest: final_response_match_v2",
        "multi_turn_trajectory_quality_v1": "needs Vertex AI; nearest: tool_trajectory_f1",
        "multi_turn_tool_use_quality_v1": "needs Vertex AI; nearest: tool_arguments",
        "per_turn_user_simulator_quality_v1": "judges a user simulator, not an agent; nearest: none",
    }
)
"""ADK's metrics that have no counterpart here, with the reason and the nearest one that has."""

BindJudge = Callable[[Question[Any], MetricConfig], Judged]
"""Binds a judged metric to its judge."""

LoadCode = Callable[[str, CustomCode, MetricConfig], Coded | Unsupported]
"""Loads the code of a metric that comes with a configuration, where that may be run."""

OptionsT = TypeVar("OptionsT", bound=BaseModel)


def known_metrics() -> tuple[str, ...]:
    """Every metric name that a configuration or `--metric` may use, sorted."""
    return tuple(sorted({*metrics.NAMES, *metrics.ALIASES, *questions.NAMES, *NOT_SUPPORTED}))


def chosen(
    config: Config | None, names: Iterable[str], *, adk: bool, judge: bool, asked: Iterable[str] = ()
) -> dict[str, MetricConfig]:
    """The metrics to score, in their order, with their settings.

    `names` are those of `--metric`; `adk` says that ADK's files are among the cases, `judge` that one was asked for,
    `asked` are the metrics that cases ask for by what they say: they are scored where nobody chose.

    Raises: InputError for a name that nobody knows.
    """
    if config is not None and config.metrics is not None:
        settings = _expanded(config.metrics)
    else:
        settings = dict(ADK_DEFAULTS) if adk else dict.fromkeys(DEFAULTS, MetricConfig())
        if judge:
            settings |= dict.fromkeys(JUDGED_BY_DEFAULT, MetricConfig())
        settings |= dict.fromkeys(sorted(asked), MetricConfig())
    wanted = tuple(names)
    if wanted:
        unknown = [
            Problem(f"there is no metric '{name}'", place="--metric", remedy=_remedy(name, settings))
            for name in wanted
            if name not in known_metrics() and name not in settings
        ]
        if unknown:
            raise InputError(unknown)
        return {name: settings.get(name, MetricConfig()) for alias in wanted for name in metrics.expand(alias)}
    return settings


def _expanded(named: Mapping[str, MetricConfig]) -> dict[str, MetricConfig]:
    """The settings of each metric, where an alias stands for several."""
    return {name: settings for alias, settings in named.items() for name in metrics.expand(alias)}


def plan_of(config: Config | None, found: Mapping[str, MetricConfig], bind: BindJudge, load: LoadCode) -> Plan:
    """The plan of these metrics. Raises: InputError where an option does not fit its metric."""
    measured: list[Measured] = []
    judged: list[Judged] = []
    coded: list[Coded] = []
    unsupported: list[Unsupported] = []
    for name, settings in found.items():
        if settings.code is not None:
            loaded = load(name, settings.code, settings)
            coded.append(loaded) if isinstance(loaded, Coded) else unsupported.append(loaded)
        elif name in questions.NAMES:
            judged.append(bind(questions.load(name), settings))
        elif name in metrics.NAMES:
            metric = metrics.load(name)
            measured.append(Measured(metric, checked_options(name, metric.options, settings), settings))
        else:
            unsupported.append(Unsupported(name, f"not_supported: {NOT_SUPPORTED[name]}", settings))
    gate = (config or Config()).gate
    return Plan(
        measured=tuple(measured), judged=tuple(judged), coded=tuple(coded), unsupported=tuple(unsupported), gate=gate
    )


def checked_options(name: str, model: type[OptionsT], settings: MetricConfig) -> OptionsT:
    """The options of a metric, as its own model has them.

    Raises: InputError where one is unknown or does not fit; a configuration file's own are found by its reader.
    """
    try:
        return model.model_validate(settings.options)
    except ValidationError as error:
        problems = [
            Problem(details["msg"], field=".".join(("metrics", name, *map(str, details["loc"]))))
            for details in error.errors(include_url=False)
        ]
        raise InputError(problems) from error


def _remedy(name: str, configured: Iterable[str]) -> str:
    known = sorted({*known_metrics(), *configured})
    return nearest(name, known) or f"known are {', '.join(known)}"
