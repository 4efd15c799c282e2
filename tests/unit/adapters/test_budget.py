"""The account of one run."""

from __future__ import annotations

import pytest

from judge_eval.adapters.limits.budget import Budget, Spent
from judge_eval.core.run import Tokens
from judge_eval.errors import StoppedError


def test_without_limits_everything_is_counted_and_nothing_stopped() -> None:
    """Calls and tokens add up; no limit is reached."""
    budget = Budget()
    for _ in range(3):
        budget.take_call()
    budget.pay(Tokens(input=5, output=1))
    budget.pay(Tokens(input=5, output=2))
    assert budget.spent == Spent(calls=3, tokens=Tokens(input=10, output=3))
    assert budget.seconds_left is None


def test_calls_stop_at_their_limit() -> None:
    """The call past the limit is refused, named with its flag, and not counted."""
    budget = Budget(calls=2)
    budget.take_call()
    budget.take_call()
    with pytest.raises(StoppedError, match=r"budget spent: 2 calls were made \(--budget-calls\)"):
        budget.take_call()
    assert budget.spent.calls == 2


def test_one_call_is_told_as_one() -> None:
    """A person reads a budget of 1 as such."""
    budget = Budget(calls=1)
    budget.take_call()
    with pytest.raises(StoppedError, match=r"budget spent: 1 call was made \(--budget-calls\)"):
        budget.take_call()


def test_tokens_stop_the_next_call() -> None:
    """Once the tokens reach their limit, input and output together, the next call is refused."""
    budget = Budget(tokens=10)
    budget.take_call()
    budget.pay(Tokens(input=7, output=2))
    budget.take_call()
    budget.pay(Tokens(input=7, output=2))
    with pytest.raises(StoppedError, match=r"budget spent: 18 tokens of 10 \(--budget-tokens\)"):
        budget.take_call()


def test_time_stops_the_next_call() -> None:
    """When the seconds since its making are over, a call is refused, and none are left."""
    now = [100.0]
    budget = Budget(seconds=30, clock=lambda: now[0])
    budget.take_call()
    now[0] = 120.0
    assert budget.seconds_left == 10.0
    now[0] = 140.0
    assert budget.seconds_left == 0.0
    with pytest.raises(StoppedError, match=r"time spent: 30 seconds \(--timeout\)"):
        budget.take_call()
