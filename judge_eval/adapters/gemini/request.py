"""A request in Gemini's words."""

from __future__ import annotations

from google.genai import types

from judge_eval.adapters.server.offer import LARGEST_SEED, Offer
from judge_eval.core.ports import Request


def contents_of(request: Request) -> list[types.Content]:
    """What the user says, one content a message."""
    return [
        types.Content(role="user", parts=[types.Part(text=message.text)])
        for message in request.messages
        if message.role == "user"
    ]


def config_of(request: Request, offer: Offer) -> types.GenerateContentConfig:
    """The settings of a call, with all of the offer that the request wants; whether the model thinks is left to it."""
    config = types.GenerateContentConfig(
        system_instruction=_instruction(request),
        max_output_tokens=request.max_tokens + offer.thoughts_room,
        automatic_function_calling=types.AutomaticFunctionCallingConfig(disable=True),
        automatic_continuation=False,
    )
    if offer.temperature:
        config.temperature = request.temperature
    if offer.seed:
        config.seed = request.seed & LARGEST_SEED
    if request.distribution and offer.n_candidates:
        config.response_logprobs = True
        config.logprobs = offer.n_candidates
    if request.reply_schema is not None and offer.schema:
        config.response_mime_type = "application/json"
        config.response_json_schema = request.reply_schema
    return config


def _instruction(request: Request) -> str | None:
    texts = [message.text for message in request.messages if message.role == "system"]
    return "\n\n".join(texts) or None
