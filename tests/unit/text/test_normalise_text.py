"""When two texts count as the same."""

from __future__ import annotations

import pytest

from judge_eval.text.normalise import normalise, same_text


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Paris", "  paris\n"),
        ("two  words", "two\u00a0words"),
        ("Straße", "STRASSE"),
        ("ｆｕｌｌ １２", "full 12"),
        ("café", "cafe\u0301"),
        ("你好", "你好"),
    ],
)
def test_spelling_variants_are_the_same_text(one: str, other: str) -> None:
    """Case, white space, width and composition make no difference."""
    assert same_text(one, other)


@pytest.mark.parametrize(("one", "other"), [("Paris", "Paris."), ("cafe", "café"), ("👍", "👎"), ("ab", "a b")])
def test_other_characters_make_another_text(one: str, other: str) -> None:
    """Punctuation, accents and word boundaries do make a difference."""
    assert not same_text(one, other)


def test_folding_leaves_one_spelling() -> None:
    """A letter that folds to several characters is composed again, so that both its spellings meet."""
    assert normalise("\u0390") == normalise("\u03b9\u0308\u0301") == "\u0390"


def test_white_space_alone_is_nothing() -> None:
    """A text of white space is normalised to the empty one."""
    assert normalise(" \n\u3000") == ""
