"""From token probabilities to answers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge_eval.judge.replies.distribution import distribution_of, likeliest, probability_of_pass
from tests.judge_parts import MENU


def test_tokens_equal_after_trimming_and_case_folding_are_one_answer() -> None:
    """.5 + .2 + .1 on yes and .15 on no, of .95 kept: .842105 and .157895; .05 is lost."""
    found = distribution_of({"yes": 0.5, " Yes": 0.2, "YES\n": 0.1, "no": 0.15, "maybe": 0.03, "yesterday": 0.01}, MENU)
    assert found.shares == {"yes": 0.842105, "no": 0.157895, "cannot_tell": 0.0, "not_applicable": 0.0}
    assert found.lost == pytest.approx(0.05)


def test_part_of_a_word_is_no_answer() -> None:
    """Neither a beginning nor a longer word counts for the answer."""
    assert distribution_of({"y": 0.5, "yes,": 0.3, "unknow": 0.2}, MENU).lost == 1.0


def test_without_any_mass_on_an_answer_all_is_lost() -> None:
    """Then there is no probability of a pass."""
    found = distribution_of({"The": 1.0}, MENU)
    assert found.lost == 1.0
    assert probability_of_pass(found, MENU) is None


def test_what_has_no_value_has_no_part_in_the_probability() -> None:
    """.6 yes, .2 no, .2 unknown: .6 / .8 = .75."""
    found = distribution_of({"yes": 0.6, "no": 0.2, "unknown": 0.2}, MENU)
    assert probability_of_pass(found, MENU) == pytest.approx(0.75)
    assert likeliest(found) == "yes"


@given(st.dictionaries(st.sampled_from(["yes", "Yes", " no", "NO", "unknown", "x", "y"]), st.floats(0, 0.14)))
def test_shares_sum_to_1_and_do_not_depend_on_the_order_of_tokens(shares: dict[str, float]) -> None:
    """Whatever tokens come in whatever order, nothing is made up."""
    found = distribution_of(shares, MENU)
    assert found == distribution_of(dict(reversed(shares.items())), MENU)
    on_answers = any(share > 0 and MENU.of_token(token) is not None for token, share in shares.items())
    assert sum(found.shares.values()) == pytest.approx(float(on_answers), abs=1e-5)
