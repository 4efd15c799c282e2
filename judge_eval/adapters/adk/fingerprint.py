"""The name that a recording gives its agent: it changes when the agent's definition does."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from typing import cast

from google.adk.tools.base_tool import BaseTool
from google.adk.tools.function_tool import FunctionTool
from google.adk.workflow import BaseNode
from pydantic import BaseModel, JsonValue

from judge_eval.adapters.adk.json_values import json_value, stable_text
from judge_eval.core.fingerprint import fingerprint

_DIGITS = 4


def fingerprint_of(root: BaseNode) -> str:
    """The agent's name and the start of a hash of its definition, such as "support_agent@1f3c".

    The definition is name, description, model, instruction, model settings, tools and sub-agents, all the way
    down; of code, such as a tool's body or a computed instruction, only the name, signature and docstring.
    """
    return f"{root.name}@{fingerprint(_definition(root))[:_DIGITS]}"


def _definition(node: object) -> JsonValue:
    tools = cast(Iterable[object], getattr(node, "tools", None) or ())
    agents = cast(Iterable[object], getattr(node, "sub_agents", None) or ())
    return {
        "kind": type(node).__name__,
        "name": json_value(getattr(node, "name", None)),
        "description": json_value(getattr(node, "description", None)),
        "model": _model(getattr(node, "model", None)),
        "instruction": _text_or_code(getattr(node, "instruction", None)),
        "global_instruction": _text_or_code(getattr(node, "global_instruction", None)),
        "settings": _settings(getattr(node, "generate_content_config", None)),
        "tools": [_tool(tool) for tool in tools],
        "sub_agents": [_definition(agent) for agent in agents],
    }


def _model(model: object) -> JsonValue:
    """The model's name, whether given as a name or as an object that has one."""
    return json_value(model if isinstance(model, str) else getattr(model, "model", None))


def _settings(config: object) -> JsonValue:
    return config.model_dump(mode="json", exclude_none=True) if isinstance(config, BaseModel) else None


def _tool(tool: object) -> JsonValue:
    if isinstance(tool, FunctionTool):
        return _text_or_code(tool.func)
    if isinstance(tool, BaseTool):
        agent = getattr(tool, "agent", None)
        inside = _definition(agent) if agent is not None else None
        return {"kind": type(tool).__name__, "name": tool.name, "description": tool.description, "agent": inside}
    return _text_or_code(tool) if callable(tool) else {"kind": type(tool).__name__}


def _text_or_code(value: object) -> JsonValue:
    """A text as it is; of a function its name, signature and docstring."""
    if not callable(value):
        return json_value(value)
    try:
        signature = stable_text(inspect.signature(value))
    except ValueError:
        signature = ""
    return {"name": json_value(value), "signature": signature, "docstring": inspect.getdoc(value)}
