"""The agent's fingerprint: equal for equal definitions, another for each change of one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from google.adk.agents import BaseAgent, LlmAgent
from google.adk.agents.readonly_context import ReadonlyContext
from google.adk.tools.agent_tool import AgentTool
from google.adk.tools.base_tool import BaseTool
from google.adk.tools.base_toolset import BaseToolset
from google.adk.tools.function_tool import FunctionTool
from google.genai import types

from judge_eval.adapters.adk.fingerprint import fingerprint_of
from tests.adk_agents import add

ROOT = Path(__file__).parents[3]


def subtract(a: int, b: int = 0) -> int:
    """Subtracts."""
    return a - b


def told(context: ReadonlyContext) -> str:
    """An instruction that is computed."""
    return context.agent_name


class Remote(BaseToolset):
    """A toolset, whose tools are known only once it runs."""

    async def get_tools(self, readonly_context: ReadonlyContext | None = None) -> list[BaseTool]:
        """No tools yet."""
        return []


def _agent(**settings: Any) -> LlmAgent:
    plain: dict[str, Any] = {"name": "shop", "model": "told", "instruction": "Help.", "tools": [add]}
    return LlmAgent(**(plain | settings))


CHANGES: list[dict[str, Any]] = [
    {"model": "other"},
    {"instruction": "Help more."},
    {"instruction": told},
    {"global_instruction": "Be kind."},
    {"description": "Helps."},
    {"tools": []},
    {"tools": [subtract]},
    {"tools": [add, FunctionTool(subtract)]},
    {"tools": [AgentTool(LlmAgent(name="inner", model="told"))]},
    {"tools": [AgentTool(LlmAgent(name="inner", model="other"))]},
    {"tools": [Remote()]},
    {"tools": [max]},  # a function that has no signature to read
    {"sub_agents": [LlmAgent(name="returns", model="told")]},
    {"generate_content_config": types.GenerateContentConfig(temperature=0.2)},
]


def test_every_change_shows() -> None:
    """No two of these definitions share a fingerprint, and each starts with the agent's name."""
    prints = [fingerprint_of(_agent(**change)) for change in [{}, *CHANGES]]
    assert len(set(prints)) == len(prints)
    assert all(name.startswith("shop@") and len(name) == len("shop@1f3c") for name in prints)


@pytest.mark.parametrize("change", [{}, *CHANGES])
def test_an_equal_definition_has_an_equal_fingerprint(change: dict[str, Any]) -> None:
    """The same definition built again, as an object of its own, is the same agent."""
    settings = {**change}
    settings.pop("sub_agents", None)  # an agent has one parent, so a sub-agent cannot be shared
    assert fingerprint_of(_agent(**settings)) == fingerprint_of(_agent(**settings))


def test_a_tool_may_be_wrapped() -> None:
    """A function and the FunctionTool that ADK makes of it are the same tool."""
    assert fingerprint_of(_agent(tools=[FunctionTool(add)])) == fingerprint_of(_agent())


def test_an_agent_without_a_model_has_one_too() -> None:
    """An agent that only orders others is known by them."""
    first = BaseAgent(name="flow", sub_agents=[_agent()])
    second = BaseAgent(name="flow", sub_agents=[_agent(model="other")])
    assert fingerprint_of(first) != fingerprint_of(second)


def test_it_is_the_same_in_another_process() -> None:
    """The shipped agent's fingerprint, worked out twice in interpreters with other hash seeds, is one."""
    code = (
        "from pathlib import Path; from judge_eval.adapters.adk.loading import load_agent; "
        "from judge_eval.adapters.adk.fingerprint import fingerprint_of; "
        "print(fingerprint_of(load_agent('cases/support_agent', Path.cwd()).root))"
    )
    prints = {
        subprocess.run(
            [sys.executable, "-W", "ignore", "-c", code],
            cwd=ROOT,
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(prints) == 1
    assert prints.pop().startswith("support_agent@")
