"""The entry point: finds the command that was asked for, and turns exceptions into exit codes."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import NoReturn

import click
from click.core import ParameterSource

from judge_eval.cli.output import silence
from judge_eval.cli.variables import warn_of_strangers
from judge_eval.errors import InputError, NoJudgeError, nearest
from judge_eval.report.visible import visible

EXIT_INPUT = 2
EXIT_INCOMPLETE = 3
NEW_OBJECTS_BEFORE_COLLECTION = 50_000


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a command lives, and what it does in one line; its module is imported only when it is called."""

    place: str
    summary: str


COMMANDS = {
    "init": Entry("judge_eval.cli.init:init", "Write a config, a rubric, a case and a workflow to start from."),
    "score": Entry("judge_eval.cli.score:score", "Score cases against recorded or live runs."),
    "calibrate": Entry("judge_eval.cli.calibrate:calibrate", "Measure a judge by human labels."),
    "compare": Entry("judge_eval.cli.compare:compare", "Compare two scored runs, and say what got worse."),
    "baseline": Entry("judge_eval.cli.baseline:baseline", "Accept a scored run as the baseline of later ones."),
    "diff": Entry("judge_eval.cli.diff:diff", "Show what an agent did and said otherwise in two files of runs."),
    "run": Entry("judge_eval.cli.run:run", "Run an agent on cases and record what it does."),
    "rubric": Entry(
        "judge_eval.cli.rubric:rubric", "Check rubrics, show the prompts that they make, and try them out."
    ),
    "cache": Entry("judge_eval.cli.cache:cache", "Count, check, clear out and export the samples of judges."),
    "model": Entry("judge_eval.cli.model:model", "Fetch or list the embedded judge's model."),
    "selftest": Entry("judge_eval.cli.selftest:selftest", "Rerun the simulations behind our intervals."),
    "doctor": Entry("judge_eval.cli.doctor:doctor", "Show what is found, and make one test call to the judge."),
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

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the arguments begin with. Raises: UsageError with the nearest name where there is none."""
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            remedy = nearest(args[0], COMMANDS) or f"there are {', '.join(COMMANDS)}"
            raise click.UsageError(f"there is no command '{args[0]}'; {remedy}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the list of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in COMMANDS.items()])


@click.group(cls=LazyCommands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="judge-eval", prog_name="judge-eval")
def commands() -> None:
    """Score agents built with Google's ADK; every number comes with its error."""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs the command line on `arguments`, or on those that the process was started with, and exits.

    Exit codes: 2 the input is wrong; 1 a threshold or floor failed; 3 incomplete; 0 otherwise.
    """
    given = sys.argv[1:] if arguments is None else arguments
    # Cases and verdicts are trees of small objects, seldom cycles: looking for these after every 700 new ones is dear.
    gc.set_threshold(NEW_OBJECTS_BEFORE_COLLECTION)
    try:
        warn_of_strangers(os.environ, commands, given[0] if given else None)
        code = commands.main(given, prog_name="judge-eval", standalone_mode=False)
    except InputError as error:
        _complain(*map(str, error.problems))
        sys.exit(EXIT_INCOMPLETE if isinstance(error, NoJudgeError) else EXIT_INPUT)
    except click.exceptions.Exit as exit_:
        sys.exit(exit_.exit_code)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        sys.exit(EXIT_INPUT)
    except click.ClickException as error:
        _complain(_told(error))
        sys.exit(EXIT_INPUT)
    except (click.Abort, KeyboardInterrupt):
        click.echo("stopped", err=True)
        sys.exit(EXIT_INCOMPLETE)
    except BrokenPipeError:
        silence()
        sys.exit(0)
    except SystemExit as stray:
        # No command of ours exits by itself: code of the person's, or a library, would decide what CI sees.
        _complain(f"something that was run here called sys.exit({stray.code!r}); nothing was decided")
        sys.exit(EXIT_INCOMPLETE)
    except Exception as error:
        if "JUDGE_EVAL_TRACEBACK" in os.environ:
            raise
        _complain(
            f"a fault of judge-eval itself: {type(error).__name__}: {error} "
            "(JUDGE_EVAL_TRACEBACK=1 shows where; please report it)"
        )
        sys.exit(EXIT_INCOMPLETE)
    sys.exit(code)


def _complain(*messages: str) -> None:
    """Says on stderr what is wrong; control characters in what was read are shown, not obeyed."""
    for message in messages:
        click.echo(f"error: {visible(message)}", err=True)


def _told(error: click.ClickException) -> str:
    """What is wrong with the command as it was typed, with the variable that said it, and where help is."""
    message = error.format_message()
    message = message[:1].lower() + message[1:].rstrip(".")
    if isinstance(error, click.BadParameter) and error.ctx is not None and error.param is not None:
        source = error.ctx.get_parameter_source(error.param.name or "")
        if source is ParameterSource.ENVIRONMENT:
            message = f"{getattr(error.param, 'envvar', '')}: {message}"
    path = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx is not None else "judge-eval"
    return f"{message} ({path} --help)"
