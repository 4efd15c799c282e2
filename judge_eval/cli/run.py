"""`judge-eval run`: puts cases to an agent and records what it does; nothing is scored."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import click

from judge_eval.adapters.files.cases import read_cases
from judge_eval.adapters.files.discovery import find_cases
from judge_eval.adapters.files.found import BrokenCase, Origin
from judge_eval.adapters.files.recording import Recording
from judge_eval.adapters.files.shared_ids import shared_ids
from judge_eval.cli.env_files import EnvCommand, env_flags
from judge_eval.cli.main import EXIT_INCOMPLETE
from judge_eval.cli.options import flag
from judge_eval.cli.run_progress import run_progress_on
from judge_eval.core.case import Case
from judge_eval.core.run import Run
from judge_eval.errors import InputError, Problem
from judge_eval.pipeline.capture import Captured, capture
from judge_eval.pipeline.pairing import NO_SIMULATOR
from judge_eval.report.visible import visible
from judge_eval.text.counted import counted
from judge_eval.wiring.agents import RUNS_AT_ONCE, opened_agent


@click.command(cls=EnvCommand, short_help="Run an agent on cases and record what it does.")
@click.argument("cases", nargs=-1, required=True)
@flag("--agent", required=True, metavar="MODULE:ATTR|DIR", help="The ADK agent: an object in a module, or its folder.")
@flag(
    "--repeat", type=click.IntRange(min=1), default=1, show_default="1", metavar="N", help="How often each case is run."
)
@flag("--out", required=True, type=click.Path(dir_okay=False, path_type=Path), help="The runs file (JSONL) to write.")
@env_flags
def run(cases: tuple[str, ...], agent: str, repeat: int, out: Path) -> None:
    """Put CASES to an agent through ADK's own Runner and record its runs, one a line of --out.

    CASES are files, folders, globs, or file:id1,id2. Runs that are in --out already are not run again, so the same
    command goes on where it was stopped. An agent's failure is recorded, not raised.
    """
    wanted = _wanted(cases)
    with Recording(out) as recording:
        before = len(recording.recorded)
        try:
            captured = asyncio.run(_record(wanted, agent, repeat, recording))
        except KeyboardInterrupt:
            click.echo(f"stopped; what was recorded is in {out}: the same command again goes on from there", err=True)
            raise click.exceptions.Exit(EXIT_INCOMPLETE) from None
    click.echo(_summary(captured, before, out))
    if captured.failed:
        raise click.exceptions.Exit(EXIT_INCOMPLETE)


async def _record(cases: Sequence[Case], spec: str, repeats: int, recording: Recording) -> Captured:
    """Records what is not recorded yet. Raises: InputError for no such agent, or a file of another agent's runs."""
    total = sum((case.id, repeat) not in recording.recorded for case in cases for repeat in range(repeats))
    async with opened_agent(spec, folder=Path.cwd(), clock=time.monotonic) as agent:
        if recording.agents - {agent.fingerprint}:
            raise InputError(_another_agent(recording, agent.fingerprint))
        progress = run_progress_on(sys.stderr, time.monotonic, total)

        def keep(run: Run) -> None:
            recording.append(run)
            progress.recorded(run)

        try:
            return await capture(
                cases,
                agent,
                repeats=repeats,
                concurrency=RUNS_AT_ONCE,
                on_run=keep,
                on_failure=lambda failed: click.echo(f"not run: case '{failed.case_id}': {failed.reason}", err=True),
                recorded=recording.recorded,
            )
        finally:
            progress.end()


def _wanted(selections: Sequence[str]) -> list[Case]:
    """Every case that was named; one that contradicts itself is told on stderr and left out.

    Raises: InputError where anything cannot be read, or two cases share an id: nothing has been run by then.
    """
    cases: list[Case] = []
    places: dict[str, Origin] = {}
    twice: list[Problem] = []
    files = find_cases(selections)
    ids = shared_ids(files)
    for note in ids.notes:
        click.echo(f"note    {visible(note)}", err=True)
    for found in map(ids.named, read_cases(files)):
        if found.id in places:
            twice.append(_id_twice(found.id, found.origin, places[found.id]))
        elif isinstance(found, BrokenCase):
            click.echo(f"not run: {found.problem}", err=True)
        elif found.case.skip is not None:
            click.echo(f"not run: case '{found.id}' is skipped: {visible(found.case.skip)}", err=True)
        elif found.case.turns:
            cases.append(found.case)
        else:
            click.echo(f"not run: case '{found.id}': {NO_SIMULATOR}", err=True)
        places.setdefault(found.id, found.origin)
    if twice:
        raise InputError(twice)
    return cases


def _id_twice(case_id: str, origin: Origin, first: Origin) -> Problem:
    message = f"this case's id stands at {first} too"
    return Problem(message, place=origin.place, line=origin.line, field=origin.field, case_id=case_id,
                   remedy="give each case an id of its own, or record the files one by one")  # fmt: skip


def _another_agent(recording: Recording, fingerprint: str) -> Problem:
    others = ", ".join(sorted(str(agent) for agent in recording.agents - {fingerprint}))
    return Problem(
        "the runs file holds runs of another agent, or of another version of it",
        place="--out",
        found=others,
        expected=fingerprint,
        remedy="name another file, or delete this one to record everything anew",
    )


def _summary(captured: Captured, before: int, out: Path) -> str:
    """What was recorded, in a line."""
    parts = [f"recorded {counted(captured.runs, 'run')} in {out}"]
    if captured.errors:
        errors = "its error is" if captured.errors == 1 else "their errors are"
        parts.append(f"{captured.errors} of them broke off, {errors} recorded")
    if captured.failed:
        parts.append(f"{captured.failed} could not be made")
    if before:
        parts.append(f"{captured.skipped} {'was' if captured.skipped == 1 else 'were'} there already")
    return "; ".join(parts)
