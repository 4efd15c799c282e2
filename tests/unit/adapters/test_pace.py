"""The pace of calls to a server that pleads for patience."""

from __future__ import annotations

import heapq

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge_eval.adapters.limits.pace import Pace
from judge_eval.calibration.thresholds import LEAST_RATE


def test_nothing_waits_before_the_first_plea() -> None:
    """A hundred calls at once all have their turn at once."""
    pace = Pace()
    assert [pace.turn(5.0) for _ in range(100)] == [0.0] * 100
    assert pace.rate is None


def test_pleas_halve_what_was_sent_in_the_last_second() -> None:
    """Sixteen calls in a second that were too many make eight a second: an eighth of a second between two turns."""
    pace = Pace()
    for _ in range(16):
        pace.turn(0.0)
    pace.pleaded(0.0, 0.5, None)
    pace.pleaded(0.0, 0.5, None)
    assert pace.rate == 8.0
    assert [pace.turn(0.5) for _ in range(3)] == [0.125, 0.25, 0.375]


def test_pleas_that_answer_older_calls_change_nothing_more() -> None:
    """Sixteen calls at once that are all refused lower the rate once; a refused call from after that, once more."""
    pace = Pace()
    for _ in range(16):
        pace.turn(0.0)
    for _ in range(16):
        pace.pleaded(0.0, 0.5, None)
    assert pace.rate == 8.0
    pace.pleaded(1.0, 1.5, None)
    assert pace.rate == 4.0


def test_the_servers_wish_holds_for_every_call() -> None:
    """After a wish for seven seconds, no call has its turn before they are over."""
    pace = Pace()
    pace.turn(0.0)
    pace.pleaded(0.0, 1.0, 7.0)
    assert pace.turn(1.0) >= 7.0


def test_served_calls_let_the_rate_grow_by_a_tenth_a_second() -> None:
    """At two a second, two served calls add .05 + .1/2.05 calls a second: about a tenth in the second they take."""
    pace = Pace()
    for _ in range(4):
        pace.turn(0.0)
    pace.pleaded(0.0, 0.5, None)
    pace.pleaded(0.0, 0.5, None)
    assert pace.rate == 2.0
    pace.served()
    pace.served()
    assert pace.rate == pytest.approx(2 + 0.1 / 2 + 0.1 / 2.05)


def test_the_time_of_nothing_but_pleas_is_known() -> None:
    """It counts from the first plea after a served call, and ends with the next one."""
    pace = Pace()
    assert pace.seconds_of_pleas(9.0) == 0.0
    pace.pleaded(0.0, 1.0, None)
    pace.pleaded(2.0, 3.0, None)
    assert pace.seconds_of_pleas(11.0) == 10.0
    pace.served()
    assert pace.seconds_of_pleas(11.0) == 0.0


@given(st.lists(st.tuples(st.sampled_from(["turn", "pleaded", "served"]), st.floats(0, 100)), max_size=60))
def test_the_rate_never_vanishes(events: list[tuple[str, float]]) -> None:
    """Whatever comes in whatever order, turns are finite and the rate stays at or above its least."""
    pace, now = Pace(), 0.0
    for kind, seconds in events:
        now += seconds
        if kind == "turn":
            assert 0 <= pace.turn(now) < float("inf")
        elif kind == "pleaded":
            pace.pleaded(now, now, seconds)
        else:
            pace.served()
        assert pace.rate is None or pace.rate >= LEAST_RATE


@pytest.mark.parametrize("quota", [1.0, 5.0, 20.0])
def test_a_server_with_a_quota_is_used_well_and_seldom_troubled(quota: float) -> None:
    """Against a quota by the second, ten minutes serve over 60 % of it, and under a fifth of the calls are refused."""
    served, refused = _ten_minutes(quota)
    assert served >= 0.6 * quota * 600
    assert refused <= 0.2 * (served + refused)


def _ten_minutes(quota: float) -> tuple[int, int]:
    """Calls served and refused by a token bucket of one second, with 16 callers that never stop, in made-up time."""
    pace, allowance, seen_at = Pace(), quota, 0.0
    callers = [(0.0, number) for number in range(16)]
    served = refused = 0
    while callers[0][0] < 600:
        now, number = heapq.heappop(callers)
        sent_at = now + pace.turn(now)
        if sent_at > seen_at:
            allowance, seen_at = min(quota, allowance + (sent_at - seen_at) * quota), sent_at
        if allowance >= 1:
            allowance -= 1
            served += 1
            pace.served()
        else:
            refused += 1
            pace.pleaded(sent_at, sent_at, None)
        heapq.heappush(callers, (sent_at + 0.2, number))
    return served, refused


def test_a_plea_now_and_then_lowers_nothing() -> None:
    """A server that refuses one call in ten is asked as fast as before: that is under the sixth that is borne."""
    pace = Pace()
    for number in range(100):
        pace.turn(number / 100)
        if number % 10 == 9:
            pace.pleaded(number / 100, number / 100, None)
        else:
            pace.served()
    assert pace.rate is None


def test_pleas_that_crowd_lower_the_rate() -> None:
    """After twenty served calls a sixth of the last twenty is more than three: the fourth plea lowers the rate."""
    pace = Pace()
    for _ in range(20):
        pace.turn(0.0)
        pace.served()
    for _ in range(3):
        pace.pleaded(0.0, 0.5, None)
    assert pace.rate is None
    pace.pleaded(0.0, 0.5, None)
    assert pace.rate == 10.0


def test_the_first_question_is_no_measure() -> None:
    """One call, one plea: nothing is known of the rate. A second plea makes it half of the two calls a second."""
    pace = Pace()
    pace.turn(0.0)
    pace.pleaded(0.0, 0.1, None)
    assert pace.rate is None
    pace.turn(0.5)
    pace.pleaded(0.5, 0.6, None)
    assert pace.rate == 1.0
