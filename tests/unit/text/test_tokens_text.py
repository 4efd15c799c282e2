"""Tokens of texts in many scripts, by the rules of ADK's response_match_score."""

from __future__ import annotations

import pytest

from judge_eval.text.tokens import tokens


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("", ()),
        ("👍 …!", ()),
        ("The Foxes are running, 3 times_over!", ("the", "fox", "are", "run", "3", "time", "over")),
        ("ｆｏｘｅｓ", ("fox",)),  # full width, folded to ASCII by NFKC, and then stemmed
        ("Käse, Brötchen", ("käse", "brötchen")),
        ("cafe\u0301", ("café",)),
        ("s'il vous plaît?", ("s", "il", "vou", "plaît")),
        ("你好, world", ("你", "好", "world")),
        ("カタカナ안녕", ("カ", "タ", "カ", "ナ", "안", "녕")),
        ("สวัสดี", ("ส", "วั", "ส", "ดี")),
        ("ab你cd", ("ab", "你", "cd")),
        ("ก1", ("ก1",)),  # a letter or digit goes with the Thai character before it
        ("मराठी", ("मराठी",)),  # vowel signs are marks, and stay in their word
        ("مرحبا بالعالم", ("مرحبا", "بالعالم")),
        ("İ", ("i̇",)),
    ],
)
def test_a_text_is_cut_by_its_script(text: str, cut: tuple[str, ...]) -> None:
    """Words where spaces part them, else single characters with their marks; ASCII words as their stems."""
    assert tokens(text) == cut


def test_short_words_are_not_stemmed() -> None:
    """Words of up to three letters stay as they are, as in rouge_score."""
    assert tokens("was gas ties") == ("was", "gas", "tie")


def test_a_lone_surrogate_parts_words() -> None:
    """Half a character, as broken JSON escapes bring it, is no letter and breaks nothing."""
    assert tokens("ä\ud800b") == ("ä", "b")
