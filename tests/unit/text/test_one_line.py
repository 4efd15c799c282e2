"""Quoted texts: on one line, and no longer than asked."""

from __future__ import annotations

from judge_eval.text.one_line import cut, one_line


def test_a_text_that_fits_stands_whole() -> None:
    """At the length asked nothing is cut; one character more, and the last one shown says so."""
    assert cut("abcde", 5) == "abcde"
    assert cut("abcdef", 5) == "abcd…"


def test_white_space_is_one_space_on_one_line_only() -> None:
    """A line break is a space; a text that is only cut keeps its own."""
    assert one_line(" two\n  lines\t", 20) == "two lines"
    assert cut("two\n  lines", 6) == "two\n …"
