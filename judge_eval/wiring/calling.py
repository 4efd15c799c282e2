"""The Python calls: what `judge-eval score` does, with typed results."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from os import PathLike, fspath
from typing import Any, TypeVar

from judge_eval.core.case import Case
from judge_eval.core.ports import Progress
from judge_eval.core.results import Results
from judge_eval.core.run import Run
from judge_eval.wiring.scoring import open_suite
from judge_eval.wiring.settings import Settings

Named = str | PathLike[str]
NounT = TypeVar("NounT", Case, Run)


async def ascore(
    cases: Named | Case | Iterable[Named | Case],
    *,
    runs: Named | Run | Iterable[Named | Run] = (),
    progress: Progress | None = None,
    **settings: Any,
) -> Results:
    """The results of scoring `cases` on `runs`; files, folders, globs and nouns may be mixed.

    `runs` left out: those found beside the cases; "reference": the references themselves. `settings` are those of
    `Settings`: agent, config (a file or a `Config`), judge, votes, metrics, case_globs, tags, without_tags, cache,
    concurrency.

    Raises: InputError with every problem of the input.
    """
    with open_suite(Settings(cases=_several(cases), runs=_several(runs), **settings), progress) as suite:
        outcome, _ = await suite.score()
        return outcome.head().model_copy(update={"cases": tuple(suite.spool.results())})


def score(
    cases: Named | Case | Iterable[Named | Case],
    *,
    runs: Named | Run | Iterable[Named | Run] = (),
    progress: Progress | None = None,
    **settings: Any,
) -> Results:
    """The results, as `ascore` gives them; it may be called inside a running event loop, which then waits.

    Raises: InputError with every problem of the input.
    """

    def call() -> Results:
        return asyncio.run(ascore(cases, runs=runs, progress=progress, **settings))

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return call()
    with ThreadPoolExecutor(max_workers=1) as worker:
        # A thread of its own has no running loop.
        return worker.submit(call).result()


def _several(things: Named | NounT | Iterable[Named | NounT]) -> tuple[str | NounT, ...]:
    """What was given, one or several, with paths as text."""
    listed: Iterable[Named | NounT] = [things] if isinstance(things, str | PathLike | Case | Run) else things
    return tuple(thing if isinstance(thing, Case | Run) else fspath(thing) for thing in listed)
