"""From `MODULE:ATTR` or a folder to an agent object."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from google.adk.apps import App
from google.adk.cli.utils.agent_loader import AgentLoader, is_single_agent_directory
from google.adk.workflow import BaseNode

from judge_eval.adapters.adk.importing import imported
from judge_eval.adapters.adk.recorder import error_text
from judge_eval.errors import InputError, Problem, nearest

_PLACE = "--agent"
_EXAMPLE = "write MODULE:ATTR, such as my_agent.agent:root_agent, or the agent's folder"


@dataclass(frozen=True, slots=True)
class LoadedAgent:
    """An agent with its app; `reset` is the agent module's own `reset_data`, which ADK calls before each case."""

    app: App
    root: BaseNode
    reset: Callable[[], object] | None = None


def load_agent(spec: str, folder: Path) -> LoadedAgent:
    """The agent that `spec` names: a folder as `adk` takes it, or `MODULE:ATTR`, found from `folder` first.

    A folder's `.env` is loaded as `adk` does. Importing an agent runs its code, and leaves its folder on sys.path.

    Raises: InputError where there is no such module, attribute or folder, or what is there is no agent.
    """
    path = folder / spec
    if path.is_dir():
        return _from_folder(spec, path.resolve())
    module_name, colon, attribute = spec.partition(":")
    if not colon or not module_name or not attribute or "/" in module_name:
        message = "there is no such folder, and it is no MODULE:ATTR"
        remedy = nearest(path.name, _folders_beside(path)) or _EXAMPLE
        raise InputError(Problem(message, place=_PLACE, found=repr(spec), remedy=remedy))
    module = imported(module_name, folder, place=_PLACE, example=_EXAMPLE)
    if not hasattr(module, attribute):
        raise InputError(_no_attribute(module, attribute, folder))
    return as_loaded(spec, getattr(module, attribute), module)


def _from_folder(spec: str, path: Path) -> LoadedAgent:
    single = is_single_agent_directory(path)
    if not single and not (path / "__init__.py").is_file():
        inside = sorted(child.name for child in path.iterdir() if is_single_agent_directory(child))
        remedy = f"name one of the agents in it: {', '.join(inside)}" if inside else _EXAMPLE
        message = "the folder holds no agent"
        expected = "agent.py, __init__.py or root_agent.yaml with a root_agent"
        raise InputError(Problem(message, place=_PLACE, found=repr(spec), expected=expected, remedy=remedy))
    try:
        found = AgentLoader(str(path if single else path.parent)).load_agent(path.name)
    except (Exception, SystemExit) as error:
        message = f"the agent cannot be loaded: {error_text(error)}"
        remedy = "an agent's folder is a package that exposes root_agent or app, as for `adk run`"
        raise InputError(Problem(message, place=_PLACE, found=repr(spec), remedy=remedy)) from error
    return as_loaded(spec, found, sys.modules.get(f"{path.name}.agent"))


def _folders_beside(path: Path) -> set[str]:
    """The folders of the folder in which `path` was looked for."""
    return {child.name for child in path.parent.iterdir() if child.is_dir()} if path.parent.is_dir() else set()


def _no_attribute(module: ModuleType, attribute: str, folder: Path) -> Problem:
    """Names the agents of the module; where it has none, those of the module `agent` in it, which is imported too."""
    agents = _agents_of(module)
    below = f"{module.__name__}.agent"
    remedy = f"it has: {', '.join(agents)}" if agents else "it has no agent at all"
    if not agents and hasattr(module, "__path__") and find_spec(below) is not None:
        inside = _agents_of(imported(below, folder, place=_PLACE, example=_EXAMPLE))
        remedy = f"write {' or '.join(f'{below}:{one}' for one in inside)}" if inside else remedy
    message = f"module '{module.__name__}' has no '{attribute}'"
    return Problem(message, place=_PLACE, remedy=nearest(attribute, agents) or remedy)


def _agents_of(module: ModuleType) -> list[str]:
    """The names of what is an agent, a node or an app in it."""
    return [name for name, value in vars(module).items() if isinstance(value, BaseNode | App)]


def as_loaded(spec: str, found: object, module: ModuleType | None) -> LoadedAgent:
    """The agent, node or app that `spec` stands for, with what its module brings along.

    Raises: InputError where it is none.
    """
    reset = getattr(module, "reset_data", None)
    reset = reset if callable(reset) else None
    if isinstance(found, App) and found.root_agent is not None:
        return LoadedAgent(app=found, root=found.root_agent, reset=reset)
    if isinstance(found, BaseNode):
        # As ADK's runner wraps a bare agent: an App of its own would refuse names that agents may have.
        app = App.model_construct(name=found.name, root_agent=found, plugins=[])
        return LoadedAgent(app=app, root=found, reset=reset)
    kind = f"{type(found).__module__}.{type(found).__qualname__}"
    problem = Problem("it is not an ADK agent", place=_PLACE, found=f"{spec!r}, of type {kind}")
    raise InputError(
        Problem(problem.message, problem.place, found=problem.found, expected="an agent, a node or an App")
    )
