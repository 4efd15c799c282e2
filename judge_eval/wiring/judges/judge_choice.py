"""Which judge and which rule a metric gets: the flag's, else the nearest that was written."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from judge_eval.core.config import Config, JudgeConfig, MetricConfig
from judge_eval.errors import InputError, Problem
from judge_eval.judge.packs.prompt import load_packed
from judge_eval.judge.question import Question
from judge_eval.wiring.judges.backends import whole_spec
from judge_eval.wiring.settings import Settings

DEFAULT_JUDGE = "local"
"""The judge where nobody named one: it costs nothing and sends nothing anywhere."""

JUDGE_VARIABLE = "JUDGE_EVAL_JUDGE"
"""The judge of suites whose configuration names none; the flag `--judge` goes before every configuration."""

OF_FILES = ("local", "replay", "scripted")
"""The kinds of judges whose spec names a file."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a person chose, and where: a flag, a variable, or a place in a configuration; or nobody did."""

    text: str
    place: str
    by_default: bool = False


def judge_of(settings: Settings, config: Config | None, name: str = "", metric: MetricConfig | None = None) -> Said:
    """The judge of a metric, or of the suite where none is named."""
    written = [
        Said(settings.judge or "", "--judge"),
        Said(_beside(config, metric.judge if metric is not None else None), _place(config, f"metrics.{name}.judge")),
        Said(_beside(config, config.judge.model if config is not None else None), _place(config, "judge.model")),
        Said(os.environ.get(JUDGE_VARIABLE, ""), JUDGE_VARIABLE),
    ]
    found = next((said for said in written if said.text), Said(DEFAULT_JUDGE, "--judge", by_default=True))
    return replace(found, text=whole_spec(found.text))


def votes_of(settings: Settings, config: Config | None, name: str, metric: MetricConfig) -> Said:
    """The rule of a metric, from where the judge is taken too."""
    if settings.votes:
        return Said(settings.votes, "--votes")
    if metric.votes:
        return Said(metric.votes, _place(config, f"metrics.{name}.votes"))
    suite = config.judge if config is not None else JudgeConfig()
    return Said(suite.votes, _place(config, "judge.votes"), by_default=True)


def pack_of(config: Config | None, question: Question[Any], metric: MetricConfig) -> int:
    """The items that a call of a metric may ask about: the metric's own number, else the suite's.

    Raises: InputError where the metric asks for packs and its items share nothing to be packed by.
    """
    if metric.pack is None:
        return config.judge.pack if config is not None else JudgeConfig().pack
    if metric.pack > 1 and load_packed(question.id) is None:
        raise InputError(
            Problem(
                f"{question.metric} has one item a turn or a conversation, and nothing to pack",
                place=_place(config, f"metrics.{question.metric}.pack"),
                found=str(metric.pack),
                expected="1",
                remedy="leave it out",
            )
        )
    return metric.pack


def _beside(config: Config | None, spec: str | None) -> str:
    """The spec that a configuration holds, its file found from the configuration's folder on; empty without any."""
    kind, _, file = (spec or "").partition(":")
    if config is None or config.source is None or not file or kind not in OF_FILES:
        return spec or ""
    # Two folders that name the file above them name one judge.
    return f"{kind}:{os.path.normpath(Path(config.source).parent / file)}"


def _place(config: Config | None, field: str) -> str:
    """The place of a setting in a configuration, as errors name it."""
    source = config.source if config is not None else None
    return f"{source}: {field}" if source is not None else field
