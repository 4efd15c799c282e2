"""The overlap of two texts, by hand."""

from __future__ import annotations

import pytest
from pytest import approx

from judge_eval.text import rouge as rouge_module
from judge_eval.text.rouge import Kind, Overlap, rouge

REFERENCE = "the cat sat on the mat"
RESPONSE = "the mat the cat sat"


@pytest.mark.parametrize(
    ("kind", "n_shared", "n_response", "n_reference"),
    [
        ("rouge1", 5, 5, 6),  # the ×2, cat, sat, mat
        ("rouge2", 3, 4, 5),  # the cat, cat sat, the mat
        ("rougeL", 3, 5, 6),  # the cat sat
    ],
)
def test_the_overlap_is_that_of_a_count_by_hand(kind: Kind, n_shared: int, n_response: int, n_reference: int) -> None:
    """Precision is shared over response, recall shared over reference, F their harmonic mean."""
    overlap = rouge(kind, REFERENCE, RESPONSE)
    fmeasure = 2 * n_shared / (n_response + n_reference)
    assert overlap[:3] == approx((n_shared / n_response, n_shared / n_reference, fmeasure))
    assert overlap[3:] == (n_shared, n_response, n_reference)


@pytest.mark.parametrize("kind", ["rouge1", "rouge2", "rougeL"])
@pytest.mark.parametrize(("reference", "response"), [("", ""), ("", "cat"), ("cat", ""), ("👍", "👍")])
def test_without_tokens_there_is_no_overlap(kind: Kind, reference: str, response: str) -> None:
    """Where a side has no tokens, all three shares are 0."""
    assert rouge(kind, reference, response)[:4] == (0, 0, 0, 0)


def test_long_texts_need_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Past the size of rouge_score's table the same numbers come from counting without one."""
    with_table = rouge("rougeL", f"{REFERENCE} once", RESPONSE)
    monkeypatch.setattr(rouge_module, "_TABLE_CELLS", 1)
    rouge.cache_clear()
    assert rouge("rougeL", f"{REFERENCE} once", RESPONSE) == with_table
    assert rouge("rougeL", "one two", "three four") == Overlap(0.0, 0.0, 0.0, 0, 2, 2)


def test_answers_of_many_thousand_words_are_scored() -> None:
    """Two texts of 20,000 words, which would need a table of 400 million cells, get their rougeL."""
    reference = " ".join(f"w{number}" for number in range(20_000))
    response = " ".join(f"w{number}" for number in range(10_000, 30_000))
    assert rouge("rougeL", reference, response).n_shared == 10_000
