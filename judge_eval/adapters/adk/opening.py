"""An agent ready to run, and put away afterwards."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from judge_eval.adapters.adk.agent import AdkAgent
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
