"""Agents that must pass: what ADK's AgentEvaluator does in a test, with a table that says what failed."""

from __future__ import annotations

from os import PathLike, fspath
from pathlib import Path
from typing import Any, TypedDict, Unpack

from judge_eval.adapters.files.session_file import read_session
from judge_eval.core.config import Config
from judge_eval.pipeline.score import Outcome
from judge_eval.report.canvas import Canvas
from judge_eval.report.marks import UNICODE
from judge_eval.wiring.agents import opened_module
from judge_eval.wiring.own_loop import in_own_loop
from judge_eval.wiring.score_text import header_lines, score_table, stories
from judge_eval.wiring.scoring import OpenSuite, open_suite
from judge_eval.wiring.settings import CACHE_FOLDER, Settings, refuse_unknown

Named = str | PathLike[str]


class Judging(TypedDict, total=False):
    """What may be chosen of the judge; each says what the field of its name in `Settings` says."""

    config: str | Config | None
    judge: str | None
    votes: str | None
    budget_calls: int | None
    budget_tokens: int | None
    timeout_seconds: float | None


_ARGUMENTS = ("num_runs", "agent_name", "initial_session_file", "print_detailed_results", "cache")
"""What may be chosen besides the judge."""


async def aassert_passes(
    agent_module: str,
    eval_dataset_file_path_or_dir: Named,
    num_runs: int = 2,
    agent_name: str | None = None,
    initial_session_file: Named | None = None,
    print_detailed_results: bool = True,
    *,
    cache: Named | None = CACHE_FOLDER,
    **judging: Unpack[Judging],
) -> None:
    """Runs the agent of a module on the cases `num_runs` times, and scores it: it returns where the suite passes.

    The arguments are those of ADK's AgentEvaluator.evaluate. Cases and configuration are found as `score` finds them,
    and the configuration's gate decides: unless it says otherwise, every run of every case must reach its thresholds.
    Without `print_detailed_results` the stories of the cases that did not pass are left out.

    Raises: AssertionError with the table where the suite fails or is incomplete; InputError with every problem of the
    input.
    """
    __tracebackhide__ = True
    failure = await _failure(
        agent_module,
        eval_dataset_file_path_or_dir,
        num_runs,
        agent_name,
        initial_session_file,
        print_detailed_results,
        cache=cache,
        **judging,
    )
    if failure:
        raise AssertionError(failure)


def assert_passes(
    agent_module: str,
    eval_dataset_file_path_or_dir: Named,
    num_runs: int = 2,
    agent_name: str | None = None,
    initial_session_file: Named | None = None,
    print_detailed_results: bool = True,
    *,
    cache: Named | None = CACHE_FOLDER,
    **judging: Unpack[Judging],
) -> None:
    """Does what `aassert_passes` does; it may be called inside a running event loop, which then waits.

    Raises: as `aassert_passes`.
    """
    __tracebackhide__ = True
    failure = in_own_loop(
        lambda: _failure(
            agent_module,
            eval_dataset_file_path_or_dir,
            num_runs,
            agent_name,
            initial_session_file,
            print_detailed_results,
            cache=cache,
            **judging,
        )
    )
    if failure:
        raise AssertionError(failure)


class AgentEvaluator:
    """ADK's name for it, so that a test that has used ADK's changes its import alone."""

    evaluate = staticmethod(aassert_passes)


async def _failure(
    agent_module: str,
    cases: Named,
    num_runs: int,
    agent_name: str | None,
    session_file: Named | None,
    detailed: bool,
    *,
    cache: Named | None,
    **judging: Unpack[Judging],
) -> str:
    """What is told of an agent that does not pass; empty where it passes.

    It is raised by who calls: raised here, it would come to a test behind the frames of an event loop.

    Raises: InputError with every problem of the input.
    """
    refuse_unknown("assert_passes", judging, (*_ARGUMENTS, *Judging.__annotations__))
    settings: dict[str, Any] = {
        "cases": (fspath(cases),),
        "repeat": num_runs,
        "start": None if session_file is None else read_session(Path(session_file)),
        "cache": None if cache is None else fspath(cache),
        **judging,
    }
    async with opened_module(agent_module, agent_name) as agent:
        with open_suite(Settings(agent=agent, **settings)) as suite:
            outcome, _ = await suite.score()
            return _told(suite, outcome, detailed=detailed) if outcome.exit_code else ""


def _told(suite: OpenSuite, outcome: Outcome, *, detailed: bool) -> str:
    """Whence everything came, the tables, and the story of each case that did not pass."""
    canvas = Canvas(UNICODE)
    # What is only reported keeps no agent from passing.
    told = stories(suite, UNICODE, without=("passed", "skipped", "reported")) if detailed else ()
    parts = ["\n".join(header_lines(suite)), score_table(outcome, suite.spool.results, canvas)]
    return "\n\n".join(["the agent does not pass", *parts, *told])
