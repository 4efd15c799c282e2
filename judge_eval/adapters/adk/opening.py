"""An agent ready to run, and put away afterwards."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from judge_eval.adapters.adk.agent import AdkAgent
from judge_eval.adapters.adk.evaluated_module import load_module
from judge_eval.adapters.adk.loading import load_agent
from judge_eval.adapters.adk.quiet import quiet


@asynccontextmanager
async def opened(
    spec: str, *, folder: Path, clock: Callable[[], float], timeout_seconds: float | None
) -> AsyncGenerator[AdkAgent, None]:
    """The agent that `spec` names (MODULE:ATTR or a folder, from `folder`), its toolsets closed in the end.

    While it is open, whatever is printed goes to stderr, so results are to be printed after.

    Raises: InputError where there is no such agent.
    """
    with quiet():
        agent = AdkAgent(load_agent(spec, folder), clock=clock, timeout_seconds=timeout_seconds)
        try:
            yield agent
        finally:
            await agent.aclose()


@asynccontextmanager
async def opened_module(
    name: str, agent_name: str | None, *, folder: Path, clock: Callable[[], float], timeout_seconds: float | None
) -> AsyncGenerator[AdkAgent, None]:
    """The agent of a module, as ADK's AgentEvaluator takes it, or the one below it of that name; as `opened`.

    Raises: InputError where there is no such agent.
    """
    with quiet():
        agent = AdkAgent(await load_module(name, agent_name, folder), clock=clock, timeout_seconds=timeout_seconds)
        try:
            yield agent
        finally:
            await agent.aclose()
