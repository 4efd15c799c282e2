"""How far the work is, on stderr: a bar on a terminal, a plain line now and then elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import TextIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from judge_eval.text.counted import counted

LINE_EVERY_SECONDS = 10.0
LEAST_WAIT_SECONDS = 2.0
"""A wait for a rate-limited server that is worth a word."""


class Counter:
    """The counts behind both kinds of display."""

    def __init__(self) -> None:
        self.total = self.scored = self.made = self.cached = 0

    def calls(self) -> str:
        """The judge's calls so far, and how many are about to come; empty where there are none."""
        if not self.made and not self.cached:
            return ""
        left = ""
        if self.scored and self.total > self.scored:
            per_run = (self.made + self.cached) / self.scored
            left = f", about {round(per_run * (self.total - self.scored))} left"
        return f"calls: {self.made} made, {self.cached} cached{left}"


def _wait(seconds: float) -> str:
    return f"waiting {seconds:.0f} s: rate limited"


class PlainProgress:
    """Lines on a stream that is no terminal: none for quick work, then one every few seconds, then a last one."""

    def __init__(self, stream: TextIO, clock: Callable[[], float], unit: str = "run") -> None:
        self._stream = stream
        self._unit = unit
        self._clock = clock
        self._counts = Counter()
        self._last = clock()
        self._last_wait = float("-inf")
        self._said = False

    def running(self, done: int, total: int) -> None:
        """`done` of `total` runs of the agent have ended."""
        now = self._clock()
        if now - self._last >= LINE_EVERY_SECONDS:
            self._last = now
            print(f"running the agent {done}/{total}", file=self._stream, flush=True)

    def begin(self, total: int) -> None:
        """`total` runs are to be scored."""
        self._counts.total = total
        self._last = self._clock()

    def scored(self) -> None:
        """One more run is scored."""
        self._counts.scored += 1
        self._line_if_due()

    def asked(self, *, cached: bool) -> None:
        """One more sample came."""
        self._counts.cached += cached
        self._counts.made += not cached
        self._line_if_due()

    def waiting(self, seconds: float) -> None:
        """The judge's server is not asked for so long; short waits, and those within another, are not told."""
        now = self._clock()
        if seconds >= LEAST_WAIT_SECONDS and now - self._last_wait >= LINE_EVERY_SECONDS:
            self._last_wait = now
            print(_wait(seconds), file=self._stream, flush=True)

    def end(self) -> None:
        """The work is over, or was stopped."""
        if self._said:
            self._line()

    def _line_if_due(self) -> None:
        now = self._clock()
        if now - self._last >= LINE_EVERY_SECONDS:
            self._last = now
            self._line()

    def _line(self) -> None:
        self._said = True
        counts = self._counts
        parts = [f"scored {counts.scored}/{counted(counts.total, self._unit)}", counts.calls()]
        print(" · ".join(part for part in parts if part), file=self._stream, flush=True)


class BarProgress:
    """A bar on a terminal, gone when the work is over."""

    def __init__(self, stream: TextIO) -> None:
        self._counts = Counter()
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.fields[calls]}"),
            console=Console(file=stream),
            transient=True,
        )
        self._task = self._bar.add_task("scoring", total=None, calls="")

    def running(self, done: int, total: int) -> None:
        """`done` of `total` runs of the agent have ended."""
        self._bar.update(self._task, description="running the agent", completed=done, total=total)
        self._bar.start()

    def begin(self, total: int) -> None:
        """`total` runs are to be scored."""
        self._counts.total = total
        self._bar.update(self._task, description="scoring", completed=0, total=total)
        self._bar.start()

    def scored(self) -> None:
        """One more run is scored."""
        self._counts.scored += 1
        self._bar.update(self._task, advance=1, calls=self._counts.calls())

    def asked(self, *, cached: bool) -> None:
        """One more sample came."""
        self._counts.cached += cached
        self._counts.made += not cached
        self._bar.update(self._task, calls=self._counts.calls())

    def waiting(self, seconds: float) -> None:
        """The judge's server is not asked for so long, which stands in the place of the calls until the next one."""
        self._bar.update(self._task, calls=_wait(seconds))

    def end(self) -> None:
        """The work is over, or was stopped."""
        self._bar.stop()


def progress_on(stream: TextIO, clock: Callable[[], float], unit: str = "run") -> PlainProgress | BarProgress:
    """The display that suits the stream; `unit` is what is counted."""
    return BarProgress(stream) if stream.isatty() else PlainProgress(stream, clock, unit)
