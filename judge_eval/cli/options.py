"""The flags that several commands share; each can also be set by a JUDGE_EVAL_… variable."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])


def flag(name: str, *target: str, help: str, **settings: Any) -> Callable[[Command], Command]:
    """A flag `--name` that JUDGE_EVAL_NAME sets too; `target` is its parameter's name, `settings` are click's."""
    variable = "JUDGE_EVAL_" + name.removeprefix("--").replace("-", "_").upper()
    return click.option(name, *target, envvar=variable, show_envvar=False, help=help, **settings)


def format_flag(command: Command) -> Command:
    """The command with --format, as `format_`."""
    add: Callable[[Command], Command] = flag(
        "--format",
        "format_",
        type=click.Choice(["table", "json"]),
        default="table",
        help="What stdout gets: table or json.",
    )
    return add(command)
