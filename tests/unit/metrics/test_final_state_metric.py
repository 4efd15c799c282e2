"""final_state: what the session holds in the end."""

from __future__ import annotations

import pytest
from pydantic import JsonValue
from pytest import approx

from judge_eval.core.case import Expectation
from judge_eval.core.score import Score
from tests.dialogues import case, made, run, scored, turn


def state_scored(expected: dict[str, JsonValue] | None, state: dict[str, JsonValue] | None) -> Score:
    """What the metric says of a run that ends in `state`."""
    return scored("final_state", case(turn(), expect=Expectation(state=expected)), run(made(), state=state))


def test_the_share_of_expected_values_counts() -> None:
    """Two of three expected values hold; the reason tells the first that does not."""
    state: dict[str, JsonValue] = {"refund": {"status": "done", "amount": 5.0}, "user": "x", "more": 1}
    score = state_scored({"refund.amount": 5, "refund.status": "pending", "user": "x"}, state)
    assert (score.value, score.reason) == (approx(2 / 3), "refund.status is 'done', expected 'pending'")


@pytest.mark.parametrize(
    "state",
    [
        {"a": {"b": {"c": 1}}},
        {"a.b.c": 1},
        {"a.b": {"c": 1}},
        {"a": {"b.c": 1}},
        {"a.b.c": 1, "a": {"b": {"c": 2}}},
        {"a": {"x": 2}, "a.b": {"c": 1}},
        {"a": 2, "a.b": {"c": 1}},
    ],
)
def test_a_path_finds_keys_that_hold_dots(state: dict[str, JsonValue]) -> None:
    """The literal key goes first, then each way to step down."""
    assert state_scored({"a.b.c": 1}, state).value == 1


@pytest.mark.parametrize("state", [{}, {"a": {"b": {}}}, {"a": {"b": 1}}, {"c": 1}])
def test_a_missing_value_does_not_hold(state: dict[str, JsonValue]) -> None:
    """Where a path leads nowhere, even an expected null is missing."""
    score = state_scored({"a.b.c": None}, state)
    assert (score.value, score.reason) == (0, "a.b.c is missing, expected None")


def test_a_run_without_state_is_an_error() -> None:
    """A state that was not recorded is no wrong state."""
    score = state_scored({"a": 1}, None)
    assert (score.status, score.value, score.reason) == ("error", None, "the run holds no final state")


def test_an_agent_that_broke_off_is_worth_nothing() -> None:
    """Where the agent crashed, its state is not looked at, recorded or not."""
    of = case(turn(), expect=Expectation(state={"a": 1}))
    assert scored("final_state", of, run(error="ValueError: x")).value == 0
    assert scored("final_state", of, run(error="ValueError: x", state={"a": 1})).value == 0


@pytest.mark.parametrize("expected", [None, {}])
def test_without_expectation_there_is_no_score(expected: dict[str, JsonValue] | None) -> None:
    """Where no state is expected, the metric does not apply, recorded or not."""
    assert state_scored(expected, {"a": 1}).status == "not_applicable"
    assert state_scored(expected, None).status == "not_applicable"
