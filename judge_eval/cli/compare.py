"""`judge-eval compare`: two scored runs in, what changed and what that decides out."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from time import monotonic
from typing import Any, Literal

import click

from judge_eval.cli.canvas import canvas_of
from judge_eval.cli.env_files import EnvCommand
from judge_eval.cli.judge_flags import judge_flags, judge_settings
from judge_eval.cli.main import EXIT_INCOMPLETE
from judge_eval.cli.options import flag, format_flag
from judge_eval.cli.output import write_json, write_text
from judge_eval.cli.progress import progress_on
from judge_eval.cli.stopping import stopped
from judge_eval.report.as_comparison import comparison_json, comparison_text
from judge_eval.text.counted import counted
from judge_eval.wiring.comparing.against_baseline import write_comparison
from judge_eval.wiring.comparing.comparing import compare_folders, comparison_config


@click.command(cls=EnvCommand, short_help="Compare two scored runs, and say what got worse.")
@click.argument("base")
@click.argument("candidate")
@flag("--calibration", metavar="DIR", help="Calibration records, before those of the configuration and ours.")
@flag("--allow-stale", is_flag=True, help="Let the record of a judge that has changed since correct it, and say so.")
@flag(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write comparison.json and comparison.md here.",
)
@format_flag
@judge_flags
@click.pass_context
def compare(
    ctx: click.Context,
    base: str,
    candidate: str,
    out: Path | None,
    format_: Literal["table", "json"],
    **asked: Any,
) -> None:
    """Say what changed from BASE to CANDIDATE, folders that `score --out` wrote, and what that decides.

    What a judge decided differently is asked again on both sides first. Exit code: 2 the input is wrong, 1 a metric
    got worse by its rule, 3 a metric with a rule has nothing to compare, 0 otherwise.
    """
    settings = judge_settings(**asked)
    config = comparison_config(asked["config"], candidate)
    source = config.source if config is not None else None
    click.echo(f"config  {source or 'none: every share is held to the statistical rule'}", err=True)
    progress = progress_on(sys.stderr, monotonic)
    try:
        found = asyncio.run(compare_folders(base, candidate, config, settings, progress))
    except KeyboardInterrupt:
        click.echo(stopped(settings.cache), err=True)
        ctx.exit(EXIT_INCOMPLETE)
    for note in found.judges.notes():
        click.echo(f"note    {note}", err=True)
    if found.judges.made or found.judges.cached:
        said = f"{counted(found.judges.made, 'call')} made, {found.judges.cached} cached"
        click.echo(f"judge: asked again, {said}", err=True)
    if out is not None:
        for path in write_comparison(out, found.comparison):
            click.echo(f"written: {path}", err=True)
    if format_ == "json":
        write_json([comparison_json(found.comparison)])
    else:
        write_text(comparison_text(found.comparison, canvas_of(sys.stdout)))
    ctx.exit(found.comparison.exit_code)
