"""`judge-eval diff`: two files of recorded runs in, what the agent did and said otherwise out."""

from __future__ import annotations

from typing import Literal

import click

from judge_eval.cli.options import format_flag
from judge_eval.cli.output import write_json, write_text
from judge_eval.report.as_run_changes import run_changes_json, run_changes_text
from judge_eval.wiring.comparing.diffing import changes_between

EXIT_DIFFERENT = 1


@click.command(short_help="Show what an agent did and said otherwise in two files of runs.")
@click.argument("runs_a")
@click.argument("runs_b")
@format_flag
@click.pass_context
def diff(ctx: click.Context, runs_a: str, runs_b: str, format_: Literal["table", "json"]) -> None:
    """Show where RUNS_B differs from RUNS_A: users' words, calls and their results, answers, state and errors.

    Times and tokens do not count. Exit code: 2 the input is wrong, 1 the runs differ, 0 they are the same.
    """
    changes = list(changes_between(runs_a, runs_b))
    if format_ == "json":
        write_json([run_changes_json(changes)])
    else:
        write_text(run_changes_text(changes))
    ctx.exit(EXIT_DIFFERENT if changes else 0)
