"""`judge-eval baseline accept`: a scored run is kept as what later ones are compared with."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import click

from judge_eval.cli.options import flag
from judge_eval.wiring.commit import commit_at
from judge_eval.wiring.comparing.accepting import BASELINE_FOLDER, accept_results


@click.group()
def baseline() -> None:
    """Accept a scored run as the baseline of later ones."""


@baseline.command(short_help="Keep the results of a passed run as the baseline.")
@click.argument("results")
@flag(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=BASELINE_FOLDER,
    show_default=True,
    metavar="DIR",
    help="Where the baseline is kept.",
)
def accept(results: str, out: Path) -> None:
    """Copy RESULTS, a folder that `score --out` wrote, to where `score --baseline` and `compare` are to find it.

    What failed or is incomplete is refused. The commit, the day and the fingerprints are kept with it, in
    baseline.json. Exit code: 2 the input is wrong or was refused, 0 otherwise.
    """
    accepted = accept_results(
        results,
        out,
        commit=commit_at(Path(), os.environ),
        date=datetime.now(UTC).date().isoformat(),
        version=version("judge-eval"),
    )
    commit = f", commit {accepted.commit[:12]}" if accepted.commit else ""
    click.echo(f"accepted: {results}{commit}: score CASES --baseline {out}", err=True)
