"""From the module that ADK's AgentEvaluator takes to an agent object."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from google.adk.agents import BaseAgent
from google.adk.apps import App

from judge_eval.adapters.adk.importing import imported
from judge_eval.adapters.adk.loading import LoadedAgent, as_loaded
from judge_eval.errors import InputError, Problem, nearest

_PLACE = "agent_module"
_EXAMPLE = "name the module as Python imports it, such as my_agent or my_agent.agent"


async def load_module(name: str, agent_name: str | None, folder: Path) -> LoadedAgent:
    """The agent of the module `name`, found from `folder` first, or the agent below it that `agent_name` names.

    As for AgentEvaluator, the module has a member `agent` or is called `….agent`; there stands a `root_agent`, or a
    `get_agent_async` that makes it, and where an `app` stands beside it, that brings its plugins.

    Raises: InputError where there is no such module or agent.
    """
    module = imported(name, folder, place=_PLACE, example=_EXAMPLE)
    home = getattr(module, "agent", module if name.endswith(".agent") else None)
    if not isinstance(home, ModuleType):
        message = "the module has no member `agent`, and is not called `….agent`"
        raise InputError(Problem(message, place=_PLACE, found=repr(name), remedy=f"name it: {name}.agent"))
    root = await _root(home)
    app = getattr(home, "app", None)
    loaded = as_loaded(name, app if isinstance(app, App) else root, home)
    return loaded if agent_name is None else _below(loaded, root, agent_name)


async def _root(home: ModuleType) -> object:
    root = getattr(home, "root_agent", None)
    if root is not None:
        return root
    make = getattr(home, "get_agent_async", None)
    if not callable(make):
        expected = "root_agent, or get_agent_async"
        raise InputError(
            Problem("the module has no agent", place=_PLACE, found=f"'{home.__name__}'", expected=expected)
        )
    made, _ = await cast("Callable[[], Awaitable[tuple[Any, Any]]]", make)()
    return made


def _below(loaded: LoadedAgent, root: object, agent_name: str) -> LoadedAgent:
    """The agent of that name in the tree of `root`, in the same app."""
    chosen = root.find_agent(agent_name) if isinstance(root, BaseAgent) else None
    if chosen is None:
        remedy = nearest(agent_name, _names(root)) or f"there are {', '.join(_names(root))}"
        message = f"there is no agent '{agent_name}' below '{getattr(root, 'name', root)}'"
        raise InputError(Problem(message, place="agent_name", remedy=remedy))
    return LoadedAgent(loaded.app.model_copy(update={"root_agent": chosen}), chosen, loaded.reset)


def _names(root: object) -> list[str]:
    """The names of an agent and of all below it."""
    if not isinstance(root, BaseAgent):
        return []
    return [root.name, *(name for child in root.sub_agents for name in _names(child))]
