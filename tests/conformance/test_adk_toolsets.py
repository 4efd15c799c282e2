"""Toolsets of an agent under test: shared by its runs, closed with it."""

from __future__ import annotations

import asyncio

from google.adk.agents.readonly_context import ReadonlyContext
from google.adk.tools.base_tool import BaseTool
from google.adk.tools.base_toolset import BaseToolset
from google.adk.tools.function_tool import FunctionTool

from tests.adk_agents import add, agent_of, calls, case_of, says, under_test


class Shelf(BaseToolset):
    """A toolset with one tool."""

    is_closed = False

    async def get_tools(self, readonly_context: ReadonlyContext | None = None) -> list[BaseTool]:
        """The tool."""
        return [FunctionTool(add)]

    async def close(self) -> None:
        """Notes that it was closed."""
        self.is_closed = True


def test_toolsets_stay_open_until_the_agent_is_put_away() -> None:
    """Runs share the agent's toolsets, so only closing the agent closes them."""
    toolset = Shelf()
    agent = under_test(agent_of("root", [calls("add", a=1, b=2)], [says("3")], [says("Yes.")], tools=[toolset]))

    async def used() -> list[bool]:
        seen: list[bool] = []
        for said in ("Add.", "Sure?"):
            await agent.run(case_of(said), 0)
            seen.append(toolset.is_closed)
        await agent.aclose()
        return [*seen, toolset.is_closed]

    assert asyncio.run(used()) == [False, False, True]
