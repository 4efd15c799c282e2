"""The entry point: finds the command that was asked for, and turns exceptions into exit codes."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from importlib import import_module

import click

from judge_eval.errors import InputError

EXIT_INPUT = 2
EXIT_INCOMPLETE = 3


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a command lives, and what it does in one line; its module is imported only when it is called."""

    place: str
    summary: str


COMMANDS = {
    "init": Entry("judge_eval.cli.init:init", "Write a config, a rubric and a case to start from."),
    "score": Entry("judge_eval.cli.score:score", "Score cases against recorded or live runs."),
    "run": Entry("judge_eval.cli.run:run", "Run an agent on cases and record what it does."),
    "model": Entry("judge_eval.cli.model:model", "Fetch or list the embedded judge's model."),
}


class LazyCommands(click.Group):
    """The commands of `COMMANDS`, imported one by one: `--help` pays for none of them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands' names, in the order in which people need them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command by name, imported now; None where there is none."""
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        module, _, attribute = entry.place.partition(":")
        return getattr(import_module(module), attribute)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the list of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in COMMANDS.items()])


@click.group(cls=LazyCommands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="judge-eval", prog_name="judge-eval")
def commands() -> None:
    """Score agents built with Google's ADK; every number comes with its error."""


def main() -> None:
    """Runs the command line.

    Exit codes: 2 the input is wrong; 1 a threshold or floor failed; 3 incomplete; 0 otherwise.
    """
    try:
        sys.exit(commands.main(prog_name="judge-eval", standalone_mode=False))
    except InputError as error:
        for problem in error.problems:
            click.echo(f"error: {problem}", err=True)
        sys.exit(EXIT_INPUT)
    except click.exceptions.Exit as exit_:
        sys.exit(exit_.exit_code)
    except click.ClickException as error:
        error.show()
        sys.exit(EXIT_INPUT)
    except (click.Abort, KeyboardInterrupt):
        click.echo("stopped; whatever was sampled is kept: the same command again goes on from there", err=True)
        sys.exit(EXIT_INCOMPLETE)
    except BrokenPipeError:
        # The reader of our output has gone (`| head`): nothing is left to say, not even at interpreter exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except Exception as error:
        if "JUDGE_EVAL_TRACEBACK" in os.environ:
            raise
        click.echo(
            f"error: a fault of judge-eval itself: {type(error).__name__}: {error} "
            "(JUDGE_EVAL_TRACEBACK=1 shows where; please report it)",
            err=True,
        )
        sys.exit(EXIT_INCOMPLETE)
