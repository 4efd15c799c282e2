"""`judge-eval rubric try`: a rubric put to a judge on one response, again and again while it is being written."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from judge_eval.adapters.files.rubric_tries import keep_try, last_try
from judge_eval.adapters.files.rubrics import read_rubric
from judge_eval.calibration.thresholds import WATCH_SECONDS
from judge_eval.cli.canvas import canvas_of
from judge_eval.cli.env_files import EnvCommand
from judge_eval.cli.judge_flags import judge_flags, judge_settings
from judge_eval.cli.main import EXIT_INCOMPLETE
from judge_eval.cli.options import flag
from judge_eval.cli.output import write_text
from judge_eval.core.config import Config
from judge_eval.core.results import ScoreRow
from judge_eval.errors import InputError, NoJudgeError
from judge_eval.report.as_rubric_try import rubric_try_table
from judge_eval.report.visible import visible
from judge_eval.wiring.configs import suite_config
from judge_eval.wiring.judges.judging import Judges
from judge_eval.wiring.redacting import redactor_of
from judge_eval.wiring.rubrics.judged_rubric import as_try, bound, file_of, try_rubric
from judge_eval.wiring.rubrics.rubric_work import names_a_file_there, work_of
from judge_eval.wiring.silent_progress import Silent

TRIES_FOLDER = Path(".judge-eval") / "tries"


@click.command("try", cls=EnvCommand, short_help="Put a rubric to a judge on one response.")
@click.argument("rubric", metavar="RUBRIC")
@flag(
    "--response",
    required=True,
    metavar="TEXT|FILE",
    help="The response, a text file of it, or recorded runs (.runs.jsonl).",
)
@flag("--case", "case", metavar="ID", help="The case around it: FILE:ID, or an id below this folder.")
@flag("--watch", is_flag=True, help="Try again whenever the rubric or the response changes on disk, until Ctrl-C.")
@judge_flags
@click.pass_context
def try_(ctx: click.Context, rubric: str, response: str, case: str | None, watch: bool, **asked: Any) -> None:
    """Print what a judge says of each criterion of RUBRIC, with its votes and reason, and what changed since last time.

    Exit code: 2 the input is wrong, 3 there is no judge, or something stays undecided, 0 otherwise.
    """
    path, config = file_of(rubric, asked["config"]), suite_config(asked["config"])
    judges = Judges(judge_settings(**asked), Silent(), rules=redactor_of([config]).rules)
    with asyncio.Runner() as runner:
        try:
            if not watch:
                rows = runner.run(_once(path, response, case, config, judges))
                ctx.exit(EXIT_INCOMPLETE if any(row.status in ("undecided", "error") for row in rows) else 0)
            is_file = names_a_file_there(response)
            for _ in changes([path, Path(response)], time.sleep):
                if is_file and not names_a_file_there(response):
                    click.echo(f"note    {visible(response)} is gone: it is tried again when it is back", err=True)
                    continue
                _again(runner, path, response, case, config, judges)
        except NoJudgeError as error:
            click.echo(f"error: {error}", err=True)
            ctx.exit(EXIT_INCOMPLETE)
        except KeyboardInterrupt:
            click.echo("no longer watched", err=True)
        finally:
            runner.run(judges.aclose())


def changes(paths: Sequence[Path], sleep: Callable[[float], None]) -> Iterator[None]:
    """A step at once, and one whenever a file of `paths` has changed; one that is not there yet may come."""
    seen: list[int | None] | None = None
    while True:
        now = [_changed_at(path) for path in paths]
        if now != seen:
            seen = now
            yield
        sleep(WATCH_SECONDS)


def _changed_at(path: Path) -> int | None:
    try:
        return path.stat().st_mtime_ns
    except (OSError, ValueError):
        return None


def _again(
    runner: asyncio.Runner, path: Path, response: str, case: str | None, config: Config | None, judges: Judges
) -> None:
    """Tries once more; what is wrong while a file is being written is told, and the watch goes on."""
    try:
        runner.run(_once(path, response, case, config, judges))
    except NoJudgeError:
        raise
    except InputError as error:
        for problem in error.problems:
            click.echo(f"error: {problem}", err=True)


async def _once(
    path: Path, response: str, case: str | None, config: Config | None, judges: Judges
) -> tuple[ScoreRow, ...]:
    """The rows of one try, printed, and kept for the next."""
    rubric = read_rubric(path)
    redactor = redactor_of([config])
    work = work_of(response, case, Path()).redacted(redactor)
    for note in redactor.notes():
        click.echo(f"note    {note}", err=True)
    judged = bound(rubric, judges, config)
    with judges.hushed():
        rows = await try_rubric(judged, rubric, work)
    tried = as_try(rubric, work, rows)
    write_text(rubric_try_table(rows, tried, last_try(TRIES_FOLDER, rubric.id), canvas_of(sys.stdout)))
    keep_try(TRIES_FOLDER, tried)
    return rows
