"""Expected calls against made ones, side by side."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge_eval.core.case import Equal, ExpectedCall
from judge_eval.core.run import Call
from judge_eval.report.call_diff import Kind, call_diff

TOOLS = st.sampled_from(["a", "b", "c"])
VALUES = st.integers(0, 1)


def wanted(name: str, x: int = 0) -> ExpectedCall:
    """An expected call of one argument."""
    return ExpectedCall(name=name, args={"x": Equal(value=x)})


def made(name: str, x: int = 0, **fields: str) -> Call:
    """A call with that argument."""
    return Call.model_validate({"name": name, "args": {"x": x}, **fields})


@pytest.mark.parametrize(
    ("expected", "calls", "kinds"),
    [
        ([wanted("a"), wanted("b")], [made("a"), made("b")], ["same", "same"]),
        ([wanted("a")], [made("a", 1)], ["changed"]),
        ([wanted("a"), wanted("b")], [made("b")], ["missing", "same"]),
        ([wanted("a")], [made("a"), made("c")], ["same", "surplus"]),
        ([wanted("a"), wanted("b")], [made("b"), made("a")], ["moved", "same", "moved"]),
        ([], [made("a")], ["surplus"]),
        (None, [made("a")], ["made"]),
        ([wanted("a")], [made("a"), made("t", nested_in="call-1")], ["same", "made"]),
        ([wanted("a"), wanted("a", 1)], [made("a", 1)], ["missing", "same"]),
    ],
)
def test_a_line_says_how_its_call_stands(
    expected: Sequence[ExpectedCall] | None, calls: Sequence[Call], kinds: list[Kind]
) -> None:
    """Each kind of line, at the place where the call was made or is missing."""
    assert [row.kind for row in call_diff(expected, calls)] == kinds


def test_a_changed_call_says_what_is_wrong() -> None:
    """Both sides stand on the line, with what the call gave back and what is wrong with its arguments."""
    [row] = call_diff([wanted("a")], [made("a", 1, error="no such order")])
    assert (row.expected, row.made, row.outcome) == ("a(x=0)", "a(x=1)", "! no such order")
    assert row.wrong == ("x is 1, expected 0",)


@given(st.lists(st.builds(wanted, TOOLS, VALUES), max_size=5), st.lists(st.builds(made, TOOLS, VALUES), max_size=5))
def test_nothing_is_lost(expected: list[ExpectedCall], calls: list[Call]) -> None:
    """Every call that was made, and every one expected, stands on just one line; made ones keep their order."""
    rows = call_diff(expected, calls)
    assert [row.made for row in rows if row.made is not None] == [f"{call.name}(x={call.args['x']})" for call in calls]
    assert sum(row.expected is not None for row in rows) == len(expected)


@given(st.lists(st.builds(made, TOOLS, VALUES), max_size=5))
def test_the_expected_calls_themselves_are_all_right(calls: list[Call]) -> None:
    """Whoever makes just the expected calls has nothing but `same` lines."""
    expected = [ExpectedCall(name=call.name, args={"x": Equal(value=call.args["x"])}) for call in calls]
    assert {row.kind for row in call_diff(expected, calls)} <= {"same"}
