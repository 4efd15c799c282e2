"""Agents under test by their names; loading ADK waits until one is asked for."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from pathlib import Path
from time import monotonic

from judge_eval.core.ports import AgentUnderTest
from judge_eval.errors import InputError, Problem

RUN_SECONDS = 600.0
"""Seconds for one conversation, all of its turns: an agent that waits for what never comes must not hold a suite up."""

RUNS_AT_ONCE = 4
"""Conversations under way at once: as many as ADK's own evaluation runs."""


def opened_agent(
    spec: str, *, folder: Path, clock: Callable[[], float], timeout_seconds: float | None = RUN_SECONDS
) -> AbstractAsyncContextManager[AgentUnderTest]:
    """The agent that `spec` names, MODULE:ATTR or a folder, for an `async with`; prints go to stderr inside it.

    Raises: InputError, on entering, where there is no such agent.
    """
    from judge_eval.adapters.adk.opening import opened

    return opened(spec, folder=folder, clock=clock, timeout_seconds=timeout_seconds)


def opened_module(name: str, agent_name: str | None) -> AbstractAsyncContextManager[AgentUnderTest]:
    """The agent of a module that the working folder or sys.path has, as ADK's AgentEvaluator takes it.

    With an `agent_name` it is that one below it. Raises: InputError, on entering, where there is no such agent.
    """
    from judge_eval.adapters.adk.opening import opened_module

    return opened_module(name, agent_name, folder=Path.cwd(), clock=monotonic, timeout_seconds=RUN_SECONDS)


def agent_of(agent: str | AgentUnderTest) -> AbstractAsyncContextManager[AgentUnderTest]:
    """The agent itself, or the one that its name stands for, found from the working folder first.

    Raises: InputError, on entering, where there is no such agent.
    """
    if isinstance(agent, str):
        return opened_agent(agent, folder=Path.cwd(), clock=monotonic)
    if not all(hasattr(agent, name) for name in ("fingerprint", "run")):
        raise InputError(
            Problem(
                "this is no agent that can be put to cases",
                place="agent",
                found=type(agent).__name__,
                expected="an agent's folder, MODULE:ATTR, or an AgentUnderTest",
                remedy="name it, such as my_agent.agent:root_agent",
            )
        )
    return nullcontext(agent)
