"""What stdout gets: text as far as its encoding goes, JSON as UTF-8, and no complaint where the reader has gone."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from contextlib import suppress

import click


def write_text(text: str) -> None:
    """Writes text for people; a sign that the stream cannot carry is written as its escape."""
    stream = sys.stdout
    encoding = stream.encoding or "utf-8"
    _write([text.encode(encoding, "backslashreplace").decode(encoding)])


def write_json(pieces: Iterable[str]) -> None:
    """Writes a JSON document, the same bytes on every system."""
    _write(piece.encode() for piece in pieces)


def _write(pieces: Iterable[str] | Iterable[bytes]) -> None:
    try:
        for piece in pieces:
            click.echo(piece, nl=False)
    except BrokenPipeError:
        silence()  # `| head` has read enough, and the exit code still tells what was decided


def silence() -> None:
    """Sends what is still to come on stdout nowhere: its reader has gone, and Python's last flush would complain."""
    with suppress(OSError):  # a stream of Python's own, as in tests, has no file behind it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
