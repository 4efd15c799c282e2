"""The candidates of an answer's first token."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge_eval.adapters.server.token_shares import Candidate, Position, first_token_shares


def _position(token: str, **shares: float) -> Position:
    candidates = tuple(Candidate(name, math.log(share)) for name, share in shares.items())
    return Position(Candidate(token, math.log(shares.get(token, 0.5))), candidates)


def test_thoughts_before_the_answer_are_passed_over() -> None:
    """Tokens of thoughts that a server lists too are skipped, even where they hold the answer's word."""
    positions = [
        _position("<think>"),
        _position("no"),
        _position("</think>"),
        _position("\n\n"),
        _position("no", no=0.8),
    ]
    assert first_token_shares(positions, "no") == pytest.approx({"no": 0.8})


def test_blank_tokens_before_the_answer_are_passed_over() -> None:
    """White space as a token of its own is not the answer's first token."""
    assert first_token_shares([_position("\n"), _position("Yes", Yes=0.9), _position(".")], "Yes.") == pytest.approx(
        {"Yes": 0.9}
    )


def test_the_token_written_counts_though_it_is_not_among_the_candidates() -> None:
    """A chosen token that its list leaves out is added with its own probability."""
    assert first_token_shares([_position("maybe", yes=0.25)], "maybe") == pytest.approx({"yes": 0.25, "maybe": 0.5})


def test_candidates_spelt_alike_are_summed() -> None:
    """Two tokens of one spelling are one candidate."""
    twice = (Candidate("yes", math.log(0.5)), Candidate("yes", math.log(0.25)))
    assert first_token_shares([Position(twice[0], twice)], "yes") == pytest.approx({"yes": 0.75})


@pytest.mark.parametrize("text", ["", "  ", "something else"])
def test_tokens_that_do_not_spell_the_text_say_nothing(text: str) -> None:
    """Without a text, or with another than the tokens spell, there are no shares."""
    assert first_token_shares([_position("yes", yes=0.9)], text) is None


@given(st.lists(st.text(min_size=1), min_size=1), st.integers(min_value=0, max_value=5))
def test_the_shares_are_those_of_some_token_of_the_text(tokens: list[str], blanks: int) -> None:
    """Whatever the tokens, a text that they spell has the shares of its first token that is not blank."""
    text = "".join(tokens)
    positions = [_position(" ") for _ in range(blanks)] + [_position(token, **{token: 0.5}) for token in tokens]
    first = next((token for token in tokens if token.strip()), None)
    shares = first_token_shares(positions, text)
    assert shares == (None if first is None else pytest.approx({first: 0.5}))
