"""ADK agents for tests: real agents with real tools, whose model says what a test tells it to say."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from typing import Any

from google.adk.agents import BaseAgent, LlmAgent
from google.adk.apps import App
from google.adk.models.base_llm import BaseLlm
from google.adk.models.llm_request import LlmRequest
from google.adk.models.llm_response import LlmResponse
from google.adk.plugins.base_plugin import BasePlugin
from google.genai import types
from pydantic import ConfigDict, JsonValue, PrivateAttr

from judge_eval.adapters.adk.agent import AdkAgent
from judge_eval.adapters.adk.loading import LoadedAgent
from judge_eval.core.case import Case, Session, Turn
from judge_eval.core.content import Part
from judge_eval.core.run import Run

Says = types.Part | Exception | LlmResponse


class Told(BaseLlm):
    """A model that gives these responses, one after another, and keeps the requests it got."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    model: str = "told"
    responses: list[Sequence[Says]]
    _requests: list[LlmRequest] = PrivateAttr(default_factory=list[LlmRequest])

    @property
    def requests(self) -> list[LlmRequest]:
        """What the model was asked, in order."""
        return self._requests

    async def generate_content_async(
        self, llm_request: LlmRequest, stream: bool = False
    ) -> AsyncGenerator[LlmResponse, None]:
        """The next response: seven tokens read and two written; or an exception, or responses as they stand."""
        response = self.responses[len(self._requests)]
        self._requests.append(llm_request.model_copy(deep=False))
        first = response[0]
        if isinstance(first, Exception):
            raise first
        if isinstance(first, LlmResponse):
            for whole in response:
                assert isinstance(whole, LlmResponse)
                yield whole
            return
        usage = types.GenerateContentResponseUsageMetadata(prompt_token_count=7, candidates_token_count=2)
        parts = [part for part in response if isinstance(part, types.Part)]
        content = types.Content(role="model", parts=parts)
        yield LlmResponse(content=content, usage_metadata=usage, model_version=self.model)


def says(text: str, *, thought: bool = False) -> types.Part:
    """A text part."""
    return types.Part(text=text, thought=thought or None)


def calls(name: str, /, **args: Any) -> types.Part:
    """A part that calls a tool; ADK gives the call its id."""
    return types.Part(function_call=types.FunctionCall(name=name, args=args))


def add(a: int, b: int) -> dict[str, int]:
    """Adds two numbers."""
    return {"sum": a + b}


def agent_of(name: str, *responses: Sequence[Says], **settings: Any) -> LlmAgent:
    """An agent whose model gives these responses."""
    return LlmAgent(name=name, model=Told(responses=list(responses)), **settings)


def case_of(*user: str | tuple[Part, ...], state: dict[str, JsonValue] | None = None, **fields: Any) -> Case:
    """A case in which the user says this, a turn each."""
    turns = tuple(Turn(user=(Part(text=said),) if isinstance(said, str) else said) for said in user)
    return Case(id="case", cluster="case", turns=turns, state=state or {}, **fields)


def under_test(
    root: BaseAgent, *, plugins: Sequence[BasePlugin] = (), timeout_seconds: float | None = 60, **loaded: Any
) -> AdkAgent:
    """The agent as judge-eval runs it, in an app with these plugins; its clock gives 0, 2, 4 … seconds."""
    app = App(name="shop", root_agent=root, plugins=list(plugins))
    ticks = iter(range(0, 10**6, 2))
    loaded_agent = LoadedAgent(app=app, root=root, **loaded)
    return AdkAgent(loaded_agent, clock=lambda: float(next(ticks)), timeout_seconds=timeout_seconds)


def recorded(agent: AdkAgent, case: Case, repeat: int = 0) -> Run:
    """The run of this case."""
    return asyncio.run(agent.run(case, repeat))


def named_session() -> Session:
    """A session whose app, user and id the case names."""
    return Session(app_name="till", user_id="dana", session_id="session-7")
