"""`judge-eval rubric attack`: how far a judge can be talked round by what it reads."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from time import monotonic
from typing import Any, Literal

import click

from judge_eval.adapters.files.attacks import shipped_attacks
from judge_eval.adapters.files.rubrics import read_rubric
from judge_eval.cli.canvas import canvas_of
from judge_eval.cli.env_files import EnvCommand
from judge_eval.cli.judge_flags import judge_flags, judge_settings
from judge_eval.cli.main import EXIT_INCOMPLETE
from judge_eval.cli.options import flag, format_flag
from judge_eval.cli.output import write_json, write_text
from judge_eval.cli.progress import progress_on
from judge_eval.cli.stopping import stopped
from judge_eval.core.attack import AttackReport
from judge_eval.core.config import Config, GateConfig
from judge_eval.core.ports import Progress
from judge_eval.errors import NoJudgeError
from judge_eval.pipeline.attack import attack
from judge_eval.pipeline.plan import Plan, Plans
from judge_eval.pipeline.redact import redacted_rubric
from judge_eval.report.as_attack import attack_json, attack_table
from judge_eval.report.visible import visible
from judge_eval.text.counted import counted
from judge_eval.wiring.configs import suite_config
from judge_eval.wiring.judges.judging import Judges
from judge_eval.wiring.redacting import redactor_of
from judge_eval.wiring.rubrics.judged_rubric import bound, file_of
from judge_eval.wiring.rubrics.rubric_attack import given, known_to_fail
from judge_eval.wiring.rubrics.rubric_work import work_of

Format = Literal["table", "json"]


@click.command("attack", cls=EnvCommand, short_help="Measure how far a judge can be talked round.")
@click.argument("rubric", metavar="RUBRIC")
@flag("--response", metavar="TEXT|FILE", help="Work to attack, a text file of it, or recorded runs (.runs.jsonl).")
@flag("--case", "case", metavar="ID", help="The case around it: FILE:ID, or an id below this folder.")
@format_flag
@judge_flags
@click.pass_context
def attack_(
    ctx: click.Context, rubric: str, response: str | None, case: str | None, format_: Format, **asked: Any
) -> None:
    """Ask a judge about failing work, then again with each shipped attack around it, and print the share that flips.

    The work is what RUBRIC's examples call failing, and some that ships; or --response. Exit code: 2 the input is
    wrong; 3 there is no judge, something could not be asked, too much is undecided, or nothing fails; 0 otherwise.
    """
    path, config = file_of(rubric, asked["config"]), suite_config(asked["config"])
    progress = progress_on(sys.stderr, monotonic, "verdict")
    settings = judge_settings(**asked)
    judges = Judges(settings, progress, rules=redactor_of([config]).rules)
    with asyncio.Runner() as runner:
        try:
            report = runner.run(_attacked(path, response, case, config, judges, progress))
        except NoJudgeError as error:
            click.echo(f"error: {error}", err=True)
            ctx.exit(EXIT_INCOMPLETE)
        except KeyboardInterrupt:
            click.echo(stopped(settings.cache), err=True)
            ctx.exit(EXIT_INCOMPLETE)
        finally:
            progress.end()
            runner.run(judges.aclose())
    write_json([attack_json(report)]) if format_ == "json" else write_text(attack_table(report, canvas_of(sys.stdout)))
    click.echo(f"judge: {counted(judges.made, 'call')} made, {judges.cached} cached", err=True)
    reason = _incomplete(report, (config or Config()).gate)
    if reason:
        click.echo(f"incomplete: {visible(reason)}", err=True)
    ctx.exit(EXIT_INCOMPLETE if reason else 0)


async def _attacked(
    path: Path, response: str | None, case: str | None, config: Config | None, judges: Judges, progress: Progress
) -> AttackReport:
    """What became of every verdict. Raises: NoJudgeError where there is no judge; InputError for what is not there."""
    redactor = redactor_of([config])
    rubric = redacted_rubric(read_rubric(path), redactor)
    judged = bound(rubric, judges, config)
    for line in judges.described():
        click.echo(f"judge   {line}", err=True)
    if judged.judge is None:
        raise NoJudgeError(judged.not_judged)
    suite = shipped_attacks()
    work = work_of(response, case, Path()).redacted(redactor)
    if response is not None:
        honest = given(judged, rubric, work)
    else:
        honest = known_to_fail(judged, rubric, suite, work if case is not None else None)
    with judges.hushed():
        report = await attack(judged, rubric, honest, suite, progress)
        await judges.land()
    (told,) = judges.told(Plans((Plan(judged=(judged,)),))).plans
    return report.model_copy(update={"used": told.judged[0].used})


def _incomplete(report: AttackReport, gate: GateConfig) -> str:
    """Why the share says less than it should; empty where it says all."""
    overall = report.overall
    if report.honest.errors or overall.errors:
        return f"{counted(report.honest.errors + overall.errors, 'verdict')} could not be asked for"
    if not report.attacked:
        return "the judge fails none of this work, so there is nothing to attack (name failing work: --response)"
    if overall.undecided > gate.undecided_share * overall.n:
        return f"{overall.undecided} of {counted(overall.n, 'attacked verdict')} are neither a pass nor a fail"
    return ""
