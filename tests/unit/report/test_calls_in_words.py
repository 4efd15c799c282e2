"""Calls in a line, for people."""

from __future__ import annotations

import pytest

from judge_eval.core.case import (
    AnyOf,
    ArgumentMatcher,
    Casefold,
    Equal,
    ExpectedCall,
    Ignore,
    Regex,
    Subset,
    Tolerance,
)
from judge_eval.core.run import Call
from judge_eval.report.calls_in_words import expected_call, made_call, outcome_of


@pytest.mark.parametrize(
    ("matcher", "words"),
    [
        (Equal(value="é"), "'é'"),
        (Ignore(), "anything"),
        (Regex(pattern="[0-9]+"), "text like '[0-9]+'"),
        (Tolerance(value=5, tolerance=0.01), "5.0 ± 0.01"),
        (AnyOf(values=(1, None)), "one of 1, None"),
        (Subset(value={"a": 1}), "at least {'a': 1}"),
        (Casefold(value="yes"), "'yes' in any case"),
    ],
)
def test_each_matcher_has_its_words(matcher: ArgumentMatcher, words: str) -> None:
    """An expected argument is told as a person would; further ones that are allowed are hinted at."""
    assert expected_call(ExpectedCall(name="f", args={"x": matcher})) == f"f(x={words})"
    assert expected_call(ExpectedCall(name="f", args={"x": matcher}, args_match="subset")) == f"f(x={words}, …)"


def test_a_call_is_told_with_what_came_of_it() -> None:
    """Arguments by name, each in full; a result, an error, or neither."""
    assert made_call(Call(name="f", args={"y": "é" * 99, "x": [1, True]})) == f"f(x=[1, True], y='{'é' * 99}')"
    assert outcome_of(Call(name="f", result={"n": 1})) == "-> {'n': 1}"
    assert outcome_of(Call(name="f", result={"n": 1}, error="timed out")) == "! timed out"
    assert outcome_of(Call(name="f")) == ""
