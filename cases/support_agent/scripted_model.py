"""The support agent's model: not a language model, but a script of replies, so that its runs never change.

Everything around it is real: ADK's agents, runner, sessions, transfers and tools. The model finds the first scene of
script.yaml that is the agent's own and whose pattern fits the last thing the customer said, and gives the scene's
replies one after another. Mistakes that a language model makes now and then stand in the script on purpose.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import AsyncGenerator, Mapping
from pathlib import Path
from typing import Any, cast

from google.adk.models.base_llm import BaseLlm
from google.adk.models.llm_request import LlmRequest
from google.adk.models.llm_response import LlmResponse
from google.genai import types
from pydantic import BaseModel, ConfigDict, TypeAdapter
from ruamel.yaml import YAML

_SCRIPT = Path(__file__).with_name("script.yaml")
_SLOT = re.compile(r"\{([\w.]+)\}")
_LOST = "I am sorry, I did not understand that. Could you put it in other words?"


class Reply(BaseModel):
    """One response of the model: a text, tool calls, or both; each call is {tool: {argument: value}}."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    say: str | None = None
    call: tuple[dict[str, dict[str, Any]], ...] = ()


class Scene(BaseModel):
    """What an agent replies, step by step, to a customer whose words fit `user`, a regular expression."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    agent: str
    user: str
    replies: tuple[Reply, ...]


class ScriptedModel(BaseLlm):
    """A model that plays the scenes of one agent."""

    scenes: tuple[Scene, ...]

    async def generate_content_async(
        self, llm_request: LlmRequest, stream: bool = False
    ) -> AsyncGenerator[LlmResponse, None]:
        """Gives one whole response; a token is a word here."""
        parts = self._reply(llm_request.contents)
        usage = types.GenerateContentResponseUsageMetadata(
            prompt_token_count=sum(_words(content.parts or []) for content in llm_request.contents),
            candidates_token_count=_words(parts),
        )
        content = types.Content(role="model", parts=parts)
        yield LlmResponse(content=content, usage_metadata=usage, model_version=self.model)

    def _reply(self, contents: list[types.Content]) -> list[types.Part]:
        at = max(index for index, content in enumerate(contents) if _said(content))
        step = sum(content.role == "model" for content in contents[at:])
        for scene in self.scenes:
            match = re.search(scene.user, _said(contents[at]), re.IGNORECASE)
            if match and step < len(scene.replies):
                return _parts(scene.replies[step], {**_results(contents), **match.groupdict()})
        return [types.Part(text=_LOST)]


def scripted_model(agent: str) -> ScriptedModel:
    """The model of one agent, named after the script's hash, so that another script is another model."""
    text = _SCRIPT.read_bytes()
    yaml: Any = YAML(typ="safe", pure=True)
    scenes = TypeAdapter(list[Scene]).validate_python(yaml.load(text))
    own = tuple(scene for scene in scenes if scene.agent == agent)
    return ScriptedModel(model=f"scripted-{hashlib.sha256(text).hexdigest()[:8]}", scenes=own)


def _said(content: types.Content) -> str:
    """What the customer said; empty for a tool's result, and for ADK's retelling of what another agent did."""
    texts = [part.text for part in content.parts or [] if part.text]
    is_customer = content.role == "user" and texts and not texts[0].startswith("For context:")
    return "\n".join(texts) if is_customer else ""


def _results(contents: list[types.Content]) -> dict[str, Any]:
    """What the tools answered so far: all answers of a tool, in order, under its name."""
    results: dict[str, Any] = {}
    for content in contents:
        for part in content.parts or []:
            if part.function_response is not None and part.function_response.name:
                results.setdefault(part.function_response.name, []).append(part.function_response.response)
    return results


def _parts(reply: Reply, known: Mapping[str, Any]) -> list[types.Part]:
    said = [types.Part(text=_filled(reply.say, known))] if reply.say else []
    calls = [
        types.Part(function_call=types.FunctionCall(name=name, args={k: _filled(v, known) for k, v in args.items()}))
        for call in reply.call
        for name, args in call.items()
    ]
    return said + calls


def _filled(value: Any, known: Mapping[str, Any]) -> Any:
    """`value` with each {slot} filled; a value that is one slot and nothing else keeps the type of what fills it."""
    if not isinstance(value, str):
        return value
    whole = _SLOT.fullmatch(value)
    return _look_up(whole[1], known) if whole else _SLOT.sub(lambda slot: _as_text(_look_up(slot[1], known)), value)


def _as_text(value: Any) -> str:
    """`value` as the agent says it; every fraction in this shop is an amount of money."""
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def _look_up(path: str, known: Mapping[str, Any]) -> Any:
    """What stands under a dotted path; of a tool's several answers the last, unless the path numbers it."""
    value: Any = known
    for key in path.split("."):
        if isinstance(value, list):
            answers = cast(list[Any], value)
            value = answers[int(key)] if key.isdigit() else answers[-1][key]
        else:
            value = value[key]
    return value


def _words(parts: list[types.Part]) -> int:
    """How many words the parts hold, calls and results as JSON."""
    texts = [part.text or "" for part in parts]
    texts += [json.dumps(part.function_call.args) for part in parts if part.function_call]
    texts += [json.dumps(part.function_response.response) for part in parts if part.function_response]
    return sum(len(text.split()) for text in texts)
