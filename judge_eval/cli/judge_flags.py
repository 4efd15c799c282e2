"""The flags of every command that asks a judge: which one, how often, and where its samples are kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from judge_eval.cli.env_files import env_flags
from judge_eval.cli.options import flag
from judge_eval.cli.spending_flags import budget_flags
from judge_eval.wiring.judges.backends import SPECS
from judge_eval.wiring.settings import CACHE_FOLDER, CONCURRENCY, Settings

Command = TypeVar("Command", bound=Callable[..., Any])


def judge_flags(command: Command) -> Command:
    """The command with every flag that says how a judge is asked: which, how often, at what cost, with which keys."""
    # JUDGE_EVAL_JUDGE comes after the configuration, so it is not this flag's variable.
    return click.option("--judge", metavar="SPEC", help=f"The judge: {SPECS}.")(asking_flags(command))


def asking_flags(command: Command) -> Command:
    """The command with the same flags but for the one that names the judge."""
    flags = [
        flag("--config", type=click.Path(dir_okay=False), metavar="FILE", help="The configuration to go by."),
        flag(
            "--votes", metavar="RULE", help="How often an item is asked: auto, distribution, lead:2,max:8 or fixed:5."
        ),
        flag("--cache", default=CACHE_FOLDER, show_default=True, metavar="DIR", help="Where samples are kept."),
        flag("--no-cache", is_flag=True, help="Keep no samples, and read none."),
        flag(
            "--concurrency",
            type=click.IntRange(1),
            default=CONCURRENCY,
            show_default=str(CONCURRENCY),
            metavar="N",
            help="Calls under way at once.",
        ),
    ]
    for add in (env_flags, budget_flags, *reversed(flags)):
        command = add(command)
    return command


def judge_settings(*, cache: str, no_cache: bool, **asked: Any) -> Settings:
    """The settings that these flags make."""
    return Settings(cases=(), cache=None if no_cache else cache, **asked)
