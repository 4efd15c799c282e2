"""Passages of evidence, and the choice among them where they are too many for a judge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import log

from judge_eval.judge.shown.quoted import quoted
from judge_eval.text.sentences import sentences
from judge_eval.text.tokens import tokens

PIECE_BYTES = 1_000
"""Bytes of a passage that is not parted further: a paragraph."""

_KEPT_SHARE = 4
"""The message that is answered may take one part in so many."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A text with the label that says where it is from.

    `said` marks the words of user and agent, `kept` the message that is answered: it is not left out unless it takes
    a quarter of what a judge is shown.
    """

    label: str
    text: str
    said: bool = False
    kept: bool = False

    @property
    def n_bytes(self) -> int:
        """The size in UTF-8, which follows the number of tokens in every script better than characters do."""
        return len(self.text.encode("utf-8", "surrogatepass"))


@dataclass(frozen=True, slots=True)
class Chosen:
    """The passages for one claim, `n_all` being those that there were to choose from."""

    passages: tuple[Passage, ...]
    n_all: int

    @property
    def shortened(self) -> str:
        """What was left out, in words; empty where nothing was."""
        n_kept = len(self.passages)
        return "" if n_kept == self.n_all else f"evidence shortened: {n_kept} of {self.n_all} passages"

    def text(self, *, said: bool) -> str:
        """The passages that were said, or the others, each under its label."""
        return "\n".join(
            quoted(f"[{passage.label}]\n{passage.text}") for passage in self.passages if passage.said == said
        )


@dataclass(frozen=True)
class Passages:
    """What an agent had, to choose from for each claim."""

    all: tuple[Passage, ...]
    max_bytes: int | None = None
    """Bytes that a judge is shown; None: all."""

    def nearest(self, claim: str) -> Chosen:
        """All passages where they fit; else the paragraphs that share most with `claim`, in their order.

        A word counts the more, the fewer paragraphs hold it; of equals, the first ones.
        """
        if self.max_bytes is None or sum(passage.n_bytes for passage in self.all) <= self.max_bytes:
            return Chosen(self.all, len(self.all))
        pieces = self._pieces
        words = sorted(set(tokens(claim)))
        shares = [sum(self._weights[word] for word in words if word in held) for held in self._words]
        order = sorted(range(len(pieces)), key=lambda place: (not pieces[place].kept, -shares[place], place))
        left = self.max_bytes
        taken: list[int] = []
        for place in order:
            if pieces[place].n_bytes <= left:
                taken.append(place)
                left -= pieces[place].n_bytes
        return Chosen(tuple(pieces[place] for place in sorted(taken)), len(pieces))

    @cached_property
    def _pieces(self) -> tuple[Passage, ...]:
        return tuple(piece for passage in self.all for piece in _parted(passage, kept=self._is_kept(passage)))

    def _is_kept(self, passage: Passage) -> bool:
        return passage.kept and passage.n_bytes * _KEPT_SHARE <= (self.max_bytes or 0)

    @cached_property
    def _words(self) -> tuple[frozenset[str], ...]:
        return tuple(frozenset(tokens(piece.text)) for piece in self._pieces)

    @cached_property
    def _weights(self) -> dict[str, float]:
        n_pieces = Counter(word for held in self._words for word in held)
        return {word: log(1 + len(self._pieces) / count) for word, count in n_pieces.items()}


def _parted(passage: Passage, *, kept: bool) -> Iterator[Passage]:
    """The passage in paragraphs of at most `PIECE_BYTES`."""
    for text in _joined(_small_parts(passage.text)):
        yield replace(passage, text=text, kept=kept)


def _small_parts(text: str) -> Iterator[str]:
    """Whole lines where they fit, else sentences, else cuts."""
    for line in text.splitlines():
        for part in [line] if _fits(line) else sentences(line):
            yield from [part] if _fits(part) else _cuts(part)


def _joined(parts: Iterable[str]) -> Iterator[str]:
    """Neighbours joined again, as long as they fit."""
    piece = ""
    for part in parts:
        longer = f"{piece}\n{part}" if piece else part
        if piece and not _fits(longer):
            yield piece
            longer = part
        piece = longer
    if piece:
        yield piece


def _cuts(text: str) -> Sequence[str]:
    """Cuts of as many characters as fit in any script."""
    n_chars = PIECE_BYTES // 4
    return [text[start : start + n_chars] for start in range(0, len(text), n_chars)]


def _fits(text: str) -> bool:
    return len(text.encode("utf-8", "surrogatepass")) <= PIECE_BYTES
