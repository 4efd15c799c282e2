"""The recorded runs of a suite: named, found beside the cases, or given as objects."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from shlex import quote
from time import time

from judge_eval.adapters.files.discovery import CaseFile
from judge_eval.adapters.files.found import FoundRun, Origin
from judge_eval.adapters.files.runs import read_runs
from judge_eval.adapters.files.shared_ids import SharedIds
from judge_eval.adapters.files.spool import Spool
from judge_eval.core.adk_scored import HeldAgainst
from judge_eval.core.case import Case
from judge_eval.core.run import Run
from judge_eval.core.session import RunsSource
from judge_eval.errors import InputError, Problem
from judge_eval.pipeline.redact import redacted_case, redacted_run
from judge_eval.text.counted import counted
from judge_eval.text.redactor import Redactor
from judge_eval.wiring.settings import Settings

REFERENCE = "reference"
"""The word that `--runs` takes for the references themselves."""

MOST_AGENTS = 10
"""Agents that are named of one file of runs."""
MOST_NAMED = 10
"""Cases that are named for having fewer runs than were asked for."""


@dataclass(slots=True)
class TakenRuns:
    """Where the runs came from; `references`: nowhere, the references are to be scored."""

    sources: list[RunsSource] = field(default_factory=list[RunsSource])
    references: bool = False
    notes: list[str] = field(default_factory=list[str])


def take_runs(
    settings: Settings, files: Sequence[CaseFile], ids: SharedIds, spool: Spool, redactor: Redactor, *, needed: bool
) -> TakenRuns:
    """Reads the runs, redacted, into `spool`, which holds the cases; with a live agent there is nothing to read.

    Raises: InputError with every problem found; where there are no runs, if they are `needed`.
    """
    _insist_on_one_source(settings)
    if REFERENCE in settings.runs:
        return TakenRuns(references=True)
    if settings.agent is not None:
        return TakenRuns()
    named = [Path(run) for run in settings.runs if isinstance(run, str)]
    given = [run for run in settings.runs if isinstance(run, Run)]
    beside = [] if settings.runs else [file.runs for file in files if file.runs is not None]
    paths = [*named, *beside]
    if not paths and not given:
        if needed:
            raise InputError(_no_runs(files))
        return TakenRuns()
    agents: dict[str, dict[str, None]] = {}
    problems: list[Problem] = []
    for found in _found_runs(paths, ids, given):
        problem = spool.add_found_run(_redacted(found, redactor))
        if problem is not None:
            problems.append(problem)
        known = agents.setdefault(found.origin.place, {})
        if found.run.agent is not None and len(known) < MOST_AGENTS:
            known[found.run.agent] = None
    if not settings.filters and all(file.wanted is None for file in files):
        problems.extend(spool.runs_without_case())
    if problems:
        raise InputError(problems)
    fewer = spool.keep_repeats(settings.repeat) if settings.repeat is not None else {}
    sources = [_source(path, tuple(agents.get(str(path), ())), found=path in beside) for path in paths]
    return TakenRuns(sources, notes=list(_told_fewer(fewer, settings.repeat)))


def _insist_on_one_source(settings: Settings) -> None:
    """Raises: InputError where runs are to come from more than one kind of source."""
    if settings.agent is not None and settings.runs:
        message, remedy = "runs are named, and an agent to run now", "leave --runs or --agent out"
        raise InputError(Problem(message, place="--agent", remedy=remedy))
    if REFERENCE in settings.runs and len(settings.runs) > 1:
        message, remedy = "'reference' scores the references, and no other runs with them", "name it alone"
        raise InputError(Problem(message, place="--runs", remedy=remedy))
    if REFERENCE in settings.runs and settings.repeat is not None:
        message, remedy = "there is one reference run a case, and nothing to repeat", "leave --repeat out"
        raise InputError(Problem(message, place="--repeat", remedy=remedy))


def _told_fewer(fewer: Mapping[str, int], wanted: int | None) -> Iterator[str]:
    """A note on the cases with fewer runs than are wanted of each."""
    if fewer:
        named = ", ".join(f"{case_id} {n}" for case_id, n in islice(fewer.items(), MOST_NAMED))
        more = f", and {len(fewer) - MOST_NAMED} more" if len(fewer) > MOST_NAMED else ""
        yield f"--repeat {wanted}: {counted(len(fewer), 'case')} with fewer recorded runs: {named}{more}"


def _found_runs(paths: list[Path], ids: SharedIds, given: list[Run]) -> Iterator[FoundRun]:
    if paths:
        yield from read_runs(paths, ids)
    for run in given:
        yield FoundRun(run, Origin("a run given as an object"))


def _redacted(found: FoundRun, redactor: Redactor) -> FoundRun:
    """The run without what the rules match, its word of ADK's with what that was held against."""
    run = redacted_run(found.run, redactor)
    if not found.expected:
        return replace(found, run=run)
    expected = Case(id=run.case_id, cluster=run.case_id, turns=found.expected)
    against = HeldAgainst.of(redacted_case(expected, redactor).turns)
    return replace(found, run=run, said=tuple(one.model_copy(update={"against": against}) for one in found.said))


def _source(path: Path, agents: tuple[str, ...], *, found: bool, clock: Callable[[], float] = time) -> RunsSource:
    age = max(clock() - path.stat().st_mtime, 0.0)
    return RunsSource(name=str(path), found=found, age_seconds=round(age, 1), agents=agents)


def _no_runs(files: Sequence[CaseFile]) -> Problem:
    first = quote(str(files[0].path)) if files else "CASES"
    return Problem(
        "there are no runs to score",
        place=str(files[0].path) if files else "CASES",
        remedy=f"name recorded ones: --runs FILE; record some: judge-eval run {first} --agent MODULE:ATTR --out "
        "RUNS.jsonl; or check the cases themselves: --runs reference",
    )
