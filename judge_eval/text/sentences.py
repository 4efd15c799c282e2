"""Sentences of a paragraph, in any script, found by rule: where two readings are possible, the text stays whole."""

from __future__ import annotations

import re
import unicodedata

from judge_eval.text.abbreviations import is_short_for_more
from judge_eval.text.spans import spans_of
from judge_eval.text.tokens import is_unspaced

_ASCII_STOPS = ".!?"
_OTHER_STOPS = "。！？．｡‼⁇⁈⁉؟۔।॥։፧።፨။។៕།༎᠃᠉෴᱾᱿꯫᙮߹꧉\u037e"
"""Full stops that end a sentence whatever follows: their scripts use them for nothing else."""

_END = re.compile(
    rf"([{re.escape(_ASCII_STOPS + _OTHER_STOPS)}…]+)"
    r"([\"'”’»›」』）)\]】》〉*_~`]*(?:\[[^\[\]\s]{1,8}\])*)"
)
"""Stops, then what closes with the sentence: quotation marks, brackets, emphasis, the number of a source."""

_WORD_BEFORE = re.compile(r"[^\s(\[{\"'“„«‘*_~`]*\Z")
_NUMBER_OF_AN_ITEM = re.compile(r"[\W_]{0,4}\d{1,3}")
_NEAR = 40
"""Characters looked at before and after a full stop."""


def sentences(text: str) -> tuple[str, ...]:
    """The sentences of `text` in order; together they hold all of it but the white space between them.

    Stops inside numbers, names, addresses, code, quotations and brackets part nothing, and neither do ellipses. A
    text without stops is one sentence; only white space is none.
    """
    spans = spans_of(text)
    pieces: list[str] = []
    start = 0
    for end in _END.finditer(text):
        if not spans.hold(end.end()) and _is_end(text, start, end):
            pieces.append(text[start : end.end()].strip())
            start = end.end()
    pieces.append(text[start:].strip())
    return _with_words([piece for piece in pieces if piece])


def begins_small(text: str) -> bool:
    """Whether the first word of `text` begins with a small letter, so that it goes on with what stands before it."""
    first = next((char for char in text if char.isalnum()), "")
    return first != "" and unicodedata.category(first) == "Ll"


def _is_end(text: str, start: int, end: re.Match[str]) -> bool:
    """Whether the sentence that begins at `start` ends with these stops."""
    stops, closers = end[1], end[2]
    following = text[end.end() : end.end() + _NEAR]
    spaced = following[:1].isspace()
    if ".." in stops or "…" in stops:
        return False
    if stops[-1] in _OTHER_STOPS:
        is_decimal = stops == "．" and following[:1].isdigit()
        return not is_decimal and (spaced or not closers)
    if not spaced:
        before = text[end.start() - 1 : end.start()]
        return not closers and is_unspaced(before) and is_unspaced(following[:1])
    following = following.lstrip()
    if begins_small(following):
        return False
    before = text[max(start, end.start() - _NEAR) : end.start()]
    return stops != "." or not _has_inner_stop(before, following)


def _has_inner_stop(before: str, following: str) -> bool:
    """Whether the full stop after `before` belongs to its last word, or to the number of a list's item."""
    if _NUMBER_OF_AN_ITEM.fullmatch(before):
        return True
    word = _WORD_BEFORE.search(before)
    return word is not None and is_short_for_more(word[0], following)


def _with_words(pieces: list[str]) -> tuple[str, ...]:
    """The pieces, each of which has a word in it: what has none, such as an emoji, goes with the one before it."""
    joined: list[str] = []
    for piece in pieces:
        if joined and not (_has_word(piece) and _has_word(joined[-1])):
            joined[-1] = f"{joined[-1]} {piece}"
        else:
            joined.append(piece)
    return tuple(joined)


def _has_word(piece: str) -> bool:
    return any(char.isalnum() for char in piece)
