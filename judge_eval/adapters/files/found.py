"""What reading finds: cases and runs, each with the place it was found in."""

from __future__ import annotations

from dataclasses import dataclass

from judge_eval.core.adk_scored import AdkScored
from judge_eval.core.case import Case, Turn
from judge_eval.core.run import Run
from judge_eval.errors import Problem


@dataclass(frozen=True, slots=True)
class Origin:
    """Where something was found: a file, and a line or a field in it."""

    place: str
    line: int | None = None
    field: str | None = None

    def __str__(self) -> str:
        line = f":{self.line}" if self.line is not None else ""
        return f"{self.place}{line}" + (f" {self.field}" if self.field else "")


@dataclass(frozen=True, slots=True)
class FoundCase:
    """A case that can be scored; `adk`: it was written in a shape of ADK's."""

    case: Case
    origin: Origin
    adk: bool = False

    @property
    def id(self) -> str:
        """The case's id."""
        return self.case.id


@dataclass(frozen=True, slots=True)
class BrokenCase:
    """A case that cannot be scored for a contradiction in itself; the other cases of its file can."""

    id: str
    origin: Origin
    problem: Problem
    adk: bool = False


@dataclass(frozen=True, slots=True)
class FoundRun:
    """A recorded run; `said` is what ADK's own results say of it, and `expected` what they held it against.

    Both are empty where it comes from elsewhere.
    """

    run: Run
    origin: Origin
    said: tuple[AdkScored, ...] = ()
    expected: tuple[Turn, ...] = ()
