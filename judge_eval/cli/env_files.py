"""`.env` files of a command: loaded before its flags are read, so that a variable in them sets a flag too."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from judge_eval.cli.options import flag
from judge_eval.cli.variables import warn_of_strangers
from judge_eval.wiring.judges.environment import load_environment

_FLAGS = ("env_file", "no_env_file")

Command = TypeVar("Command", bound=Callable[..., Any])


def env_flags(command: Command) -> Command:
    """A function of an EnvCommand with --env-file and --no-env-file, of which it sees nothing."""
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


class EnvCommand(click.Command):
    """A command with `env_flags`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Loads the `.env` files, says on stderr which those were, and reads the flags then.

        Raises: UsageError where both flags are given; InputError where a file cannot be read.
        """
        if not ctx.resilient_parsing and not set(args) & set(ctx.help_option_names):
            # A first look, in which nothing is an error yet.
            first = click.Context(self, parent=ctx.parent, info_name=ctx.info_name, resilient_parsing=True)
            super().parse_args(first, list(args))
            _load(ctx, first.params)
        rest = super().parse_args(ctx, args)
        for name in _FLAGS:
            del ctx.params[name]
        return rest


def _load(ctx: click.Context, given: Mapping[str, Any]) -> None:
    named, none = (given.get(name) for name in _FLAGS)
    if named is not None and none:
        raise click.UsageError("--env-file and --no-env-file exclude each other", ctx)
    before = set(os.environ)
    for file in load_environment(list(_starts(given)) or ["."], named=named, none=bool(none)):
        click.echo(f"env     {file}", err=True)
    commands = ctx.find_root().command
    if isinstance(commands, click.Group):
        warn_of_strangers(os.environ.keys() - before, commands, ctx.info_name)


def _starts(given: Mapping[str, Any]) -> Iterator[str]:
    """Where the nearest file is looked for, upwards: from the cases and the agent, where the command takes any."""
    yield from filter(None, given.get("cases") or ())
    if given.get("agent"):
        yield given["agent"]
