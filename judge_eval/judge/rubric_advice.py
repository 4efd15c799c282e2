"""What makes a criterion hard to judge: advice on a rubric's wording, from its text alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from judge_eval.core.rubric import Criterion, Rubric
from judge_eval.text.normalise import normalise

Kind = Literal["near-duplicate", "double-barrelled", "negated", "missing anchors", "vague", "contradiction"]

_OBJECTS = r"(?:an?|the|its|their|his|her|any|all|each|every|what|how|whether|it|them|one)"
"""Words that follow a verb, seldom a noun: `offers a step` is a second predicate, `and prices` is none."""
_AUXILIARIES = r"(?:is|are|was|were|has|have|does|do|can|must|should|will)"
_SUBJECTS = r"(?:(?:it|they|also|then|never|(?:the|its) \w+)\s+)?(?:\w+ly\s+)?"
_CLAUSES = r"(?:if|when|where|while|that|who|which|what|whatever|whether|how|after|before|once|unless|until)"
"""Words that begin a clause beside the main one: what is asked of it is no question of its own."""
_SUBJECT = rf"(?:(?!{_CLAUSES}\b)[\w’'-]+\s+){{1,3}}?(?:(?:of|in|to)\s+(?:the|its|each|every)\s+[\w’'-]+\s+)?"
_QUALITY = r"(?:both\s+)?(?:(?:\w+ly|very|quite)\s+)?(?-i:[a-z]*(?:[a-rt-z]|ous|less))"
"""A word that may be an adjective: no name, and no plural."""
_AT_ONCE = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?P<at>(?:and|or|but)\s+{_SUBJECTS}(?:{_AUXILIARIES}\b|\w+s\s+{_OBJECTS}\b))",
        r"(?P<at>\bas well as\b|;)",
        rf"(?:^|,\s+)(?:{_SUBJECT}(?:is|are|(?:must|should)\s+be|stays?|remains?|sounds?)|(?:is|are)\s+{_SUBJECT})\s*"
        rf"\b(?P<at>{_QUALITY}(?:,\s+{_QUALITY})*,?\s+(?:and|but|yet)\s+{_QUALITY})\s*[.?!]?\s*$",
        r"(?-i:[.!?]\s+(?=[A-Z]))"
        r"(?P<at>(?:it|they|(?:the|its)\s+(?:reply|response|answer|message|agent|assistant))\s+"
        r"(?!(?:was|counts|suffices|applies|passes|fails|does\s+not|is\s+(?:enough|sufficient|fine|met|not|no))\b)"
        r"(?:(?:also|then)\s+\w+|(?:\w+ly\s+)?(?:must\s+\w+|should\s+\w+|\w+s\b)))",
    )
)
"""Two predicates, two things in a list of another kind, two qualities, and a second sentence that asks more."""
_NEGATIONS = re.compile(
    r"\b(?:not|never|no|none|nothing|nobody|without|neither|nor|cannot|avoids?|lacks?|refrains?|free (?:of|from))\b"
    r"|n['’]t\b",
    re.IGNORECASE,
)
_ASKS_FOR_A_DEGREE = re.compile(
    r"\s*(?:how\s+\w+\s+(?:is|are|was|were|does|do|did)\b|how well\b|to what (?:extent|degree)\b|rate\b)", re.IGNORECASE
)
_VAGUE = re.compile(
    r"\b(?:good|bad|nice|great|best|quality|appropriate(?:ly)?|proper(?:ly)?|suitabl[ey]|adequate(?:ly)?|reasonabl[ey]"
    r"|professional(?:ly)?|natural(?:ly)?|helpful(?:ly)?|useful(?:ly)?|effective(?:ly)?|efficient(?:ly)?"
    r"|satisfactor(?:y|ily)|sufficient(?:ly)?|relevant(?:ly)?|optimal(?:ly)?|well[- ]written|user[- ]friendly|etc)\b",
    re.IGNORECASE,
)
_LITTLE_WORDS = frozenset(
    ["a", "an", "the", "this", "it", "its", "is", "are", "be", "of", "in", "on", "at", "by", "to"]
)
"""Words without which two criteria still differ in what they ask; “not”, “or” and “without” are none."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What is doubtful about the criterion at `place` of its rubric, at which of its fields, and what would mend it."""

    kind: Kind
    place: int
    message: str
    remedy: str
    at: tuple[str | int, ...] = ("text",)


def advice_on(rubric: Rubric, *, near_duplicate: float) -> tuple[Advice, ...]:
    """All advice on a rubric, criterion by criterion; empty where nothing is doubtful.

    Two criteria are near duplicates where they share this part, from 0 to 1, of the words that either of them has.
    """
    found: list[Advice] = []
    for place, criterion in enumerate(rubric.criteria):
        found += _on_criterion(place, criterion)
        twin = _twin(rubric, place, near_duplicate)
        if twin is not None:
            message = f"'{criterion.id}' says nearly the same as '{twin.id}'"
            found.append(Advice("near-duplicate", place, message, "keep one: what both say counts twice"))
    return tuple(found)


def _on_criterion(place: int, criterion: Criterion) -> Iterator[Advice]:
    text = criterion.text
    if (two := next(filter(None, (pattern.search(text) for pattern in _AT_ONCE)), None)) is not None:
        message = f"'{criterion.id}' asks two things at once, at “{two['at']}”"
        yield Advice("double-barrelled", place, message, "write one criterion for each: half met has no right answer")
    if (negation := _NEGATIONS.search(text)) is not None:
        message = f"'{criterion.id}' is put negatively, by “{negation[0]}”"
        yield Advice("negated", place, message, "say what a right answer does: judges lose a yes to a not")
    yield from _on_anchors(place, criterion)
    if criterion.scale is None and not criterion.examples and (vague := _VAGUE.search(text)) is not None:
        message = f"'{criterion.id}' rests on “{vague[0]}”, which each judge reads in its own way"
        yield Advice("vague", place, message, "name what can be seen, or add examples or a scale with anchors")
    answers: dict[str, str] = {}
    for index, example in enumerate(criterion.examples):
        if answers.setdefault(example.response.strip(), example.word) != example.word:
            message = f"'{criterion.id}' has two answers to one example"
            yield Advice("contradiction", place, message, "keep the one that holds", ("examples", index))


def _on_anchors(place: int, criterion: Criterion) -> Iterator[Advice]:
    """Advice on a question of degree without a scale, and on points that say nothing or are left out."""
    if criterion.scale is None:
        if _ASKS_FOR_A_DEGREE.match(criterion.text) is not None:
            message = f"'{criterion.id}' asks for a degree, and has no scale"
            yield Advice("missing anchors", place, message, "add `scale`, with what each point means")
        return
    points = sorted(criterion.scale)
    empty = [point for point in points if not re.search(r"[^\W\d_]", criterion.scale[point])]
    skipped = [point for point in range(points[0], points[-1]) if point not in criterion.scale]
    if empty:
        message = f"'{criterion.id}' does not say what its point {empty[0]} means"
        yield Advice("missing anchors", place, message, "write what an answer at this point looks like")
    if skipped:
        message = f"'{criterion.id}' leaves out point {skipped[0]} of its scale"
        yield Advice("missing anchors", place, message, "describe every point between the ends, or renumber them")


def _twin(rubric: Rubric, place: int, near_duplicate: float) -> Criterion | None:
    """The first earlier criterion that is nearly the same."""
    words = _words(rubric.criteria[place])
    for earlier in rubric.criteria[:place]:
        before = _words(earlier)
        if len(words & before) >= near_duplicate * len(words | before):
            return earlier
    return None


def _words(criterion: Criterion) -> frozenset[str]:
    """The words that carry what the criterion asks; the whole text where there are none."""
    text = normalise(criterion.text)
    return frozenset(re.findall(r"\w+", text)) - _LITTLE_WORDS or frozenset({text})
