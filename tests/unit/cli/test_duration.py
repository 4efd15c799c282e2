"""Lengths of time as people type them."""

from __future__ import annotations

import click
import pytest

from judge_eval.cli.duration import Duration


@pytest.mark.parametrize(
    ("typed", "seconds"),
    [("90", 90), ("90s", 90), ("5m", 300), ("1h", 3600), ("1.5h", 5400), ("30d", 30 * 86_400), (" 2 M ", 120), (7, 7)],
)
def test_a_length_of_time_is_read_as_seconds(typed: object, seconds: float) -> None:
    """A number alone is seconds; s, m, h and d are units, in either case."""
    assert Duration().convert(typed, None, None) == seconds


@pytest.mark.parametrize("typed", ["", "soon", "5 minutes", "-1", "0", "0h", "1e3", "1h30m", "٣"])
def test_what_is_no_length_of_time_is_refused(typed: str) -> None:
    """The message holds what was typed, and what would do."""
    with pytest.raises(click.BadParameter, match="90s, 5m or 1h"):
        Duration().convert(typed, None, None)
