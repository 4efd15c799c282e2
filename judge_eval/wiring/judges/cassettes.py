"""A cassette made of a store: what a suite needs of it, or all that it holds."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from judge_eval.adapters.files.cassette import RecordedQuestion, write_cassette
from judge_eval.adapters.samples.folder import SampleFolder
from judge_eval.adapters.samples.noting_store import NotingStore
from judge_eval.core.forecast import Forecast
from judge_eval.core.results import JudgeUsed
from judge_eval.core.sample import Sample
from judge_eval.errors import InputError, NoJudgeError, Problem
from judge_eval.judge import catalog as questions
from judge_eval.judge.probe import ITEM
from judge_eval.pipeline.plan import Judged
from judge_eval.text.counted import counted
from judge_eval.wiring.configs import metric_settings, suite_config
from judge_eval.wiring.judges.backends import sample_store
from judge_eval.wiring.judges.judging import Judges
from judge_eval.wiring.scoring import OpenSuite, open_suite
from judge_eval.wiring.settings import Settings
from judge_eval.wiring.silent_progress import Silent

_REMEDY = "judge-eval score with the same flags asks for them"


@dataclass(frozen=True, slots=True)
class Exported:
    """A cassette that was written: its samples, by metrics, and what a suite needs that the store does not hold."""

    samples: int
    metrics: tuple[str, ...]
    missing: Mapping[str, int]


def export_suite(settings: Settings, path: Path) -> Exported:
    """The cassette of all samples that the suite of these settings needs; nothing is asked.

    Raises: InputError for every fault of the input; NoJudgeError where a judge is not at hand.
    """
    _insist_on_store(settings)
    store = NotingStore(sample_store(settings.cache))
    with open_suite(settings, store=store) as suite:
        for plan in suite.plans.plans:
            _insist_on_judges(plan.judged)
        forecast = asyncio.run(suite.forecast())
        recorded = suite.judges.recorded()
        judge = _judge_of_suite(suite)
    _write(path, judge, recorded, store.found)
    return Exported(len(store.found), tuple(sorted(recorded)), _missing(forecast))


def export_all(settings: Settings, path: Path) -> Exported:
    """The cassette of all sound samples in the store, for every question as the settings' judge would be asked.

    Raises: InputError for every fault of the input; NoJudgeError where a judge is not at hand.
    """
    folder = SampleFolder(_insist_on_store(settings))
    samples = {entry.key: entry.sample for entry in folder.entries() if entry.sample is not None}
    judges = Judges(settings, Silent())
    config = suite_config(settings.config)
    bind = judges.binder(config)
    _insist_on_judges([bind(questions.load(name), metric_settings(config, name)) for name in sorted(questions.NAMES)])
    asyncio.run(_look(judges))
    recorded = judges.recorded()
    _write(path, judges.of_suite(config), recorded, samples)
    return Exported(len(samples), tuple(sorted(recorded)), {})


async def _look(judges: Judges) -> None:
    try:
        await judges.look()
    finally:
        await judges.aclose()


def _write(
    path: Path,
    judge: JudgeUsed | None,
    recorded: Mapping[str, RecordedQuestion],
    samples: Mapping[str, Sample],
) -> None:
    told = {
        metric: question.model_copy(update={"model_versions": _versions(question, samples.values())})
        for metric, question in recorded.items()
    }
    write_cassette(path, judge, told, samples)


def _versions(question: RecordedQuestion, samples: Iterable[Sample]) -> tuple[str, ...]:
    judge = f"{question.kind}:{question.model}"
    mine = (sample for sample in samples if sample.judge == judge and sample.item != ITEM)
    return tuple(sorted({sample.model_version for sample in mine if sample.model_version is not None}))


def _missing(forecast: Forecast) -> dict[str, int]:
    """The samples that are not there, at least, by metric."""
    return {name: found.least - found.cached for name, found in forecast.judged.items() if found.least > found.cached}


def _judge_of_suite(suite: OpenSuite) -> JudgeUsed | None:
    return suite.plans.plans[0].judge


def _insist_on_store(settings: Settings) -> Path:
    """The folder of the store. Raises: InputError where there is none to read from."""
    if settings.cache is None:
        raise InputError(Problem("a cassette is made of a store", place="--no-cache", remedy="leave it out"))
    return Path(settings.cache)


def _insist_on_judges(judged: Iterable[Judged]) -> None:
    """Raises: NoJudgeError where the judge of a metric is not at hand, so that its samples cannot be told."""
    for metric in judged:
        if metric.judge is None:
            raise NoJudgeError(metric.not_judged)


def missing_lines(exported: Exported) -> Iterable[str]:
    """What a suite needs and the store does not hold, a line a metric."""
    for metric, number in exported.missing.items():
        yield f"{metric}: at least {counted(number, 'sample')} not in the store; {_REMEDY}"
