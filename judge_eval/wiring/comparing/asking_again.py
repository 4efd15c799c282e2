"""The judges of the second look: those of the first, by a stricter rule and with samples of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from judge_eval.core.config import Config, JudgeConfig, MetricConfig
from judge_eval.core.results import QuestionUsed
from judge_eval.errors import InputError
from judge_eval.judge import catalog as questions
from judge_eval.judge.judge import Judge
from judge_eval.pipeline.comparison.ask_again import FRESH_INDEX, RULE, JudgedOf
from judge_eval.pipeline.plan import Judged
from judge_eval.wiring.completing import completed
from judge_eval.wiring.configs import metric_settings
from judge_eval.wiring.judges.judge_choice import OF_FILES, judge_of
from judge_eval.wiring.judges.judging import Judges
from judge_eval.wiring.judges.replaying import is_replay
from judge_eval.wiring.planning import checked_options
from judge_eval.wiring.settings import Settings


def second_settings(settings: Settings) -> Settings:
    """The settings under which the second look's judges are opened."""
    return replace(settings, votes=RULE, uncalibrated=True)


class SecondJudges:
    """Binds metrics to the judges of the second look; `used` tells by whom the first look was answered."""

    def __init__(self, judges: Judges, settings: Settings, used: Mapping[str, QuestionUsed]) -> None:
        self._judges = judges
        self._settings = settings
        self._used = used

    def by_case(self, configs: Sequence[Config | None], places: Mapping[str, int] = MappingProxyType({})) -> JudgedOf:
        """The metrics of a suite whose cases go by the configuration at their place, the others by the first.

        What it gives raises: InputError where a configuration names a judge or a file that is none.
        """
        kept: dict[tuple[int, str], Judged] = {}

        def judged_of(case_id: str, metric: str) -> Judged:
            place = places.get(case_id, 0)
            if (place, metric) not in kept:
                kept[place, metric] = self._bound(configs[place], metric)
            return kept[place, metric]

        return judged_of

    def _bound(self, config: Config | None, name: str) -> Judged:
        """A metric with the judge that answered it before, which is None where that is not at hand, and why.

        That is the one that --judge names, else the one that the results name, else the configuration's.
        """
        metric = metric_settings(config, name).model_copy(update={"votes": None, "pack": None})
        used = self._used.get(name)
        said = judge_of(self._settings, config, name, metric)
        if is_replay(said.text):
            return _unbound(name, metric, config, f"{said.text} holds no fresh answers")
        if config is not None:
            config = config.model_copy(update={"judge": _one_by_one(config.judge)})
        bind = self._judges.binder(config)
        if self._settings.judge is None and used is not None:
            try:
                recorded = metric.model_copy(update={"judge": _from_here(used.judge)})
                return _fresh(bind(questions.load(name), recorded), used)
            except InputError as error:
                if said.by_default:
                    return _unbound(name, metric, config, f"{error}; name it with --judge")
        return _fresh(bind(questions.load(name), metric), used)


def _fresh(judged: Judged, used: QuestionUsed | None) -> Judged:
    """The metric, whose judge takes samples of its own; without it where it is not the one that answered before."""
    if (other := _another(judged.used, used)) is not None:
        return replace(judged, judge=None, not_judged=other)
    return replace(judged, judge=judged.judge.from_index(FRESH_INDEX) if isinstance(judged.judge, Judge) else None)


def _one_by_one(judge: JudgeConfig) -> JudgeConfig:
    """The judge's settings, by which each item is decided alone and by its decisions."""
    return judge.model_copy(update={"aggregate": "decisions", "pack": 1})


def _unbound(name: str, metric: MetricConfig, config: Config | None, why: str) -> Judged:
    """A metric without a judge, which still tells what rules decide."""
    question, metric = questions.load(name), completed(name, metric, config)
    return Judged(question, checked_options(name, question.options, metric), metric, None, not_judged=why)


def _from_here(spec: str) -> str:
    """The recorded spec, whose file is found from the working folder on, whatever configuration stands beside it."""
    kind, _, file = spec.partition(":")
    return f"{kind}:{Path(file).absolute()}" if file and kind in OF_FILES else spec


def _another(now: QuestionUsed | None, before: QuestionUsed | None) -> str | None:
    """Why this judge is not the one that answered before; None where it is."""
    if now is None or before is None:
        return None
    if now.model_fingerprint != before.model_fingerprint:
        return f"{now.judge} is at hand, and {before.judge} answered before"
    if now.prompt_version != before.prompt_version:
        return f"the prompt is at version {now.prompt_version}, and was at {before.prompt_version}"
    return None
