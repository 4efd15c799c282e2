"""The closed set of answers to a question: the words a judge may use, and what each is worth."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property, lru_cache

from pydantic import Field

from judge_eval.core.frozen import Frozen
from judge_eval.core.verdict import Decision

_AROUND = " \t\r\n*_`~'\"“”‘’«»()[]<>.,:;!…。！"
_BETWEEN = re.compile(r"[\s_-]+")


class Answer(Frozen):
    """One answer: the `word` that stands for it in a reply, its `value` in [0, 1] (None: none) and its `decision`.

    `also` are other spellings that a person would read the same way.
    """

    name: str = Field(min_length=1)
    word: str = Field(min_length=1)
    value: float | None = Field(default=None, ge=0, le=1)
    decision: Decision
    also: tuple[str, ...] = ()


@dataclass(frozen=True)
class Menu:
    """The answers that one question allows."""

    answers: tuple[Answer, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """The words of all answers, in their order."""
        return tuple(answer.word for answer in self.answers)

    def with_points(self, points: tuple[Answer, ...]) -> Menu:
        """This menu with `points` in the place of the answers that pass or fail; without points, as it is."""
        if not points:
            return self
        return Menu((*points, *(answer for answer in self.answers if answer.decision not in ("pass", "fail"))))

    def answer(self, name: str) -> Answer:
        """The answer of that name. Raises: KeyError where there is none."""
        return self._by_name[name]

    def find(self, said: str) -> Answer | None:
        """The answer that `said` spells as a whole; None where it spells none. Part of a text is never enough."""
        return self._by_spelling.get(spelling(said))

    def of_token(self, token: str) -> Answer | None:
        """The answer whose word a token is, after trimming and case folding; None where it is none."""
        return self._by_word.get(token.strip().casefold())

    @cached_property
    def _by_name(self) -> dict[str, Answer]:
        return {answer.name: answer for answer in self.answers}

    @cached_property
    def _by_word(self) -> dict[str, Answer]:
        return {answer.word.strip().casefold(): answer for answer in self.answers}

    @cached_property
    def _by_spelling(self) -> dict[str, Answer]:
        return {spelling(said): answer for answer in self.answers for said in (answer.name, answer.word, *answer.also)}


@lru_cache(maxsize=256)  # the same few keys and words, reply after reply
def spelling(said: str) -> str:
    """The text without case, marks around it and invisible characters; one space for spaces, dashes, underscores."""
    text = said
    if not said.isascii():
        text = "".join(char for char in unicodedata.normalize("NFKC", said) if unicodedata.category(char) != "Cf")
    return _BETWEEN.sub(" ", text.strip(_AROUND)).strip().casefold()
