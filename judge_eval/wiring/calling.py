"""The Python calls: what `judge-eval score` does, with typed results."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike, fspath
from typing import Any, TypedDict, TypeVar, Unpack, cast

from judge_eval.core.case import Case
from judge_eval.core.config import Config
from judge_eval.core.ports import AgentUnderTest, Progress
from judge_eval.core.results import Results, SubsetBy
from judge_eval.core.run import Run
from judge_eval.wiring.own_loop import in_own_loop
from judge_eval.wiring.scoring import open_suite
from judge_eval.wiring.settings import Settings, refuse_unknown

Named = str | PathLike[str]
NounT = TypeVar("NounT", Case, Run)

SEVERAL = ("metrics", "case_globs", "tags", "without_tags")
"""The choices that take one text or several."""


class Choices(TypedDict, total=False):
    """What may be chosen besides cases and runs; each says what the field of its name in `Settings` says."""

    agent: Named | AgentUnderTest | None
    config: Named | Config | None
    judge: str | None
    votes: str | None
    metrics: str | Iterable[str]
    case_globs: str | Iterable[str]
    tags: str | Iterable[str]
    without_tags: str | Iterable[str]
    last_failed: bool
    subset: int | None
    subset_by: SubsetBy
    repeat: int | None
    cache: Named | None
    calibration: Named | None
    allow_stale: bool
    concurrency: int
    budget_calls: int | None
    budget_tokens: int | None
    timeout_seconds: float | None
    allow_code: bool


async def ascore(
    cases: Named | Case | Iterable[Named | Case],
    *,
    runs: Named | Run | Iterable[Named | Run] = (),
    progress: Progress | None = None,
    **choices: Unpack[Choices],
) -> Results:
    """The results of scoring `cases` on `runs`; files, folders, globs and nouns may be mixed.

    `runs` left out: those found beside the cases; "reference": the references themselves.

    Raises: InputError with every problem of the input.
    """
    with open_suite(_settings(cases, runs, choices), progress) as suite:
        outcome, _ = await suite.score()
        suite.remember()
        return outcome.head().model_copy(update={"cases": tuple(suite.spool.results())})


def score(
    cases: Named | Case | Iterable[Named | Case],
    *,
    runs: Named | Run | Iterable[Named | Run] = (),
    progress: Progress | None = None,
    **choices: Unpack[Choices],
) -> Results:
    """The results, as `ascore` gives them; it may be called inside a running event loop, which then waits.

    Raises: InputError with every problem of the input.
    """
    return in_own_loop(lambda: ascore(cases, runs=runs, progress=progress, **choices))


def _settings(
    cases: Named | Case | Iterable[Named | Case], runs: Named | Run | Iterable[Named | Run], choices: Choices
) -> Settings:
    """The settings that a call means: one text may stand for several, and paths for texts.

    Raises: TypeError where there is no such setting.
    """
    refuse_unknown("score", choices, ("runs", "progress", *Choices.__annotations__))
    plain: dict[str, Any] = {
        name: _texts(value) if name in SEVERAL else _text(value) for name, value in choices.items()
    }
    return Settings(cases=_several(cases), runs=_several(runs), **plain)


def _several(things: Named | NounT | Iterable[Named | NounT]) -> tuple[str | NounT, ...]:
    """What was given, one or several, with paths as text."""
    listed: Iterable[Named | NounT] = [things] if isinstance(things, str | PathLike | Case | Run) else things
    return tuple(thing if isinstance(thing, Case | Run) else fspath(thing) for thing in listed)


def _texts(value: Any) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def _text(value: Any) -> Any:
    return fspath(cast("PathLike[str]", value)) if isinstance(value, PathLike) else value
