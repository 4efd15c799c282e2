"""`judge-eval cache`: the samples that were paid for, counted, checked, cleared out, and taken along."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, TypeVar

import click

from judge_eval.adapters.samples.folder import Entry, SampleFolder
from judge_eval.cli.canvas import canvas_of
from judge_eval.cli.duration import Duration
from judge_eval.cli.env_files import EnvCommand, env_flags
from judge_eval.cli.main import EXIT_INCOMPLETE
from judge_eval.cli.options import flag
from judge_eval.cli.output import write_text
from judge_eval.core.sample import Sample
from judge_eval.report.as_cache import cache_table
from judge_eval.report.visible import visible
from judge_eval.text.counted import counted
from judge_eval.wiring.judges.backends import SPECS
from judge_eval.wiring.judges.cassettes import export_all, export_suite, missing_lines
from judge_eval.wiring.settings import CACHE_FOLDER, Settings

EXIT_FAULTS = 1
Command = TypeVar("Command", bound=Callable[..., Any])


def _cache_flag(command: Command) -> Command:
    return flag("--cache", default=CACHE_FOLDER, show_default=True, metavar="DIR", help="Where the samples are.")(
        command
    )


@click.group()
def cache() -> None:
    """Count, check, clear out and export the samples that judges gave."""


@cache.command(short_help="Count the samples, by judge and model.")
@_cache_flag
def stats(cache: str) -> None:
    """Count the samples by judge, and by the model that its replies name: tokens, first and last date."""
    folder = SampleFolder(Path(cache))
    broken = [0]

    def sound() -> Iterator[Sample]:
        for entry in folder.entries():
            if entry.sample is None:
                broken[0] += 1
            else:
                yield entry.sample

    table = cache_table(sound(), canvas_of(sys.stdout))
    write_text(f"{table}{counted(folder.n_bytes, 'byte')} in {folder.folder}\n")
    if broken[0]:
        entries = counted(broken[0], "torn or foreign entry", "torn or foreign entries")
        write_text(f"{entries} besides: judge-eval cache verify\n")


@cache.command(short_help="List what is torn or foreign.")
@_cache_flag
def verify(cache: str) -> None:
    """List every entry that is torn or foreign, and so is never read. Exit code: 1 where there is any, else 0."""
    folder = SampleFolder(Path(cache))
    faults = [f"the database: {fault}" for fault in folder.faults()]
    sound = 0
    for entry in folder.entries():
        if entry.sample is None:
            faults.append(f"{visible(entry.key)}: {entry.fault}")
        else:
            sound += 1
    for fault in faults:
        write_text(f"{fault}\n")
    write_text(f"{counted(sound, 'sample')} sound, {len(faults)} not\n")
    if faults:
        click.echo("they are never read; judge-eval cache gc removes torn and foreign entries", err=True)
        raise click.exceptions.Exit(EXIT_FAULTS)


@cache.command(short_help="Remove samples, after asking.")
@_cache_flag
@flag("--older-than", "age_seconds", type=Duration(), metavar="D", help="Those asked longer ago, such as 30d.")
@flag("--model", metavar="GLOB", help="Those of this judge (openai:gpt-x) or model, as its replies name it.")
@flag("--yes", is_flag=True, help="Do not ask first.")
def gc(cache: str, age_seconds: float | None, model: str | None, yes: bool) -> None:
    """Remove torn and foreign entries, and the samples that all given flags mean; without flags, no sample.

    What is removed must be asked, and paid for, again.
    """
    folder = SampleFolder(Path(cache))
    before = None if age_seconds is None else (datetime.now(UTC) - timedelta(seconds=age_seconds)).isoformat()
    doomed = [entry for entry in folder.entries() if _is_doomed(entry, before, model)]
    samples = sum(entry.sample is not None for entry in doomed)
    broken = counted(len(doomed) - samples, "torn or foreign entry", "torn or foreign entries")
    said = f"{counted(samples, 'sample')} and {broken}"
    if not doomed:
        write_text(f"nothing to remove: {said} found\n")
        return
    if not yes:
        _insist_on_consent(f"remove {said} from {folder.folder}?")
    folder.remove(entry.row for entry in doomed)
    write_text(f"removed {said}\n")


@cache.command(cls=EnvCommand, short_help="Write a cassette for replay:FILE.")
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
@click.argument("cases", nargs=-1)
@_cache_flag
@flag("--runs", multiple=True, metavar="FILE|reference", help="The runs that were scored.")
@flag("--config", type=click.Path(dir_okay=False), metavar="FILE", help="The configuration that was scored by.")
@click.option("--judge", metavar="SPEC", help=f"The judge that was asked: {SPECS}.")
@flag("--votes", metavar="RULE", help="The rule that it was asked by.")
@flag("--metric", "metrics", multiple=True, metavar="NAME", help="These metrics only.")
@env_flags
def export(out: Path, cases: tuple[str, ...], **asked: Any) -> None:
    """Write the samples that the suite of CASES needs, or without CASES all there are, into the cassette OUT.

    --judge replay:OUT then answers as that judge did, without a key and without a network. Nothing is asked; give the
    flags that the suite was scored with. Exit code: 3 where the suite needs samples that the store does not hold.
    """
    settings = Settings(cases=cases, **asked)
    exported = export_suite(settings, out) if cases else export_all(settings, out)
    click.echo(f"{out}: {counted(exported.samples, 'sample')} for {', '.join(exported.metrics) or 'no metric'}")
    missing = list(missing_lines(exported))
    for line in missing:
        click.echo(f"missing: {line}", err=True)
    if missing:
        raise click.exceptions.Exit(EXIT_INCOMPLETE)


def _is_doomed(entry: Entry, before: str | None, model: str | None) -> bool:
    """Whether an entry is to go: broken, or meant by every flag that was given."""
    sample = entry.sample
    if sample is None:
        return True
    if before is None and model is None:
        return False
    names = (sample.judge, sample.judge.partition(":")[2], sample.model_version or "")
    return (before is None or sample.date < before) and (model is None or _any_fits(names, model))


def _any_fits(names: Iterable[str], glob: str) -> bool:
    return any(name and fnmatchcase(name, glob) for name in names)


def _insist_on_consent(question: str) -> None:
    """Asks. Raises: UsageError where nobody can be asked; Abort where the answer is no."""
    if not sys.stdin.isatty():
        raise click.UsageError(f"{question} Give --yes, for nobody can be asked here")
    click.confirm(question, abort=True, err=True)
