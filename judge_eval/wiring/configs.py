"""A suite's configuration: read from what was named, and asked for what it says or leaves open."""

from __future__ import annotations

from pathlib import Path

from judge_eval.adapters.files.configs import read_config
from judge_eval.adapters.files.known_metrics import KnownMetrics, MetricShape
from judge_eval.core.config import Config, MetricConfig
from judge_eval.judge import catalog as questions
from judge_eval.metrics import catalog as metrics
from judge_eval.wiring.planning import NOT_SUPPORTED, known_metrics


def suite_config(named: str | Path | Config | None) -> Config | None:
    """The configuration itself, or that of a file; None where none is named. Raises: InputError with every problem."""
    if named is None or isinstance(named, Config):
        return named
    return read_config(Path(named), KnownMetrics(frozenset(known_metrics()), _shape_of))


def metric_settings(config: Config | None, metric: str) -> MetricConfig:
    """What a configuration says of a metric; without one, or where it does not name the metric, nothing is set."""
    return ((config or Config()).metrics or {}).get(metric, MetricConfig())


def source_of(config: Config | None) -> Path | None:
    """The file that a configuration was read from; None where there is none."""
    return Path(config.source) if config is not None and config.source is not None else None


def folder_of(config: Config | None) -> Path:
    """The folder from which the files that a configuration names are found: its own, else the working folder."""
    source = source_of(config)
    return Path() if source is None else source.parent


def _shape_of(name: str) -> MetricShape:
    """What a configuration may say of a metric."""
    if name in NOT_SUPPORTED:
        # ADK's response_evaluation_score counts from 1 to 5.
        return MetricShape(judged=True, bounds=(1.0, 5.0) if name == "response_evaluation_score" else (0.0, 1.0))
    if name in questions.NAMES:
        return MetricShape(questions.load(name).options, judged=True)
    metric = metrics.load(metrics.expand(name)[0])
    return MetricShape(metric.options, bounds=(0.0, 1.0) if metric.unit == "share" else None)
