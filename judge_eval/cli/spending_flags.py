"""The flags of every command that asks a judge: what one run may spend, and whence it has its keys."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import click

from judge_eval.cli.duration import Duration
from judge_eval.cli.options import flag
from judge_eval.cli.variables import warn_of_strangers
from judge_eval.wiring.judges.environment import load_environment

Command = TypeVar("Command", bound=Callable[..., Any])


def budget_flags(command: Command) -> Command:
    """The command with --budget-calls, --budget-tokens and --timeout, in this order."""
    amount = click.IntRange(0)
    flags = [
        flag("--budget-calls", type=amount, metavar="N", help="Make at most N calls to judges; the rest: not judged."),
        flag(
            "--budget-tokens",
            type=amount,
            metavar="N",
            help="Ask no more once judges have read and written N; calls under way are finished.",
        ),
        flag("--timeout", "timeout_seconds", type=Duration(), metavar="D", help="Ask no more after 90s, 5m or 1h."),
    ]
    for add in reversed(flags):
        command = add(command)
    return command


def env_flags(command: Command) -> Command:
    """The command with --env-file and --no-env-file, as `env_file` and `no_env_file`."""
    flags = [
        flag(
            "--env-file",
            type=click.Path(dir_okay=False, path_type=Path),
            metavar="FILE",
            help="Variables to set, instead of the nearest .env upwards.",
        ),
        flag("--no-env-file", is_flag=True, help="Read no .env file."),
    ]
    for add in reversed(flags):
        command = add(command)
    return command


def set_environment(starts: Iterable[str], env_file: Path | None, *, no_env_file: bool) -> None:
    """Loads what the flags of `env_flags` ask for, from `starts` upwards, and says on stderr which files that were.

    Raises: UsageError where both flags are given; InputError where a file cannot be read.
    """
    if env_file is not None and no_env_file:
        raise click.UsageError("--env-file and --no-env-file exclude each other")
    before = set(os.environ)
    for file in load_environment(starts, named=env_file, none=no_env_file):
        click.echo(f"env     {file}", err=True)
    called = click.get_current_context()
    commands = called.find_root().command
    if isinstance(commands, click.Group):
        warn_of_strangers(os.environ.keys() - before, commands, called.info_name)
