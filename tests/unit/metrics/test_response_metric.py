"""The metrics on final responses: response_match_score, ROUGE, unigram_recall, response_contains."""

from __future__ import annotations

import pytest
from pytest import approx

from judge_eval.core.case import Case, Expectation
from judge_eval.metrics.catalog import expand
from tests.dialogues import case, made, run, scored, text_scored, turn

ON_WORDS = ("response_match_score", *expand("rouge"), "unigram_recall")


def test_response_match_is_rouge_1_fmeasure() -> None:
    """Of 5 reference words 4 are among the 6 of the response: F is 2·4 / 11."""
    reference, response = "This is a test reference.", "This is a test candidate response."
    score = text_scored("response_match_score", reference, response)
    assert score.value == approx(8 / 11)
    assert score.reason == "4 of 5 reference words found, among 6 in the response"
    assert text_scored("rouge1_fmeasure", reference, response).value == score.value


@pytest.mark.parametrize(
    ("metric", "value"),
    [
        ("rouge1_precision", 5 / 5),
        ("rouge1_recall", 5 / 6),
        ("rouge2_precision", 3 / 4),
        ("rouge2_recall", 3 / 5),
        ("rouge2_fmeasure", 6 / 9),
        ("rougeL_precision", 3 / 5),
        ("rougeL_recall", 3 / 6),
        ("rougeL_fmeasure", 6 / 11),
    ],
)
def test_each_share_of_each_kind_is_a_metric(metric: str, value: float) -> None:
    """Counted by hand: shared are the ×2, cat, sat, mat; the cat, cat sat, the mat; the cat sat."""
    assert text_scored(metric, "the cat sat on the mat", "the mat the cat sat").value == approx(value)


def test_unigram_recall_asks_whether_a_word_is_there() -> None:
    """Of the reference's 6 tokens only "on" is missing; the second "the" is served by the first."""
    score = text_scored("unigram_recall", "the cat sat on the mat", "a mat; the cat sat")
    assert (score.value, score.reason) == (approx(5 / 6), "'on' is missing: 5 of 6 words present")
    assert text_scored("rouge1_recall", "the cat sat on the mat", "a mat; the cat sat").value == approx(4 / 6)


@pytest.mark.parametrize("metric", ON_WORDS)
@pytest.mark.parametrize("text", ["Paris", "Où est la gare ?", "你好", "สวัสดี", "مرحبا", "👍", "?!"])
def test_equal_texts_are_a_match(metric: str, text: str) -> None:
    """Equal texts score 1 in every script, without tokens too; so does one word under rouge2."""
    assert text_scored(metric, text, f" {text}\n").value == 1


def test_says_why_a_text_without_tokens_matches() -> None:
    """The reason of a match of emoji says that there was nothing to count."""
    assert text_scored("response_match_score", "👍", "👍").reason == "no tokens, texts equal"
    assert text_scored("rouge2_recall", "Paris", "paris").reason == "no pairs of words, texts equal"


@pytest.mark.parametrize("metric", ON_WORDS)
def test_two_empty_texts_cannot_be_compared(metric: str) -> None:
    """Where nothing was expected and nothing said, the metric does not apply."""
    for reference, response in [("", ""), (" ", "\n"), ("", None)]:
        score = text_scored(metric, reference, response)
        assert (score.status, score.reason) == ("not_applicable", "both texts are empty")


@pytest.mark.parametrize(
    ("reference", "response", "reason"),
    [
        ("👍", "👎", "no tokens in the reference"),
        ("👍", "good", "no tokens in the reference"),
        ("good", "👍", "no tokens in the response"),
        ("", "good", "no tokens in the reference"),
        ("good", "", "no final response"),
        ("good", None, "no final response"),
        ("👍", None, "no final response"),
    ],
)
def test_nothing_to_compare_is_worth_nothing(reference: str, response: str | None, reason: str) -> None:
    """Different texts of which one has no tokens score 0 and say so, as does a missing response."""
    score = text_scored("response_match_score", reference, response)
    assert (score.value, score.reason) == (0, reason)


def test_thoughts_are_no_response() -> None:
    """The final response holds no thoughts, so "London" against "Paris" is 0, whatever was thought."""
    assert text_scored("response_match_score", "Paris", "London").value == 0


@pytest.mark.parametrize("metric", ON_WORDS)
def test_without_reference_there_is_no_score(metric: str) -> None:
    """A turn without a reference is left out."""
    score = text_scored(metric, None, "anything")
    assert (score.status, score.reason) == ("not_applicable", "no reference")


def requiring(*words: str) -> Case:
    """A case of two turns that requires these words."""
    return case(turn(), turn(), expect=Expectation(response_contains=words))


def test_required_words_may_stand_in_any_turn() -> None:
    """Case, width and white space do not matter; two of three are found, and the reason names the third."""
    by = run(made(response="Your refund\nis PENDING."), made(response="Ｂｙｅ"))
    score = scored("response_contains", requiring("refund is", "bye", "approved"), by)
    assert (score.value, score.reason) == (approx(2 / 3), "no final response says 'approved'")
    assert scored("response_contains", requiring("pending", "bye"), by).value == 1


def test_required_words_need_a_response() -> None:
    """Without any final response nothing is said."""
    score = scored("response_contains", requiring("bye"), run(made(response=None)))
    assert (score.value, score.reason) == (0, "no final response")


def test_without_required_words_there_is_no_score() -> None:
    """Where no words are required, the metric does not apply."""
    assert scored("response_contains", case(turn()), run(made())).status == "not_applicable"


@pytest.mark.parametrize(
    ("words", "response", "value"),
    [
        ("5", "It costs 15 dollars.", 0),
        ("5", "15 or 5", 1),
        ("no", "I know.", 0),
        ("no", "no!", 1),
        ("10443", "注文10443は", 1),
    ],
)
def test_required_words_stand_as_words(words: str, response: str, value: float) -> None:
    """A word is not said by a longer one; in scripts without spaces, characters beside it are no part of it."""
    assert scored("response_contains", requiring(words), run(made(response=response))).value == value
