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

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches


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
    near = get_close_matches(name, sorted(known), n=1, cutoff=0.6)
    return f"did you mean '{near[0]}'?" if near else None
