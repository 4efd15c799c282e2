"""Tokens of a text in any script, equal to those that ADK's response_match_score counts."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from judge_eval.text.rouge_library import WordTokenizer, stemming_tokenizer

_ASCII_WORD = re.compile("[a-z0-9]+")

_ONE_BY_ONE = ((0x3040, 0x309F), (0x30A0, 0x30FF), (0x4E00, 0x9FFF), (0xAC00, 0xD7AF))
"""Hiragana, Katakana, Chinese characters, Hangul: each character is a token."""
_UNSPACED = ((0x0E00, 0x0E7F), (0x0E80, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF))
"""Thai, Lao, Myanmar, Khmer: each base character begins a token, and takes the marks that follow."""


# Each metric on words asks again for the two texts of a turn.
@lru_cache(maxsize=64)
def tokens(text: str) -> tuple[str, ...]:
    """The tokens of `text`, in order: words, ASCII ones as their stems; characters in scripts without spaces."""
    if text.isascii():
        return tuple(map(_stem, _ASCII_WORD.findall(text.lower())))
    words = unicodedata.normalize("NFKC", text).lower().translate(_spacing()).split()
    return tuple(_stem(word) if word.isascii() else word for word in words)


def is_unspaced(char: str) -> bool:
    """Whether the character is of a script whose words no spaces part, or Hangul; False for an empty text."""
    return char != "" and (_within(ord(char), _ONE_BY_ONE) or _within(ord(char), _UNSPACED))


def joined(left: str, right: str) -> bool:
    """Whether two neighbouring characters, or the empty text at an end, belong to one word of a script with spaces."""
    return all(
        char.isalnum() and not _within(ord(char), (*_ONE_BY_ONE, *_UNSPACED)) for char in (left or " ", right or " ")
    )


# Words recur within a text and from case to case: nearly every stem is found again, in 4 MB at most.
@lru_cache(maxsize=16_384)
def _stem(word: str) -> str:
    """The stem of one word of lower-case ASCII letters and digits."""
    return _stemming_tokenizer().tokenize(word)[0]


@lru_cache(maxsize=1)
def _stemming_tokenizer() -> WordTokenizer:
    return stemming_tokenizer()


class _Spacing(dict[int, str]):
    """What `str.translate` puts for each character, so that white space parts the tokens; filled as asked."""

    def __missing__(self, code: int) -> str:
        spaced = self[code] = _spaced(code)
        return spaced


@lru_cache(maxsize=1)
def _spacing() -> _Spacing:
    return _Spacing()


def _spaced(code: int) -> str:
    char = chr(code)
    if _within(code, _ONE_BY_ONE):
        return f" {char} "
    is_mark = unicodedata.category(char).startswith("M")
    if _within(code, _UNSPACED):
        return char if is_mark else f" {char}"
    return char if is_mark or char.isalnum() else " "


def _within(code: int, ranges: tuple[tuple[int, int], ...]) -> bool:
    return any(first <= code <= last for first, last in ranges)
