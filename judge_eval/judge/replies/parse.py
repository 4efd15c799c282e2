"""What a reply says: an answer of the menu, read as a careful person would, or the failure to give one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from judge_eval.core.sample import Failure
from judge_eval.judge.replies.lenient_json import Found, objects_in
from judge_eval.judge.replies.menu import Answer, Menu, spelling
from judge_eval.text.one_line import one_line
from judge_eval.text.surrogates import mended

_ANSWER_KEYS = frozenset({"answer", "verdict", "decision"})
_RATIONALE_KEYS = frozenset({"rationale", "reason", "reasoning", "explanation"})
_LABELLED = re.compile(
    r"^[\s*_`#-]*(?:(?:my|the|final|overall)\s+)*(?:verdict|answer|decision|grade|rating|label)[\s*_`]*[:=](.*)$",
    re.IGNORECASE,
)
_SHOWN = 80


@dataclass(frozen=True, slots=True)
class Spoken:
    """A reply that gives an answer, and the judge's reason where it gives one."""

    answer: Answer
    rationale: str | None = None


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A reply that gives none; `detail` says what was found instead."""

    failure: Failure
    detail: str


def parse(text: str, menu: Menu) -> Spoken | Unreadable:
    """The answer of a reply: of its last whole object with one, else of its lines that state a verdict.

    An object that breaks off is read where its answer came whole. An answer is never found by looking for a word in
    a longer text: "unknown" holds "no", and "not yes" holds "yes".
    """
    if not text.strip():
        return Unreadable("unparseable", "an empty reply")
    objects = list(objects_in(text))
    if objects:
        return answer_of(objects, menu)
    return _from_lines(text, menu)


def answer_of(objects: Sequence[Found], menu: Menu) -> Spoken | Unreadable:
    """The answer of the last whole object that has one, else of the last that breaks off after it."""
    answering = [(found, said) for found in objects if (said := _said(found))]
    chosen = [(found, said) for found, said in answering if found.closed] or answering
    if not chosen:
        return Unreadable("incomplete", "an object without an answer")
    found, said = chosen[-1]
    return answer_said(said, menu, _rationale(found))


def answer_said(said: Sequence[str], menu: Menu, rationale: str | None = None) -> Spoken | Unreadable:
    """The answer that these texts spell, each as a whole, where they are at one."""
    answers = [menu.find(text) for text in said]
    first = answers[0]
    if first is None or any(answer != first for answer in answers):
        return Unreadable("off_menu", f"the answer {_quoted(' and '.join(said))}")
    return Spoken(first, rationale)


def _said(found: Found) -> list[str]:
    """What the object gives as its answer, as text; more than once where the key stands more than once."""
    values = [value for key, value in found.members if spelling(key) in _ANSWER_KEYS]
    return [value if isinstance(value, str) else str(value) for value in values if isinstance(value, str | bool | int)]


def _rationale(found: Found) -> str | None:
    texts = [value for key, value in found.members if spelling(key) in _RATIONALE_KEYS and isinstance(value, str)]
    return (mended(texts[0]).strip() or None) if texts else None


def _from_lines(text: str, menu: Menu) -> Spoken | Unreadable:
    """The answer of a reply in prose: its first or last line if that is nothing but an answer, or a labelled line.

    Such lines must agree.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    stated = [match[1] for line in lines if (match := _LABELLED.match(line)) is not None]
    bare = [line for line in dict.fromkeys((lines[0], lines[-1])) if menu.find(line) is not None]
    answers = [menu.find(said) for said in (*stated, *bare)]
    if not answers:
        kind: Failure = "off_menu" if len(lines) == 1 else "unparseable"
        return Unreadable(kind, f"no answer in {_quoted(text)}")
    first = answers[0]
    if first is None or any(answer != first for answer in answers):
        return Unreadable("off_menu", f"the answers {_quoted(' and '.join((*stated, *bare)))}")
    rest = [line for line in lines if line not in bare and _LABELLED.match(line) is None]
    return Spoken(first, "\n".join(rest).strip() or None)


def _quoted(text: str) -> str:
    return repr(one_line(text, _SHOWN))
