"""Fences around untrusted text: what stands inside is data, and nothing inside can end its fence."""

from __future__ import annotations

import hmac
import re
import unicodedata
from collections.abc import Mapping
from itertools import count, pairwise

from judge_eval.core.fingerprint import canonical_json

_KEY = b"judge-eval fence 1"
_LETTERS = 8
_JOINERS = "\u200c\u200d"
_TURN_MARKERS = re.compile(
    r"<(?=\|[^<>|\s]{1,40}\|>|/?(?:s|think|start_of_turn|end_of_turn|tool_call|tool_response)>|</?SYS>>)"
    r"|\[(?=/?INST\])"
)


def fenced(values: Mapping[str, str]) -> dict[str, str]:
    """Each value between an opening and a closing line that carry its name and its nonce.

    A nonce is a keyed hash of its own name and value: items that share a value share its fence, and servers need to
    read what they share only once. It occurs in none of the values, whoever wrote them with whatever knowledge of
    the key.
    """
    shown = {name: visible(value) for name, value in values.items()}
    fences: dict[str, str] = {}
    for name, value in shown.items():
        nonce = _nonce(name, shown)
        fences[name] = f"<{name} {nonce}>\n{value}\n</{name} {nonce}>"
    return fences


def visible(text: str) -> str:
    """The text with its invisible characters written out, as `[U+200B]`, and the turn markers of models broken up.

    Joiners stay where a script or an emoji needs them, between two characters that are not ASCII.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    padded = f"\n{lines}\n"
    triples = zip(pairwise(padded), padded[2:], strict=False)
    shown = "".join(_shown(char, before, after) for (before, char), after in triples)
    return _TURN_MARKERS.sub(lambda marker: f"{marker[0]} ", shown)


def _shown(char: str, before: str, after: str) -> str:
    if char in "\n\t" or not _is_invisible(char):
        return char
    if char in _JOINERS and _joins(before) and _joins(after):
        return char
    return f"[U+{ord(char):04X}]"


def _is_invisible(char: str) -> bool:
    """Whether the character shows nothing: control and format characters, unassigned ones, fillers."""
    return (
        unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") or char in "\u034f\u115f\u1160\u3164"
    )


def _joins(char: str) -> bool:
    return ord(char) > 0x7F and not char.isspace() and not _is_invisible(char)


def _nonce(name: str, values: Mapping[str, str]) -> str:
    """The first of an endless row of nonces that stands in none of the values."""
    digests = (hmac.digest(_KEY, canonical_json([name, values[name], attempt]), "sha256") for attempt in count())
    nonces = (_letters(int.from_bytes(digest[:8], "big")) for digest in digests)
    return next(nonce for nonce in nonces if not any(nonce in value.casefold() for value in values.values()))


def _letters(number: int) -> str:
    """The last digits of the number to base 26, as lower-case letters: few tokens for a language model."""
    letters: list[str] = []
    for _ in range(_LETTERS):
        number, digit = divmod(number, 26)
        letters.append(chr(ord("a") + digit))
    return "".join(letters)
