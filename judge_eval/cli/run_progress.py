"""How far a capture is, on stderr: a bar on a terminal, a plain line now and then elsewhere; broken runs at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TextIO

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from judge_eval.cli.progress import LINE_EVERY_SECONDS
from judge_eval.core.run import Run


def _broke_off(run: Run) -> str:
    return f"{run.case_id}, repeat {run.repeat}: {run.error}"


class PlainRunProgress:
    """Lines on a stream that is no terminal: each broken run, and how far it is every few seconds."""

    def __init__(self, stream: TextIO, clock: Callable[[], float], total: int) -> None:
        self._stream = stream
        self._clock = clock
        self._total = total
        self._done = 0
        self._last = clock()

    def recorded(self, run: Run) -> None:
        """One more run is recorded."""
        self._done += 1
        if run.error is not None:
            print(_broke_off(run), file=self._stream, flush=True)
        if self._clock() - self._last >= LINE_EVERY_SECONDS:
            self._last = self._clock()
            print(f"recorded {self._done}/{self._total} runs", file=self._stream, flush=True)

    def end(self) -> None:
        """The work is over, or was stopped."""


class BarRunProgress:
    """A bar on a terminal, gone when the work is over; broken runs stay above it."""

    def __init__(self, stream: TextIO, total: int) -> None:
        columns = (TextColumn("recording"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        self._bar = Progress(*columns, console=Console(file=stream), transient=True)
        self._task = self._bar.add_task("recording", total=total)
        self._bar.start()

    def recorded(self, run: Run) -> None:
        """One more run is recorded."""
        self._bar.update(self._task, advance=1)
        if run.error is not None:
            self._bar.console.print(escape(_broke_off(run)), highlight=False)

    def end(self) -> None:
        """The work is over, or was stopped."""
        self._bar.stop()


def run_progress_on(stream: TextIO, clock: Callable[[], float], total: int) -> PlainRunProgress | BarRunProgress:
    """The display that suits the stream."""
    return BarRunProgress(stream, total) if stream.isatty() else PlainRunProgress(stream, clock, total)
