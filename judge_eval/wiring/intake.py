"""What comes in: cases, their runs and configurations, found, read, filtered and kept on disk."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import time

from judge_eval.adapters.files.cases import read_cases
from judge_eval.adapters.files.configs import read_config
from judge_eval.adapters.files.discovery import CaseFile, find_cases
from judge_eval.adapters.files.found import BrokenCase, FoundCase, FoundRun, Origin
from judge_eval.adapters.files.known_metrics import KnownMetrics, MetricShape
from judge_eval.adapters.files.runs import read_runs
from judge_eval.adapters.files.spool import Spool
from judge_eval.core.case import Case
from judge_eval.core.config import Config
from judge_eval.core.run import Run
from judge_eval.core.session import RunsSource
from judge_eval.errors import InputError, Problem
from judge_eval.judge import catalog as questions
from judge_eval.metrics import catalog as metrics
from judge_eval.wiring.planning import NOT_SUPPORTED, known_metrics
from judge_eval.wiring.settings import Settings

REFERENCE = "reference"
"""The word that `--runs` takes for the references themselves."""


@dataclass(slots=True)
class Intake:
    """All that was read: the spool holds cases and runs; each case goes by one of `configs`."""

    spool: Spool
    configs: list[Config | None] = field(default_factory=list[Config | None])
    by_case: dict[str, int] = field(default_factory=dict[str, int])
    """The place in `configs` of each case that does not go by the first."""
    sources: list[RunsSource] = field(default_factory=list[RunsSource])
    notes: list[str] = field(default_factory=list[str])
    adk: bool = False
    """Whether ADK's files are among the cases."""
    references: bool = False


def take_in(settings: Settings, spool: Spool) -> Intake:
    """Reads everything that `settings` name into `spool`; nothing is scored before all of it is known to be sound.

    Raises: InputError with every problem found.
    """
    intake = Intake(spool)
    files = find_cases([case for case in settings.cases if isinstance(case, str)]) if _names(settings.cases) else []
    _take_configs(settings, files, intake)
    _take_cases(settings, files, intake)
    _take_runs(settings, files, intake)
    return intake


def shape_of(name: str) -> MetricShape:
    """What a configuration may say of a metric."""
    if name in NOT_SUPPORTED:
        # ADK's response_evaluation_score counts from 1 to 5.
        return MetricShape(judged=True, bounds=(1.0, 5.0) if name == "response_evaluation_score" else (0.0, 1.0))
    if name in questions.NAMES:
        return MetricShape(questions.load(name).options, judged=True)
    metric = metrics.load(metrics.expand(name)[0])
    return MetricShape(metric.options, bounds=(0.0, 1.0) if metric.unit == "share" else None)


def _names(things: Iterable[object]) -> bool:
    return any(isinstance(thing, str) for thing in things)


def _take_configs(settings: Settings, files: list[CaseFile], intake: Intake) -> None:
    known = KnownMetrics(frozenset(known_metrics()), shape_of)
    if isinstance(settings.config, Config):
        intake.configs.append(settings.config)
    elif settings.config is not None:
        intake.configs.append(read_config(Path(settings.config), known))
    else:
        paths = dict.fromkeys(file.config for file in files)
        intake.configs.extend(None if path is None else read_config(path, known) for path in paths)
        intake.notes.extend(dict.fromkeys(note for file in files for note in file.notes))
    if not intake.configs:
        intake.configs.append(None)
    for config in intake.configs:
        intake.notes.extend(config.notes if config is not None else ())


def _take_cases(settings: Settings, files: list[CaseFile], intake: Intake) -> None:
    places = {path: place for place, path in enumerate(dict.fromkeys(file.config for file in files))}
    problems: list[Problem] = []
    n_read = 0
    for place, found in _found_cases(settings, files, places):
        n_read += 1
        intake.adk = intake.adk or found.origin.place.endswith((".evalset.json", ".test.json"))
        if isinstance(found, FoundCase) and not settings.wants(found.case):
            continue
        problem = intake.spool.add_case(found)
        if problem is not None:
            problems.append(problem)
        if place and len(intake.configs) > 1:
            intake.by_case[found.id] = place
        if isinstance(found, FoundCase):
            intake.notes.extend(f"{found.id}: {note}" for note in found.case.notes)
    if problems:
        raise InputError(problems)
    if n_read and not intake.spool.n_cases and not intake.spool.broken():
        raise InputError(Problem(f"none of the {n_read} cases passes the filters", remedy="see them with --list"))


def _found_cases(
    settings: Settings, files: list[CaseFile], places: dict[Path | None, int]
) -> Iterator[tuple[int, FoundCase | BrokenCase]]:
    """The cases with the place of their configuration; those given as objects go by the first."""
    for config, place in places.items():
        for found in read_cases([file for file in files if file.config == config]):
            yield place, found
    for case in settings.cases:
        if isinstance(case, Case):
            yield 0, FoundCase(case, Origin("a case given as an object"))


def _take_runs(settings: Settings, files: list[CaseFile], intake: Intake) -> None:
    intake.references = settings.runs == (REFERENCE,)
    if intake.references or settings.agent is not None:
        return
    named = [Path(run) for run in settings.runs if isinstance(run, str)]
    given = [run for run in settings.runs if isinstance(run, Run)]
    beside = [] if settings.runs else [file.runs for file in files if file.runs is not None]
    if not named and not given and not beside:
        raise InputError(_no_runs(files))
    agents: dict[str, None] = {}
    problems: list[Problem] = []
    for found in _found_runs([*named, *beside], given):
        problem = intake.spool.add_found_run(found)
        if problem is not None:
            problems.append(problem)
        if found.run.agent is not None and len(agents) < 10:
            agents[found.run.agent] = None
    if not settings.filters and all(file.wanted is None for file in files):
        problems.extend(intake.spool.runs_without_case())
    if problems:
        raise InputError(problems)
    intake.sources.extend(_source(path, tuple(agents), found=path in beside) for path in [*named, *beside])


def _found_runs(paths: list[Path], given: list[Run]) -> Iterator[FoundRun]:
    if paths:
        yield from read_runs(paths)
    for run in given:
        yield FoundRun(run, Origin("a run given as an object"))


def _source(path: Path, agents: tuple[str, ...], *, found: bool, clock: Callable[[], float] = time) -> RunsSource:
    return RunsSource(name=str(path), found=found, age_seconds=max(clock() - path.stat().st_mtime, 0.0), agents=agents)


def _no_runs(files: list[CaseFile]) -> Problem:
    first = str(files[0].path) if files else "CASES"
    return Problem(
        "there are no runs to score",
        place=first,
        remedy=f"name recorded ones: --runs FILE; record some: judge-eval run {first} --agent MODULE:ATTR --out "
        "RUNS.jsonl; or check the cases themselves: --runs reference",
    )
