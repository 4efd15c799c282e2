"""Fences around untrusted text: what stands inside is data, and nothing inside can end its fence."""

from __future__ import annotations

import hmac
import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from itertools import count, pairwise

from judge_eval.core.fingerprint import canonical_json

_KEY = b"judge-eval fence 1"
_LETTERS = 8
_JOINERS = "\u200c\u200d"
_SELECTORS = "\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef"
_FILLERS = re.compile(f"[\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0{_SELECTORS}]")
"""Letters and marks by their category, which show nothing all the same; selectors choose the shape before them."""
_SELECTOR = re.compile(f"[{_SELECTORS}]")
_EMOJI_SELECTORS = "\ufe0e\ufe0f"
_KEYCAP = "\u20e3"
_TURN_MARKERS = re.compile(
    r"<(?=[|｜][^<>|｜\s]{1,40}[|｜]>|</?SYS>>|/?(?:s|bos|eos|pad|unk|think|tool_call|tool_response)>"
    r"|(?:start|end)_of_[a-z]{1,20}>)"
    r"|\[(?=/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\])"
)


def fenced(values: Mapping[str, str]) -> dict[str, str]:
    """Each value between an opening and a closing line that carry its name and its nonce.

    A nonce is a keyed hash of its own name and value: items that share a value share its fence, and servers need to
    read what they share only once. It occurs in none of the values, whoever wrote them with whatever knowledge of
    the key.
    """
    shown = {name: visible(value) for name, value in values.items()}
    folded = "\n".join(shown.values()).casefold()  # no nonce has a line break, and so none stands across two values
    fences: dict[str, str] = {}
    for name, value in shown.items():
        nonce = _nonce(name, value, folded)
        fences[name] = f"<{name} {nonce}>\n{value}\n</{name} {nonce}>"
    return fences


def visible(text: str) -> str:
    """The text with its invisible characters written out, as `[U+200B]`, and the turn markers of models broken up.

    Joiners stay where a script or an emoji needs them, between two characters that are not ASCII, and selectors where
    one follows the letter or emoji whose shape it chooses.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    shown = lines if _is_plain(lines) else _spelled_out(lines)
    return _TURN_MARKERS.sub(lambda marker: f"{marker[0]} ", shown)


def _is_plain(text: str) -> bool:
    """Whether every character shows itself, as in nearly every text: one look at the whole costs next to nothing."""
    inked = text.replace("\n", "").replace("\t", "")
    return inked.isprintable() and (inked.isascii() or _FILLERS.search(inked) is None)


def _spelled_out(text: str) -> str:
    padded = f"\n{text}\n"
    triples = zip(pairwise(padded), padded[2:], strict=False)
    return "".join(_shown(char, before, after) for (before, char), after in triples)


def _shown(char: str, before: str, after: str) -> str:
    if char in "\n\t" or not _is_invisible(char):
        return char
    if (char in _JOINERS and _joins(before) and _joins(after)) or _chooses_shape(char, before, after):
        return char
    return f"[U+{ord(char):04X}]"


def _is_invisible(char: str) -> bool:
    """Whether the character shows nothing: control and format characters, unassigned ones, fillers."""
    return unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") or _FILLERS.match(char) is not None


def _joins(char: str) -> bool:
    return char in _EMOJI_SELECTORS or _shows(char)


def _shows(char: str) -> bool:
    return ord(char) > 0x7F and not char.isspace() and not _is_invisible(char)


def _chooses_shape(char: str, before: str, after: str) -> bool:
    """Whether it is a selector that has a shape to choose, and no other selector before it: a row of them is a text."""
    if char in _EMOJI_SELECTORS:
        return _shows(before) or after == _KEYCAP
    return _SELECTOR.match(char) is not None and unicodedata.name(before, "").startswith(("CJK", "MONGOLIAN"))


def _nonce(name: str, value: str, folded: str) -> str:
    """The first of the value's endless row of nonces that does not stand in the case-folded text of all values."""
    nonces = (_numbered_nonce(name, value, number) for number in count())
    return next(nonce for nonce in nonces if nonce not in folded)


@lru_cache(maxsize=256)
def _numbered_nonce(name: str, value: str, number: int) -> str:
    """One of the value's row of nonces; kept for a while, since the criteria of a rubric share a response."""
    digest = hmac.digest(_KEY, canonical_json([name, value, number]), "sha256")
    return _letters(int.from_bytes(digest[:8], "big"))


def _letters(number: int) -> str:
    """The last digits of the number to base 26, as lower-case letters: few tokens for a language model."""
    letters: list[str] = []
    for _ in range(_LETTERS):
        number, digit = divmod(number, 26)
        letters.append(chr(ord("a") + digit))
    return "".join(letters)
