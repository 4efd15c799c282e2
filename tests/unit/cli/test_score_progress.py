"""How far a scoring is, in plain lines and on a bar."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO
from itertools import count

from judge_eval.cli.progress import LINE_EVERY_SECONDS, BarProgress, PlainProgress, progress_on


class Terminal(StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        """It does."""
        return True


def told_by(seconds: Iterator[float], *steps: str) -> list[str]:
    """The lines that these steps bring, with a clock that gives these seconds."""
    stream = StringIO()
    progress = PlainProgress(stream, lambda: next(seconds))
    progress.begin(4)
    for step in steps:
        match step:
            case "scored":
                progress.scored()
            case "asked":
                progress.asked(cached=False)
            case "running":
                progress.running(3, 19)
            case "12" | "1":
                progress.waiting(float(step))
            case _:
                progress.asked(cached=True)
    progress.end()
    return stream.getvalue().splitlines()


def test_quick_work_says_nothing() -> None:
    """A log is not filled with what is over at once."""
    assert told_by(iter([0.0] * 9), "asked", "asked", "scored", "scored") == []


def test_slow_work_says_where_it_is_now_and_then() -> None:
    """Runs scored, calls made and cached, and how many are about to come; once said, the last count is said too."""
    # six steps, each as long as the time between two lines
    lines = told_by(count(0.0, LINE_EVERY_SECONDS), "asked", "scored", "cached", "asked", "scored", "scored")
    assert lines == [
        "scored 0/4 runs · calls: 1 made, 0 cached",
        "scored 1/4 runs · calls: 1 made, 0 cached, about 3 left",
        "scored 1/4 runs · calls: 1 made, 1 cached, about 6 left",
        "scored 1/4 runs · calls: 2 made, 1 cached, about 9 left",
        "scored 2/4 runs · calls: 2 made, 1 cached, about 3 left",
        "scored 3/4 runs · calls: 2 made, 1 cached, about 1 left",
        "scored 3/4 runs · calls: 2 made, 1 cached, about 1 left",
    ]


def test_without_a_judge_no_calls_are_told() -> None:
    """Only the runs count then."""
    assert told_by(count(0.0, LINE_EVERY_SECONDS), "scored")[0] == "scored 1/4 runs"


def test_a_live_agent_s_runs_are_told() -> None:
    """While the agent is run, a line now and then says how far it is."""
    assert told_by(count(0.0, LINE_EVERY_SECONDS), "running") == ["running the agent 3/19"]
    assert told_by(iter([0.0] * 9), "running") == []


def test_a_rate_limited_wait_is_told() -> None:
    """A long wait is told at once, in the bar too; short ones, and those within the same seconds, are not."""
    assert told_by(iter([0.0] * 9), "12", "12", "1") == ["waiting 12 s: rate limited"]
    assert told_by(count(0.0, LINE_EVERY_SECONDS), "12", "12") == ["waiting 12 s: rate limited"] * 2
    stream = Terminal()
    bar = BarProgress(stream)
    bar.running(1, 4)
    bar.begin(4)
    bar.waiting(12.3)
    bar.end()
    assert "waiting 12 s: rate limited" in stream.getvalue()


def test_the_stream_chooses_the_display() -> None:
    """A bar on a terminal, which goes when it is over; lines elsewhere."""
    stream = Terminal()
    bar = progress_on(stream, lambda: 0.0)
    assert isinstance(bar, BarProgress)
    bar.begin(2)
    bar.asked(cached=False)
    bar.scored()
    bar.scored()
    bar.end()
    assert "2/2" in stream.getvalue() and "calls: 1 made, 0 cached" in stream.getvalue()
    assert isinstance(progress_on(StringIO(), lambda: 0.0), PlainProgress)
