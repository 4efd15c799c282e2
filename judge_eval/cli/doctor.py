"""`judge-eval doctor`: what was found, and whether the judge answers."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from time import monotonic

import click

from judge_eval.cli.duration import Duration
from judge_eval.cli.env_files import EnvCommand, env_flags
from judge_eval.cli.main import EXIT_INCOMPLETE
from judge_eval.cli.options import flag
from judge_eval.cli.output import write_text
from judge_eval.judge.first_call import FirstCall
from judge_eval.report.visible import visible
from judge_eval.wiring.configs import suite_config
from judge_eval.wiring.diagnosis import findings, try_judge
from judge_eval.wiring.judges.backends import SPECS
from judge_eval.wiring.judges.judge_choice import judge_of
from judge_eval.wiring.settings import CACHE_FOLDER, Settings


@click.command(cls=EnvCommand, short_help="Show what is found, and make one test call to the judge.")
@flag("--config", type=click.Path(dir_okay=False), metavar="FILE", help="A configuration that names the judge.")
@click.option("--judge", metavar="SPEC", help=f"The judge: {SPECS}.")
@flag("--cache", default=CACHE_FOLDER, show_default=True, metavar="DIR", help="Where samples are kept.")
@flag("--timeout", "timeout_seconds", type=Duration(), metavar="D", help="Wait no longer than 90s, 5m or 1h.")
@env_flags
def doctor(
    config: str | None,
    judge: str | None,
    cache: str,
    timeout_seconds: float | None,
) -> None:
    """Show versions, the judge, keys by their names, the way to the network and the cache; then ask the judge once.

    No value of any variable is shown. Exit code: 0 where the judge answers, 3 where it does not.
    """
    said = judge_of(Settings(cases=(), judge=judge), suite_config(config))
    for heading, found in findings(said, Path(cache), os.environ):
        write_text(f"{heading:<9}{visible(found)}\n")
    answer = asyncio.run(try_judge(said, timeout_seconds, monotonic))
    if isinstance(answer, str):
        write_text(f"{'call':<9}no answer: {visible(answer)}\n")
        raise click.exceptions.Exit(EXIT_INCOMPLETE)
    write_text(f"{'call':<9}{visible(_told(answer))}\n")


def _told(call: FirstCall) -> str:
    """The test call in a line."""
    parts = [f"the judge answers '{call.text}' in {call.seconds:.2f} s"]
    if call.model_version is not None:
        parts.append(f"as {call.model_version}")
    if call.probability is None:
        parts.append("without probabilities: votes auto means lead:2,max:8")
    else:
        parts.append(f"with P(yes) {call.probability:.2f}: votes auto means distribution")
    return "; ".join(parts)
