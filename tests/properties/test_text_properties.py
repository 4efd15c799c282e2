"""What holds of every text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from judge_eval.text.normalise import normalise, same_text
from judge_eval.text.rouge import rouge
from judge_eval.text.subsequence import common_length
from judge_eval.text.tokens import tokens

sequences = st.lists(st.integers(0, 3), max_size=70)


@given(st.text())
def test_normalising_twice_changes_nothing(text: str) -> None:
    """A text in its one spelling stays as it is."""
    assert normalise(normalise(text)) == normalise(text)


@given(st.text(), st.text())
def test_same_text_is_mutual(one: str, other: str) -> None:
    """If one text is the same as another, the other is the same as the one, and each as itself."""
    assert same_text(one, other) == same_text(other, one)
    assert same_text(one, one)


@given(st.text(), st.text())
def test_white_space_parts_tokens(one: str, other: str) -> None:
    """The tokens of two lines are those of the one and then those of the other."""
    assert tokens(f"{one}\n{other}") == tokens(one) + tokens(other)


@given(st.text())
def test_tokens_hold_no_white_space(text: str) -> None:
    """A token is never empty and never has white space in it."""
    assert all(token and token.split() == [token] for token in tokens(text))


@given(sequences, sequences)
def test_the_common_length_is_that_of_the_table(one: list[int], other: list[int]) -> None:
    """Counting in bits gives what filling the usual table gives."""
    above = [0] * (len(other) + 1)
    for item in one:
        row = [0]
        for place, candidate in enumerate(other):
            row.append(above[place] + 1 if item == candidate else max(above[place + 1], row[place]))
        above = row
    assert common_length(one, other) == above[-1]


@given(st.text(alphabet="ab cé", max_size=20), st.text(alphabet="ab cé", max_size=20))
def test_rouge_is_mutual(one: str, other: str) -> None:
    """Exchanging the texts exchanges precision and recall; what they share stays."""
    for kind in ("rouge1", "rouge2", "rougeL"):
        there, back = rouge(kind, one, other), rouge(kind, other, one)
        assert (there.precision, there.recall, there.n_shared) == (back.recall, back.precision, back.n_shared)
