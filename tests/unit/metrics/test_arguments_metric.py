"""Whether one argument is what a matcher asks for, and whether a call's arguments are what a case expects."""

from __future__ import annotations

import pytest
from pydantic import JsonValue, ValidationError

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
from judge_eval.metrics.arguments import args_match, argument_matches, describe, mismatches
from tests.dialogues import expected, wanted

ACCEPTED: list[tuple[ArgumentMatcher, JsonValue]] = [
    (Equal(value=1), 1.0),
    (Equal(value=1), True),
    (Equal(value={"a": [1, {"b": 2}]}), {"a": [1.0, {"b": 2}]}),
    (Equal(value=None), None),
    (Ignore(), "anything"),
    (Regex(pattern=r"\d{5}"), "88231"),
    (Tolerance(value=5, tolerance=0.01), 5.01),
    (Tolerance(value=1.0, tolerance=0.1), 1.1),  # 1.1 - 1.0 is 0.10000000000000009 in binary
    (Tolerance(value=0.3, tolerance=0), 0.3),
    (Tolerance(value=5, tolerance=1), 4),
    (AnyOf(values=("a", 2)), 2.0),
    (Subset(value={"tier": "gold"}), {"tier": "gold", "name": "x"}),
    (Subset(value={}), {}),
    (Subset(value=[2, 1]), [1, 3, 2]),
    (Casefold(value="Paris "), " PARIS"),
    (Casefold(value="straße"), "STRASSE"),
]
REFUSED: list[tuple[ArgumentMatcher, JsonValue]] = [
    (Equal(value=1), "1"),
    (Equal(value=[1, 2]), [2, 1]),
    (Equal(value="Paris"), "Paris "),
    (Regex(pattern=r"\d{5}"), "882310"),
    (Regex(pattern=r"\d{5}"), 88231),
    (Tolerance(value=5, tolerance=0.01), 5.02),
    (Tolerance(value=1, tolerance=0), True),
    (Tolerance(value=1, tolerance=0), "1"),
    (Tolerance(value=1, tolerance=1), float("nan")),
    (AnyOf(values=("a", 2)), "b"),
    (Subset(value={"tier": "gold"}), {"tier": "silver"}),
    (Subset(value={"tier": "gold"}), ["tier"]),
    (Subset(value=[1, 1]), [1]),
    (Subset(value=[1]), {"1": 1}),
    (Casefold(value="1"), 1),
]


@pytest.mark.parametrize(("matcher", "value"), ACCEPTED)
def test_a_matcher_accepts_what_it_says(matcher: ArgumentMatcher, value: JsonValue) -> None:
    """Seven ways to say what an argument may be."""
    assert argument_matches(matcher, value)


@pytest.mark.parametrize(("matcher", "value"), REFUSED)
def test_a_matcher_refuses_the_rest(matcher: ArgumentMatcher, value: JsonValue) -> None:
    """A value of another kind, or outside what the matcher says, does not match; no comparison breaks."""
    assert not argument_matches(matcher, value)


def test_a_pattern_must_be_a_regular_expression() -> None:
    """A pattern that does not compile is refused when the case is read."""
    with pytest.raises(ValidationError, match="no regular expression"):
        Regex(pattern="(unclosed")


def test_no_arguments_are_an_empty_object() -> None:
    """Arguments left out and an empty object are the same."""
    assert args_match(ExpectedCall(name="f"), {})
    assert not args_match(ExpectedCall(name="f"), {"x": 1})


def test_an_ignored_argument_may_be_absent() -> None:
    """`ignore` accepts any value, and none."""
    call = wanted("f", {"id": Equal(value=1), "note": Ignore()})
    assert args_match(call, {"id": 1})
    assert args_match(call, {"id": 1, "note": "x"})
    assert not args_match(call, {"note": "x"})


def test_subset_allows_further_arguments() -> None:
    """With `args_match: subset` an extra default argument does no harm, a missing one does."""
    call = ExpectedCall(name="f", args={"id": Equal(value=1)}, args_match="subset")
    assert args_match(call, {"id": 1, "limit": 10})
    assert not args_match(call, {"limit": 10})
    assert not args_match(expected("f", id=1), {"id": 1, "limit": 10})


def test_mismatches_are_told_in_order() -> None:
    """First what is expected and wrong or missing, then what was not expected, each by name, however written."""
    args: dict[str, JsonValue] = {"verbose": True, "order_id": "88232", "dry": {"b": 1, "a": 2}}
    for written in ({"order_id": "88231", "limit": 5}, {"limit": 5, "order_id": "88231"}):
        assert list(mismatches(expected("f", **written), args)) == [
            "limit is missing, expected 5",
            "order_id is '88232', expected '88231'",
            "unexpected dry={'a': 2, 'b': 1}",
            "unexpected verbose=True",
        ]


@pytest.mark.parametrize(
    ("matcher", "words"),
    [
        (Equal(value="a"), "'a'"),
        (Ignore(), "anything"),
        (Regex(pattern="a+"), "text like 'a+'"),
        (Tolerance(value=5, tolerance=0.01), "5.0 ± 0.01"),
        (AnyOf(values=("a", 2)), "one of 'a', 2"),
        (Subset(value={"a": 1}), "at least {'a': 1}"),
        (Casefold(value="a"), "'a' in any case"),
        (Equal(value="x" * 100), f"'{'x' * 58}…"),
    ],
)
def test_a_matcher_is_described_in_a_few_words(matcher: ArgumentMatcher, words: str) -> None:
    """What is expected can be read in a reason, cut where it is long."""
    assert describe(matcher) == words
