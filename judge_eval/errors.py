"""Every exception of judge-eval, and the tree they stand in.

    JudgeEvalError
    ├── InputError         the user must act; never retried; exit code 2
    │   └── NoJudgeError       the judge cannot be had here: what it would answer stays "not judged"; exit code 3
    ├── StoppedError       the budget or the time of this run is spent: what is left stays "not judged"; exit code 3
    └── JudgeError         a judge could not answer; may be retried; becomes a failed sample
        ├── TransportError     the connection or the server broke
        ├── RateLimitedError   the server asked for patience
        └── DeadlineError      no reply within the time given

A failure of a judge never leaves the judge's own rooms: it is kept as a failed `Sample`, with its kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches

_NEAR = 0.6
"""How like a known name must be to a misspelt one, of 1."""
_AS_NEAR = 0.02
"""Two names whose likeness differs by less are as near as each other."""
_SAME_WORD = 0.8
"""How like two words are that are one, misspelt."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with an input, and how to mend it.

    `place` is a file, or the flag that named it; `line` counts from 1; `field` is a dotted path such as
    `turns[0].calls[1].args`; `found` is the value as it stands, shortened.
    """

    message: str
    place: str | None = None
    line: int | None = None
    field: str | None = None
    found: str | None = None
    expected: str | None = None
    remedy: str | None = None
    case_id: str | None = None

    def __str__(self) -> str:
        place = self.place or ""
        if self.line is not None:
            place = f"{place}:{self.line}"
        parts = [f"{place}: " if place else ""]
        if self.case_id is not None:
            parts.append(f"case '{self.case_id}': ")
        if self.field:
            parts.append(f"{self.field}: ")
        parts.append(self.message)
        if self.found is not None:
            parts.append(f"; found {self.found}")
        if self.expected is not None:
            parts.append(f"; expected {self.expected}")
        if self.remedy is not None:
            parts.append(f" ({self.remedy})")
        return "".join(parts)


class JudgeEvalError(Exception):
    """Anything that judge-eval raises on purpose."""


def told(error: BaseException) -> str:
    """What `error` says, after the name of its type where judge-eval did not raise it on purpose."""
    return str(error) if isinstance(error, JudgeEvalError) else f"{type(error).__name__}: {error}"


class InputError(JudgeEvalError):
    """What the user gave cannot be used; holds at least one `Problem`."""

    def __init__(self, problems: Problem | str | Sequence[Problem]) -> None:
        if isinstance(problems, str):
            problems = Problem(problems)
        self.problems: tuple[Problem, ...] = (problems,) if isinstance(problems, Problem) else tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


class NoJudgeError(InputError):
    """The judge that was asked for is not at hand: not installed, not fetched, or without a key."""


class StoppedError(JudgeEvalError):
    """The run's own budget of calls, tokens or time is spent: nothing more is asked, and what was scored stands."""


class JudgeError(JudgeEvalError):
    """A judge could not be asked, or did not answer."""


class TransportError(JudgeError):
    """The connection or the server broke before a whole reply came."""


class RateLimitedError(JudgeError):
    """The server refused for now; `retry_after` is its wish in seconds, if it said one."""

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class DeadlineError(JudgeError):
    """No whole reply came within the time given."""


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The remedy for a misspelt name, `did you mean 'x'?`, or None where nothing known is near."""
    near = near_names(name, known)
    return f"did you mean {' or '.join(repr(one) for one in near)}?" if near else None


def near_names(name: str, known: Iterable[str]) -> list[str]:
    """The known name that `name` most likely means, or two that it may mean as well as each other; else none.

    A part of a long name means it, as `response quality` does for `rubric_based_final_response_quality_v1`; case, and
    what stands between words, means nothing.
    """
    likeness = {one: _likeness(_words(name), _words(one)) for one in sorted(known)}
    best = max(likeness.values(), default=0.0)
    if best < _NEAR:
        return []
    near = [one for one, ratio in likeness.items() if best - ratio <= _AS_NEAR]
    return near if len(near) <= 2 else [max(near, key=lambda one: likeness[one])]


def _words(name: str) -> tuple[str, ...]:
    parted = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name)
    return tuple(word for word in re.split(r"[\W_]+", parted.casefold()) if word)


def _likeness(said: tuple[str, ...], known: tuple[str, ...]) -> float:
    """How like two names are, from 0 to 1: by their letters, and where one's words are all in the other, by that."""
    ratio = SequenceMatcher(None, "_".join(said), "_".join(known)).ratio()
    is_part = bool(said) and all(get_close_matches(word, known, n=1, cutoff=_SAME_WORD) for word in said)
    return _NEAR + (1 - _NEAR) * ratio if is_part else ratio
