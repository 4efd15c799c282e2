"""`judge-eval rubric`: criteria checked, shown as a judge reads them, and tried out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from judge_eval.adapters.files.problems import validated
from judge_eval.adapters.files.rubric_schema import rubric_schema
from judge_eval.adapters.files.rubrics import read_rubric, rubric_document
from judge_eval.calibration.thresholds import NEAR_DUPLICATE
from judge_eval.cli.judge_flags import judge_flags, judge_settings
from judge_eval.cli.options import flag
from judge_eval.cli.output import write_json, write_text
from judge_eval.cli.rubric_attack import attack_
from judge_eval.cli.rubric_try import try_
from judge_eval.core.rubric import Rubric
from judge_eval.errors import InputError, Problem
from judge_eval.judge.rubric_advice import advice_on
from judge_eval.report.visible import visible
from judge_eval.text.counted import counted
from judge_eval.wiring.judging import Judges
from judge_eval.wiring.redacting import redactor_of
from judge_eval.wiring.rubric_bench import PutQuestion, bound, file_of, put_questions, suite_config
from judge_eval.wiring.rubric_work import work_of
from judge_eval.wiring.scoring import Silent

EXIT_ADVICE = 1


@click.group()
def rubric() -> None:
    """Check rubrics, show the prompts that they make, and try them out."""


rubric.add_command(try_)
rubric.add_command(attack_)


@rubric.command(short_help="Find faults in rubric files, with their lines.")
@click.argument("rubrics", nargs=-1, required=True, metavar="RUBRIC...")
@flag("--config", type=click.Path(dir_okay=False), metavar="FILE", help="Ids are looked for in rubrics/ beside it.")
@flag("--strict", is_flag=True, help="Exit with 1 where there is advice.")
@click.pass_context
def check(ctx: click.Context, rubrics: tuple[str, ...], config: str | None, strict: bool) -> None:
    """Check each RUBRIC, a file or an id: errors with their lines, and advice on wording that judges stumble over.

    Exit code: 2 a file is wrong; with --strict, 1 there is advice; 0 otherwise.
    """
    problems: list[Problem] = []
    n_advice = 0
    for name in rubrics:
        try:
            path = file_of(name, config)
            advice = list(_advice(path))
        except InputError as error:
            problems.extend(error.problems)
            continue
        n_advice += len(advice)
        said = counted(len(advice), "piece of advice", "pieces of advice") if advice else "nothing to mend"
        write_text("".join(f"{visible(line)}\n" for line in [*advice, f"{path}: {said}"]))
    if problems:
        raise InputError(problems)
    ctx.exit(EXIT_ADVICE if strict and n_advice else 0)


@rubric.command(short_help="Print the exact prompt that a judge reads.")
@click.argument("rubric_", metavar="RUBRIC")
@flag("--response", metavar="TEXT|FILE", help="The response, or recorded runs (.runs.jsonl), in the prompt.")
@flag("--case", "case", metavar="ID", help="The case around it: FILE:ID, or an id below this folder.")
@judge_flags
def show(rubric_: str, response: str | None, case: str | None, **asked: Any) -> None:
    """Print the exact prompt of each criterion of RUBRIC; nothing is asked."""
    settings = judge_settings(**asked)
    config = suite_config(asked["config"])
    redactor = redactor_of([config])
    judges = Judges(settings, Silent(), rules=redactor.rules)
    read = read_rubric(file_of(rubric_, asked["config"]))
    judged = bound(read, judges, config)
    for line in judges.described():
        click.echo(f"judge   {line}", err=True)
    work = work_of(response, case, Path()).redacted(redactor)
    write_text("".join(_prompt(put) for put in put_questions(judged, read, work)))


@rubric.command(short_help="Print the JSON Schema of rubric files.")
def schema() -> None:
    """Print the JSON Schema of rubric files, for editors that complete and check as you write."""
    write_json([json.dumps(rubric_schema(), indent=2, ensure_ascii=False) + "\n"])


def _advice(path: Path) -> Iterator[str]:
    """A line a piece of advice, with its place. Raises: InputError with every problem found."""
    document = rubric_document(path)
    for advice in advice_on(validated(Rubric, document), near_duplicate=NEAR_DUPLICATE):
        line = document.line_of(("criteria", advice.place, "text"))
        yield str(Problem(f"{advice.kind}: {advice.message}", place=str(path), line=line, remedy=advice.remedy))


def _prompt(put: PutQuestion) -> str:
    turn = "" if put.turn is None else f", turn {put.turn + 1}"
    parts = [f"=== {put.criterion}{turn}, {put.form} form ===\n"]
    parts += [f"--- {message.role} ---\n{message.text}\n" for message in put.messages]
    return "\n".join(parts) + "\n"
