"""The progress of a capture: plain lines off a terminal, a bar on one, broken runs told at once on both."""

from __future__ import annotations

from io import StringIO

import pytest

from judge_eval.cli.run_progress import run_progress_on
from judge_eval.core.run import Run

GOOD = Run(case_id="a")
BROKEN = Run(case_id="b", repeat=1, error="ValueError: [red]no[/red]")


class Terminal(StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        """Always."""
        return True


def test_plain_lines_are_few() -> None:
    """A line when ten seconds have passed, and one for each broken run; quick work says nothing else."""
    stream = StringIO()
    seconds = iter([0.0, 4.0, 10.0, 10.0, 12.0])
    progress = run_progress_on(stream, lambda: next(seconds), total=3)
    progress.recorded(GOOD)
    progress.recorded(GOOD)
    progress.recorded(BROKEN)
    progress.end()
    assert stream.getvalue() == "recorded 2/3 runs\nb, repeat 1: ValueError: [red]no[/red]\n"


def test_a_bar_leaves_only_what_broke(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal the bar counts up; errors are printed as they are, whatever brackets they hold."""
    monkeypatch.setenv("TERM", "xterm")
    stream = Terminal()
    progress = run_progress_on(stream, lambda: 0.0, total=2)
    progress.recorded(GOOD)
    progress.recorded(BROKEN)
    progress.end()
    assert "b, repeat 1: ValueError: [red]no[/red]" in stream.getvalue()
    assert "2/2" in stream.getvalue()
