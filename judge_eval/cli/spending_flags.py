"""What one run may spend on its judges."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from judge_eval.cli.duration import Duration
from judge_eval.cli.options import flag

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
        flag(
            "--timeout",
            "timeout_seconds",
            type=Duration(),
            metavar="D",
            help="Ask no more, and wait for no agent, after 90s, 5m or 1h.",
        ),
    ]
    for add in reversed(flags):
        command = add(command)
    return command
