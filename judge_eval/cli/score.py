"""`judge-eval score`: cases and runs in, a table out; the exit code says what was decided."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from time import monotonic
from typing import Any, Literal

import click

from judge_eval.cli.canvas import canvas_of
from judge_eval.cli.env_files import EnvCommand
from judge_eval.cli.judge_flags import judge_flags
from judge_eval.cli.main import EXIT_INCOMPLETE, EXIT_INPUT
from judge_eval.cli.options import flag, format_flag
from judge_eval.cli.output import write_json, write_text
from judge_eval.cli.progress import progress_on
from judge_eval.cli.stopping import keep_and_tell
from judge_eval.cli.worklist_size import WorklistSize
from judge_eval.pipeline.comparison.compared_side import Side
from judge_eval.pipeline.labelling.worklist import Wanted
from judge_eval.report.as_comparison import comparison_text
from judge_eval.report.as_forecast import forecast_json, forecast_text
from judge_eval.report.as_json import results_json
from judge_eval.report.as_list import case_list, case_list_json
from judge_eval.wiring.comparing.against_baseline import Against, open_baseline, score_against, write_comparison
from judge_eval.wiring.documents import write_documents, write_worklists
from judge_eval.wiring.score_text import cost_line, found_lines, header_lines, score_table, stories
from judge_eval.wiring.scoring import OpenSuite, open_suite
from judge_eval.wiring.settings import Settings
from judge_eval.wiring.step_summary import add_to_step_summary

Format = Literal["table", "json"]


@click.command(cls=EnvCommand, short_help="Score cases against recorded or live runs.")
@click.argument("cases", nargs=-1, required=True)
@flag("--runs", multiple=True, metavar="FILE|reference", help="Recorded runs, or `reference`: score the references.")
@flag("--agent", metavar="MODULE:ATTR|DIR", help="Run this ADK agent now, instead of reading recorded runs.")
@judge_flags
@flag("--calibration", metavar="DIR", help="Calibration records, before those of the configuration and ours.")
@flag("--allow-stale", is_flag=True, help="Let the record of a judge that has changed since correct it, and say so.")
@flag("--metric", "metrics", multiple=True, metavar="NAME", help="Score these metrics only.")
@flag("--case", "case_globs", multiple=True, metavar="GLOB", help="Only cases whose id matches.")
@flag("--tag", "tags", multiple=True, metavar="TAG", help="Only cases with one of these tags.")
@flag("--exclude-tag", "without_tags", multiple=True, metavar="TAG", help="No cases with one of these tags.")
@flag("--last-failed", is_flag=True, help="Only the cases that failed when last scored here; all where none did.")
@flag("--list", "list_", is_flag=True, help="List the cases and score nothing.")
@flag(
    "--subset",
    type=click.IntRange(min=1),
    metavar="K",
    help="Score K of the cases, the same ones each time, of every file and tag its share.",
)
@flag(
    "--subset-by",
    type=click.Choice(["hash", "stride"]),
    default="hash",
    show_default=True,
    help="How they are drawn: by hash, so that added cases displace few; by stride, evenly spaced by id.",
)
@flag(
    "--repeat",
    type=click.IntRange(min=1),
    metavar="R",
    help="Run each case R times, or score its first R recorded runs; averaged by case.",
)
@flag("--baseline", metavar="FILE|DIR", help="Earlier results to compare with: a folder of --out, or its results.json.")
@flag("--dry-run", is_flag=True, help="Check everything, say what would be asked, and ask nothing.")
@flag("--allow-code", is_flag=True, help="Run the custom metrics of ADK's configurations, which are code.")
@flag(
    "--worklist",
    type=WorklistSize(),
    metavar="[random:]N",
    help="Write the next N items a judged metric for people to label, drawn by verdict or at random.",
)
@flag("--explain", is_flag=True, help="Tell each case that did not pass in full.")
@flag(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write results.json and its companions here.",
)
@format_flag
@click.pass_context
def score(
    ctx: click.Context,
    list_: bool,
    dry_run: bool,
    explain: bool,
    out: Path | None,
    format_: Format,
    no_cache: bool,
    cache: str,
    worklist: Wanted | None,
    baseline: str | None,
    **asked: Any,
) -> None:
    """Score CASES: what the agent did and said, with the error of every number.

    CASES are files, folders, globs, or file:id1,id2. Exit code: 2 the input is wrong, 1 a threshold, a floor or the
    rule against --baseline failed, 3 incomplete, 0 otherwise. Each flag can be set by a variable too: --no-cache by
    JUDGE_EVAL_NO_CACHE=1.
    """
    settings = Settings(cache=None if no_cache else cache, **asked)
    with open_suite(settings, progress_on(sys.stderr, monotonic), with_runs=not list_) as suite:
        for line in header_lines(suite):
            click.echo(line, err=True)
        try:
            if list_:
                _list(suite, format_)
            elif dry_run:
                code = _forecast(suite, format_)
                ctx.exit(EXIT_INPUT if suite.broken else code)
            else:
                with open_baseline(baseline, suite) as base:
                    code = _score(suite, format_, out, worklist, base, explain=explain)
                ctx.exit(EXIT_INPUT if suite.broken else code)
        except KeyboardInterrupt:
            click.echo(keep_and_tell(suite, out), err=True)
            ctx.exit(EXIT_INCOMPLETE)
        ctx.exit(EXIT_INPUT if suite.broken else 0)


def _list(suite: OpenSuite, format_: Format) -> None:
    if format_ == "json":
        write_json([case_list_json(suite.listed())])
    else:
        write_text(case_list(suite.listed(), canvas_of(sys.stdout), suite.today))


def _forecast(suite: OpenSuite, format_: Format) -> int:
    """Prints what scoring would ask; gives the exit code: incomplete where a judge is not at hand."""
    found = asyncio.run(suite.forecast())
    if format_ == "json":
        write_json([forecast_json(found)])
    else:
        write_text(forecast_text(found, canvas_of(sys.stdout)))
    return EXIT_INCOMPLETE if found.lacks_judge else 0


def _score(
    suite: OpenSuite, format_: Format, out: Path | None, wanted: Wanted | None, base: Side | None, *, explain: bool
) -> int:
    """Scores the suite, writes and prints the results, and gives the exit code that they mean."""
    scored = asyncio.run(score_against(base, suite))
    outcome, session = scored.outcome, scored.session
    if lost := suite.remember():
        click.echo(f"note    {lost}", err=True)
    tables = [] if wanted is None else list(write_worklists(out or Path(), outcome, suite.spool, wanted))
    if out is not None:
        _write(suite, scored, out)
    _print(suite, scored, format_)
    if explain:
        flaky = {case.id: case for case in outcome.repeats.flaky} if outcome.repeats is not None else {}
        for story in stories(suite, canvas_of(sys.stdout).marks, flaky=flaky):
            click.echo(story, err=True) if format_ == "json" else write_text(f"\n{story}")
    for line in (*found_lines(suite), *cost_line(outcome, session)):
        click.echo(line, err=True)
    if out is not None:
        click.echo(f"written: {out / 'results.json'} and its companions", err=True)
    for table in tables:
        click.echo(f"written: {table}; fill in its column 'label', then: judge-eval calibrate {table}", err=True)
    if wanted is not None and not tables:
        click.echo("note    there is nothing to label: no judge decided anything", err=True)
    return outcome.exit_code


def _write(suite: OpenSuite, scored: Against, out: Path) -> None:
    """Writes all files of a scored suite, and its summary where a workflow shows it."""
    references = suite.intake.references
    summary = write_documents(
        out, scored.outcome, suite.spool, scored.session, references=references, comparison=scored.comparison
    )
    if scored.comparison is not None:
        write_comparison(out, scored.comparison)
    if (why_not := add_to_step_summary(summary, os.environ)) is not None:
        click.echo(f"note    {why_not}", err=True)


def _print(suite: OpenSuite, scored: Against, format_: Format) -> None:
    canvas = canvas_of(sys.stdout)
    if format_ == "json":
        write_json(results_json(scored.outcome.head(), suite.spool.results()))
        return
    write_text(score_table(scored.outcome, suite.spool.results, canvas))
    if scored.comparison is not None:
        write_text(f"\nagainst the baseline\n\n{comparison_text(scored.comparison, canvas)}")
