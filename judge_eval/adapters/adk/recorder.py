"""What only a plugin of ADK's can see: model calls, prompts, errors of tools, calls inside a called agent."""

from __future__ import annotations

import asyncio
from contextvars import ContextVar
from typing import Any

from google.adk.agents.callback_context import CallbackContext
from google.adk.agents.invocation_context import InvocationContext
from google.adk.events.event import Event
from google.adk.models.llm_request import LlmRequest
from google.adk.models.llm_response import LlmResponse
from google.adk.plugins.base_plugin import BasePlugin
from google.adk.tools.base_tool import BaseTool
from google.adk.tools.tool_context import ToolContext
from google.genai import types

from judge_eval.adapters.adk.json_values import stable_text
from judge_eval.core.run import AgentDetails, Tokens

# ADK gives a called agent a runner of its own in the same task, so the call it runs in is known by context only.
_RUNNING_CALL: ContextVar[str | None] = ContextVar("judge_eval_running_call", default=None)


class Recorder(BasePlugin):
    """Notes what passes in one session, and changes nothing of it: every callback returns None."""

    def __init__(self, session_id: str) -> None:
        super().__init__(name="judge_eval_recorder")
        self._session_id = session_id
        self.model_calls = 0
        self.tokens: Tokens | None = None
        """The sum over model calls; None while no model has reported any."""
        self.agents: dict[str, AgentDetails] = {}
        self.tool_errors: dict[str, str] = {}
        """Why a call failed, by call id."""
        self.inner_events: dict[str, list[Event]] = {}
        """Events of agents that ran inside a call, by the id of that call."""

    async def before_model_callback(self, *, callback_context: CallbackContext, llm_request: LlmRequest) -> None:
        """Notes each agent's first prompt: later ones may hold instructions that its own state wrote."""
        if callback_context.agent_name not in self.agents:
            self.agents[callback_context.agent_name] = _details(llm_request.config)

    async def after_model_callback(self, *, callback_context: CallbackContext, llm_response: LlmResponse) -> None:
        """Counts a model's response and its tokens; a streamed fragment is not a response."""
        if llm_response.partial:
            return
        self.model_calls += 1
        usage = llm_response.usage_metadata
        if usage is not None:
            before = self.tokens or Tokens()
            self.tokens = Tokens(
                input=before.input + (usage.prompt_token_count or 0) + (usage.tool_use_prompt_token_count or 0),
                output=before.output + (usage.candidates_token_count or 0) + (usage.thoughts_token_count or 0),
            )

    async def before_tool_callback(
        self, *, tool: BaseTool, tool_args: dict[str, Any], tool_context: ToolContext
    ) -> None:
        """Marks the task as running this call."""
        _RUNNING_CALL.set(tool_context.function_call_id)

    async def on_tool_error_callback(
        self, *, tool: BaseTool, tool_args: dict[str, Any], tool_context: ToolContext, error: BaseException
    ) -> None:
        """Notes why the call failed; ADK goes on as it would have."""
        if tool_context.function_call_id is not None:
            self.tool_errors[tool_context.function_call_id] = error_text(error)

    async def on_event_callback(self, *, invocation_context: InvocationContext, event: Event) -> None:
        """Notes the events of agents inside a call; the session's own events reach the runner's caller anyway."""
        call = _RUNNING_CALL.get()
        if call is not None and invocation_context.session.id != self._session_id:
            self.inner_events.setdefault(call, []).append(event)


def error_text(error: BaseException) -> str:
    """The kind of error and the first line of what it says."""
    if isinstance(error, asyncio.CancelledError):
        return "cancelled"
    lines = stable_text(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__


def _details(config: types.GenerateContentConfig) -> AgentDetails:
    fields = dict(config)
    instruction: object = fields["system_instruction"]
    tools: list[object] = fields["tools"] or []
    declared = [
        declaration.model_dump(mode="json", exclude_none=True)
        for tool in tools
        if isinstance(tool, types.Tool)
        for declaration in tool.function_declarations or []
    ]
    return AgentDetails(instructions=stable_text(instruction or ""), tools=tuple(declared))
