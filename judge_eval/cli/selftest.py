"""`judge-eval selftest`: the simulations behind our intervals, run with the installed code."""

from __future__ import annotations

import sys
from time import monotonic

import click

from judge_eval.calibration.selftest import QUICK_REPETITIONS, REPETITIONS, Row, grid, row_of
from judge_eval.cli.canvas import canvas_of
from judge_eval.cli.options import flag
from judge_eval.cli.output import write_text
from judge_eval.cli.progress import progress_on
from judge_eval.report.as_selftest import selftest_text
from judge_eval.stats.trials.promises import certificates, gates

EXIT_BROKEN = 1


@click.command(short_help="Rerun the simulations behind our intervals.")
@flag("--quick", is_flag=True, help=f"{QUICK_REPETITIONS} repetitions a line instead of {REPETITIONS:,}.")
@click.pass_context
def selftest(ctx: click.Context, quick: bool) -> None:
    """Print how often our intervals hold a known truth, and how often promised errors are broken.

    Exit code: 1 where a promise is broken by more than two standard errors of the simulation, or with --quick a
    coverage by more than three; else 0.
    """
    repetitions = QUICK_REPETITIONS if quick else REPETITIONS
    cells = grid()
    progress = progress_on(sys.stderr, monotonic, "line")
    progress.begin(len(cells))
    rows: list[Row] = []
    try:
        for cell in cells:
            rows.append(row_of(cell, repetitions))
            progress.scored()
    finally:
        progress.end()
    kept = [*certificates(repetitions), *gates(repetitions)]
    write_text(selftest_text(rows, kept, canvas_of(sys.stdout)))
    ctx.exit(EXIT_BROKEN if not all(one.holds for one in (*rows, *kept)) else 0)
