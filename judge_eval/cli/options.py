"""The flags that several commands share; each can also be set by a JUDGE_EVAL_… variable."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])


def flag(name: str, *, help: str, **settings: Any) -> Callable[[Command], Command]:
    """A flag `--name` that JUDGE_EVAL_NAME sets too; `settings` are click's."""
    first = name.split("/")[0].removeprefix("--")
    variable = "JUDGE_EVAL_" + first.replace("-", "_").upper()
    return click.option(name, envvar=variable, show_envvar=False, help=help, **settings)
