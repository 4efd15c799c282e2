"""`judge-eval calibrate`: labels in, what they say of a judge out; the record is kept for later scores."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any, Literal, get_args

import click

from judge_eval.adapters.files.labels.label_rows import QUESTIONS
from judge_eval.adapters.files.labels.records import FOLDER
from judge_eval.calibration.compare_judges import compare_judges
from judge_eval.cli.canvas import canvas_of
from judge_eval.cli.env_files import EnvCommand
from judge_eval.cli.judge_flags import asking_flags, judge_settings
from judge_eval.cli.main import EXIT_INCOMPLETE, EXIT_INPUT
from judge_eval.cli.options import flag, format_flag
from judge_eval.cli.output import write_json, write_text
from judge_eval.cli.progress import progress_on
from judge_eval.cli.stopping import stopped
from judge_eval.core.label import Draw
from judge_eval.report.as_appraisal import appraisal_text
from judge_eval.report.as_appraisals_json import appraisals_json
from judge_eval.report.as_judge_comparison import comparison_text
from judge_eval.wiring.calibrating import Appraised, LabelSettings, calibrated, keep
from judge_eval.wiring.judges.backends import SPECS

EXIT_NOT_CERTIFIED = 1


@click.command(cls=EnvCommand, short_help="Measure a judge by human labels.")
@click.argument("labels", nargs=-1, required=True)
@click.option("--judge", "judges", multiple=True, metavar="SPEC", help=f"The judge, or several: {SPECS}.")
@flag("--question", type=click.Choice(QUESTIONS), help="What is labelled, where the rows do not say it.")
@flag("--map", "columns", multiple=True, metavar="FIELD=COLUMN", help="A field's column; labels=A,B: one an annotator.")
@flag("--drawn", type=click.Choice(get_args(Draw)), help="How the labelled items were chosen; unknown: convenience.")
@flag(
    "--target-error",
    "target",
    type=click.FloatRange(0, 0.5, min_open=True, max_open=True),
    metavar="A",
    help="Certify thresholds beyond which at most this share of decisions is wrong.",
)
@flag(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=FOLDER,
    show_default=True,
    metavar="DIR",
    help="Where the records and reports are kept.",
)
@format_flag
@asking_flags
@click.pass_context
def calibrate(
    ctx: click.Context,
    labels: tuple[str, ...],
    judges: tuple[str, ...],
    question: str | None,
    columns: tuple[str, ...],
    drawn: Draw | None,
    target: float | None,
    out: Path,
    format_: Literal["table", "json"],
    **asked: Any,
) -> None:
    """Say how far a judge can be trusted, by LABELS that people gave: files of JSONL or CSV.

    The record of each question is kept in --out, where `score` finds it. Exit code: 2 the input is wrong or its files
    do not pool, 1 a target was not certified, 3 some labels were not judged, 0 otherwise.
    """
    read = LabelSettings(labels=labels, question=question, columns=columns, drawn=drawn).read()
    settings = judge_settings(**asked)
    progress = progress_on(sys.stderr, monotonic)
    for note in read.notes:
        click.echo(f"note    {note}", err=True)
    found: list[Appraised] = []
    try:
        for spec in judges or (None,):
            of_judge = replace(settings, judge=spec)
            found.append(asyncio.run(calibrated(read, of_judge, progress, target=target, folder=out)))
    except KeyboardInterrupt:
        click.echo(stopped(settings.cache), err=True)
        ctx.exit(EXIT_INCOMPLETE)
    _print(found, format_)
    for path in keep(found, out):
        click.echo(f"written: {path}", err=True)
    ctx.exit(_exit_code(found, target))


def _print(found: Sequence[Appraised], format_: str) -> None:
    """Each appraisal; then, of several judges, how they compare on each question."""
    appraisals = [appraisal for one in found for appraisal in one.appraisals]
    by_question = list(zip(*(one.judged for one in found), strict=True)) if len(found) > 1 else []
    comparisons = [compare_judges(judged) for judged in by_question]
    if format_ == "json":
        write_json([appraisals_json(appraisals, comparisons)])
        return
    canvas = canvas_of(sys.stdout)
    texts = [appraisal_text(appraisal, canvas) for appraisal in appraisals]
    texts += [comparison_text(comparison, canvas) for comparison in comparisons]
    write_text("\n\n".join(texts))


def _exit_code(found: Sequence[Appraised], target: float | None) -> int:
    appraisals = [appraisal for one in found for appraisal in one.appraisals]
    if any(appraisal.apart for appraisal in appraisals):
        return EXIT_INPUT
    certificates = [one.record.certificate for one in appraisals if one.record is not None]
    if target is not None and any(one is None or one.pass_from is one.fail_to is None for one in certificates):
        return EXIT_NOT_CERTIFIED
    return EXIT_INCOMPLETE if any(appraisal.not_judged for appraisal in appraisals) else 0
