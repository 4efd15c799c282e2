"""What comes in: cases, their runs and configurations, found, read, filtered and kept on disk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path

from judge_eval.adapters.files.cases import read_cases
from judge_eval.adapters.files.discovery import CaseFile, find_cases
from judge_eval.adapters.files.found import BrokenCase, FoundCase, Origin
from judge_eval.adapters.files.session_file import SessionStart
from judge_eval.adapters.files.shared_ids import SharedIds, shared_ids
from judge_eval.adapters.files.spool import Spool
from judge_eval.core.case import Case
from judge_eval.core.config import Config
from judge_eval.core.results import SubsetUsed
from judge_eval.core.session import RunsSource
from judge_eval.errors import InputError, Problem
from judge_eval.pipeline.redact import redacted_case, redacted_problem
from judge_eval.text.redactor import Redactor
from judge_eval.wiring.asked import asked_by, passed_over
from judge_eval.wiring.configs import suite_config
from judge_eval.wiring.redacting import redactor_of
from judge_eval.wiring.rubrics.rubrics import RubricShelf
from judge_eval.wiring.run_intake import take_runs
from judge_eval.wiring.selection import selection
from judge_eval.wiring.settings import Settings


@dataclass(frozen=True, slots=True)
class Ground:
    """What a group of cases goes by: a configuration, or None and whether the cases are ADK's.

    `asked` counts the cases by the judged metrics that they ask for themselves.
    """

    config: Config | None
    adk: bool = False
    asked: Counter[str] = field(default_factory=Counter[str], compare=False)


@dataclass(slots=True)
class Intake:
    """All that was read: the spool holds cases and runs; each case goes by one of `grounds`."""

    spool: Spool
    grounds: list[Ground] = field(default_factory=list[Ground])
    by_case: dict[str, int] = field(default_factory=dict[str, int])
    """The place in `grounds` of each case that does not go by the first."""
    sources: list[RunsSource] = field(default_factory=list[RunsSource])
    notes: list[str] = field(default_factory=list[str])
    redactor: Redactor = field(default_factory=Redactor)
    """The rules of all configurations together: what one of them hides is hidden everywhere."""
    references: bool = False
    subset: SubsetUsed | None = None

    @property
    def configs(self) -> list[str]:
        """The names of the files that hold configurations."""
        return [ground.config.source for ground in self.grounds if ground.config and ground.config.source]


def take_in(settings: Settings, spool: Spool, *, today: date, with_runs: bool = True) -> Intake:
    """Reads everything that `settings` name into `spool`; nothing is scored before all of it is known to be sound.

    A case whose quarantine has ended by `today` is told. Without `with_runs` it is no fault that there are none.

    Raises: InputError with every problem found.
    """
    named = [case for case in settings.cases if isinstance(case, str)]
    files = find_cases(named) if named or not settings.cases else []
    intake = Intake(spool)
    shelf = RubricShelf()
    configs = _read_configs(settings, files, shelf, intake.notes)
    redactor = intake.redactor = redactor_of(configs.values())
    ids = shared_ids(files)
    intake.notes.extend(ids.notes)
    try:
        selected = selection(settings, (found for _, found in _wanted_cases(settings, files, configs, ids)))
        intake.subset = selected.subset
        intake.notes.extend(selected.notes)
        wanted = (pair for pair in _wanted_cases(settings, files, configs, ids) if selected.takes(pair[1]))
        _take_cases(wanted, shelf, intake, live=settings.agent is not None, today=today)
        taken = take_runs(settings, files, ids, spool, redactor, needed=with_runs)
    except InputError as error:
        if not redactor:
            raise
        raise InputError([redacted_problem(problem, redactor) for problem in error.problems]) from None
    intake.sources.extend(taken.sources)
    intake.references = taken.references
    intake.notes.extend(taken.notes)
    return intake


def _read_configs(
    settings: Settings, files: list[CaseFile], shelf: RubricShelf, notes: list[str]
) -> Mapping[Path | None, Config | None]:
    """The configuration of each path that stands beside a case file; one that was named goes for all of them."""
    paths = dict.fromkeys([file.config for file in files] or [None])
    if settings.config is None:
        configs = {path: shelf.complete_config(suite_config(path)) for path in paths}
        notes.extend(dict.fromkeys(note for file in files for note in file.notes))
    else:
        configs = dict.fromkeys(paths, shelf.complete_config(suite_config(settings.config)))
    for config in {id(config): config for config in configs.values()}.values():
        notes.extend(config.notes if config is not None else ())
    return configs


def _take_cases(
    cases: Iterable[tuple[Config | None, FoundCase | BrokenCase]],
    shelf: RubricShelf,
    intake: Intake,
    *,
    live: bool,
    today: date,
) -> None:
    grounds: dict[tuple[int, bool], int] = {}
    problems: list[Problem] = []
    for config, named in cases:
        try:
            found = shelf.complete_case(named, config) if isinstance(named, FoundCase) else named
        except InputError as error:
            problems.extend(error.problems)
            continue
        problem = _keep(found, intake, live=live)
        if problem is not None:
            problems.append(problem)
        place = _ground(config, found.adk, grounds, intake)
        if place:
            intake.by_case[found.id] = place
        if isinstance(found, FoundCase):
            intake.grounds[place].asked.update(asked_by(found.case))
            intake.notes.extend(f"{found.id}: {intake.redactor.text(note)}" for note in _notes(found.case, today))
    if problems:
        raise InputError(problems)
    for ground in intake.grounds:
        intake.notes.extend(passed_over(ground.asked, ground.config))


def _notes(case: Case, today: date) -> Iterator[str]:
    """What a person is to know of a case: what reading it assumed, and that its quarantine is over."""
    yield from case.notes
    if case.quarantine is not None and not case.quarantine.holds_on(today):
        yield f"its quarantine ended on {case.quarantine.until}, so that it decides again ({case.quarantine.reason})"


def _wanted_cases(
    settings: Settings, files: list[CaseFile], configs: Mapping[Path | None, Config | None], ids: SharedIds
) -> Iterator[tuple[Config | None, FoundCase | BrokenCase]]:
    """The cases that pass the filters, under the names that they have here, each with its configuration.

    Raises: InputError where none does.
    """
    n_read = n_wanted = 0
    for config, read in _found_cases(settings, files, configs):
        n_read += 1
        named = ids.named(read)
        if _wants(settings, read) or _wants(settings, named):
            n_wanted += 1
            yield config, named
    if not n_wanted:
        remedy = "see their ids and tags with --list, without the filters"
        raise InputError(Problem(f"none of the {n_read} cases passes the filters", remedy=remedy))


def _wants(settings: Settings, found: FoundCase | BrokenCase) -> bool:
    """Whether the filters let this case through; of a broken one the id alone is known."""
    return settings.wants(found.case) if isinstance(found, FoundCase) else settings.wants_id(found.id)


def _keep(found: FoundCase | BrokenCase, intake: Intake, *, live: bool) -> Problem | None:
    """Puts a case into the spool without what the rules match, which a `live` agent alone is told."""
    redactor = intake.redactor
    if isinstance(found, BrokenCase):
        return intake.spool.add_case(replace(found, problem=redacted_problem(found.problem, redactor)))
    if redactor.finds(found.id):
        intake.notes.append(f"{found.id}: this id holds what a redaction rule matches, and ids stay as they are")
    redacted = replace(found, case=redacted_case(found.case, redactor))
    return intake.spool.add_case(redacted, told=found.case if live and redactor else None)


def _ground(config: Config | None, adk: bool, grounds: dict[tuple[int, bool], int], intake: Intake) -> int:
    """The place in `intake.grounds` of what a case goes by; that it is ADK's tells only where no metric is named."""
    ground = Ground(config, adk=adk and (config is None or config.metrics is None))
    place = grounds.setdefault((id(config), ground.adk), len(intake.grounds))
    if place == len(intake.grounds):
        intake.grounds.append(ground)
    return place


def _found_cases(
    settings: Settings, files: list[CaseFile], configs: Mapping[Path | None, Config | None]
) -> Iterator[tuple[Config | None, FoundCase | BrokenCase]]:
    """The cases with their configuration; those given as objects go by the first."""
    for path, config in configs.items():
        group = [file for file in files if file.config == path]
        for found in read_cases(group) if group else ():
            yield config, _started(found, settings.start)
    for case in settings.cases:
        if isinstance(case, Case):
            yield next(iter(configs.values())), FoundCase(case, Origin("a case given as an object"))


def _started(found: FoundCase | BrokenCase, start: SessionStart | None) -> FoundCase | BrokenCase:
    """The case with the session that all start from, unless it has its own."""
    if start is None or isinstance(found, BrokenCase) or found.case.session is not None or found.case.state:
        return found
    return replace(found, case=found.case.model_copy(update={"session": start.session, "state": start.state or {}}))
