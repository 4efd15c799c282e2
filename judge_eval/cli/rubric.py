"""`judge-eval rubric`: criteria checked, shown as a judge reads them, and tried out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from judge_eval.adapters.files.parsing.problems import validated
from judge_eval.adapters.files.rubric_schema import rubric_schema
from judge_eval.adapters.files.rubrics import check_is_named_by_id, read_rubric, rubric_document
from judge_eval.calibration.thresholds import NEAR_DUPLICATE
from judge_eval.cli.env_files import EnvCommand
from judge_eval.cli.judge_flags import judge_flags, judge_settings
from judge_eval.cli.options import flag
from judge_eval.cli.output import write_json, write_text
from judge_eval.cli.rubric_attack import attack_
from judge_eval.cli.rubric_try import try_
from judge_eval.core.rubric import Rubric
from judge_eval.errors import InputError, Problem
from judge_eval.judge import catalog as questions
from judge_eval.judge.criteria import METRICS
from judge_eval.judge.rubric_advice import advice_on
from judge_eval.report.visible import visible
from judge_eval.text.counted import counted
from judge_eval.wiring.configs import suite_config
from judge_eval.wiring.judges.judging import Judges
from judge_eval.wiring.redacting import redactor_of
from judge_eval.wiring.rubrics.judged_rubric import (
    PutQuestion,
    bound,
    bound_metric,
    file_of,
    files_of,
    put_questions,
)
from judge_eval.wiring.rubrics.rubric_work import work_of
from judge_eval.wiring.silent_progress import Silent

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
    """Check each RUBRIC, a file, a folder or an id: errors with their lines, and advice on doubtful wording.

    Exit code: 2 a file is wrong; with --strict, 1 there is advice; 0 otherwise.
    """
    problems: list[Problem] = []
    n_advice = 0
    for name in rubrics:
        try:
            for path in files_of(name, config):
                n_advice += _check_file(path, problems)
        except InputError as error:
            problems.extend(error.problems)
    if problems:
        raise InputError(problems)
    ctx.exit(EXIT_ADVICE if strict and n_advice else 0)


@rubric.command(cls=EnvCommand, short_help="Print the exact prompt that a judge reads.")
@click.argument("rubric_", metavar="RUBRIC")
@flag("--response", metavar="TEXT|FILE", help="The response, a text file of it, or recorded runs (.runs.jsonl).")
@flag("--case", "case", metavar="ID", help="The case around it: FILE:ID, or an id below this folder.")
@judge_flags
def show(rubric_: str, response: str | None, case: str | None, **asked: Any) -> None:
    """Print the exact prompt of each criterion of RUBRIC, or of the judged metric of that name; nothing is asked."""
    settings = judge_settings(**asked)
    config = suite_config(asked["config"])
    redactor = redactor_of([config])
    judges = Judges(settings, Silent(), rules=redactor.rules)
    work = work_of(response, case, Path()).redacted(redactor)
    if rubric_ in questions.NAMES and rubric_ not in METRICS.values():
        judged, (about, run) = bound_metric(rubric_, judges, config), work.for_metric()
    else:
        read = read_rubric(file_of(rubric_, asked["config"]))
        judged, about, run = bound(read, judges, config), work.under(read), work.run
    for line in judges.described():
        click.echo(f"judge   {line}", err=True)
    write_text("".join(_prompt(put) for put in put_questions(judged, about, run)))


@rubric.command(short_help="Print the JSON Schema of rubric files.")
def schema() -> None:
    """Print the JSON Schema of rubric files, for editors that complete and check as you write."""
    write_json([json.dumps(rubric_schema(), indent=2, ensure_ascii=False) + "\n"])


def _check_file(path: Path, problems: list[Problem]) -> int:
    """Prints the advice on one file, and gives the number of its pieces; what is wrong with it goes to `problems`."""
    try:
        advice = list(_advice(path))
    except InputError as error:
        problems.extend(error.problems)
        return 0
    said = counted(len(advice), "piece of advice", "pieces of advice") if advice else "nothing to mend"
    write_text("".join(f"{visible(line)}\n" for line in [*advice, f"{path}: {said}"]))
    return len(advice)


def _advice(path: Path) -> Iterator[str]:
    """A line a piece of advice, with its place. Raises: InputError with every problem found."""
    document = rubric_document(path)
    rubric = validated(Rubric, document)
    check_is_named_by_id(rubric, path, document.line_of(("id",)))
    for advice in advice_on(rubric, near_duplicate=NEAR_DUPLICATE):
        line = document.line_of(("criteria", advice.place, *advice.at))
        yield str(Problem(f"{advice.kind}: {advice.message}", place=str(path), line=line, remedy=advice.remedy))


def _prompt(put: PutQuestion) -> str:
    turn = "" if put.turn is None else f", turn {put.turn + 1}"
    if put.needless:
        return f"=== {put.about}{turn} ===\n\n{put.needless}\n\n"
    parts = [f"=== {put.about}{turn}, {put.form} form ===\n"]
    parts += [f"--- {message.role} ---\n{message.text}\n" for message in put.messages]
    return "\n".join(parts) + "\n"
