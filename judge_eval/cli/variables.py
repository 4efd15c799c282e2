"""The JUDGE_EVAL_… variables: each flag has one, and a misspelt one is told instead of being passed over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import click

from judge_eval.errors import near_names
from judge_eval.report.visible import visible

PREFIX = "JUDGE_EVAL_"

WITHOUT_A_FLAG = frozenset(
    {
        "JUDGE_EVAL_API_KEY",
        "JUDGE_EVAL_JUDGE",
        "JUDGE_EVAL_LIVE",
        "JUDGE_EVAL_LOCAL_THREADS",
        "JUDGE_EVAL_MODEL",
        "JUDGE_EVAL_TRACEBACK",
    }
)
"""What other rooms read of the environment."""


def warn_of_strangers(names: Iterable[str], commands: click.Group, called: str | None) -> None:
    """Says on stderr which of these variables no flag of any command has, with the nearest that one has.

    The command that is `called` is asked first, so that the others are loaded only where it does not know a variable.
    """
    strange = {name for name in names if name.startswith(PREFIX)} - WITHOUT_A_FLAG
    known = set(WITHOUT_A_FLAG)
    every = commands.list_commands(click.Context(commands))
    for name in sorted(every, key=lambda one: one != called):
        if not strange:
            return
        found = commands.get_command(click.Context(commands), name)
        known.update(_variables(found))
        strange -= known
    for name in sorted(strange):
        # The prefix that all share would make any two look alike.
        near = near_names(name.removeprefix(PREFIX), (one.removeprefix(PREFIX) for one in known))
        meant = f"did you mean {' or '.join(f'{PREFIX}{one}' for one in near)}?"
        remedy = meant if near else f"each flag has one: {PREFIX}NO_CACHE is --no-cache"
        click.echo(f"warning: {visible(name)} is set, and nothing reads it ({remedy})", err=True)


def _variables(command: click.Command | None) -> Iterator[str]:
    """The variables of a command's flags, and of those of the commands in it."""
    if isinstance(command, click.Group):
        for inner in command.commands.values():
            yield from _variables(inner)
    for parameter in command.params if command is not None else ():
        if isinstance(parameter.envvar, str):
            yield parameter.envvar
