"""Offers to a server, narrowed by its refusals."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge_eval.adapters.server.offer import Offer

MESSAGES = [
    ("Logprobs is not enabled for models/gemini-2.5-flash", Offer(n_candidates=0)),
    ("Invalid value for 'top_logprobs': must be less than or equal to 5.", Offer(n_candidates=5)),
    ("logprobs must be in the range [0, 8]", Offer(n_candidates=8)),
    ("This server does not support logprobs", Offer(n_candidates=0)),
    ("Unsupported: response_format json_schema", Offer(schema=False)),
    ("JSON mode is not enabled for this model", Offer(schema=False)),
    ("Unknown parameter: 'seed'", Offer(seed=False)),
    ("'temperature' does not support 0.7 with this model", Offer(temperature=False)),
    ("Use 'max_completion_tokens' instead of 'max_tokens'", Offer(limits_completion=True)),
]

offers = st.builds(
    Offer, st.sampled_from([0, 5, 20]), st.booleans(), st.booleans(), st.booleans(), st.booleans(), st.integers(0, 9)
)


@pytest.mark.parametrize(("message", "left"), MESSAGES)
def test_a_refusal_leaves_out_what_it_names(message: str, left: Offer) -> None:
    """Each server's words for a refusal narrow the offer by the one thing they name."""
    narrowed = Offer().without(message)
    assert narrowed is not None
    assert narrowed.offer == left
    assert narrowed.note


@pytest.mark.parametrize("message", ["", "messages must not be empty", "seedling"])
def test_a_refusal_of_something_else_leaves_nothing_out(message: str) -> None:
    """Words that name nothing of the offer do not narrow it."""
    assert Offer().without(message) is None


@given(st.text() | st.sampled_from([message for message, _ in MESSAGES]))
def test_refusals_come_to_an_end(message: str) -> None:
    """A server that repeats one refusal for ever is soon offered nothing that it could mean."""
    offer = Offer()
    for _ in range(25):
        narrowed = offer.without(message)
        if narrowed is None:
            return
        assert narrowed.offer != offer
        offer = narrowed.offer
    pytest.fail("the offer never ran out")


@given(offers, offers)
def test_what_two_offers_share_is_the_same_either_way(one: Offer, other: Offer) -> None:
    """Meeting is commutative and idempotent, so that refusals may come in any order."""
    assert one.within(other) == other.within(one)
    assert one.within(one) == one
