"""Models by their names in ADK's registry, as judges: Gemini against a fake server, and one that a user registers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager
from typing import ClassVar

import pytest
from google.adk.models import BaseLlm, LLMRegistry
from google.adk.models.llm_request import LlmRequest
from google.adk.models.llm_response import LlmResponse
from google.genai import types

from judge_eval.adapters.adk.model_backend import AdkModelBackend
from judge_eval.core.ports import JudgeBackend, Request
from judge_eval.errors import DeadlineError, InputError, JudgeEvalError, NoJudgeError, RateLimitedError, TransportError
from tests.contracts.backend_contract import SCHEMA, BackendContract, choice, structured
from tests.contracts.distribution_contract import DistributionContract
from tests.contracts.test_gemini_backend import GOOGLE_VARIABLES
from tests.fakes.gemini_server import GeminiServer
from tests.fakes.judge_server import JudgeServer
from tests.fakes.model import Traits
from tests.fakes.steps import Script

GEMINI_NAME = "gemini-fake-judge"
NAMED = Traits(model=GEMINI_NAME)


class _NamedGeminiServer(GeminiServer):
    """A fake Gemini server whose model has a name that ADK's registry knows to be Gemini's."""

    def __init__(self, script: Script | None = None, *, traits: Traits | None = None) -> None:
        given = traits or NAMED
        named = Traits(GEMINI_NAME, given.version, given.key, given.answers, given.refuses, given.most_candidates)
        super().__init__(script, traits=named)


class TestAdkGeminiBackend(DistributionContract):
    """The contract, for a Gemini model that is reached through ADK."""

    server = _NamedGeminiServer
    logprobs_parameter = "responseLogprobs"
    schema_parameter = "responseJsonSchema"

    def backend(self, server: JudgeServer, model: str) -> JudgeBackend:
        """A backend that finds the server through the environment; every name is made one of Gemini's."""
        return AdkModelBackend(model if model.startswith("gemini-") else f"gemini-{model}")

    def environment(self, server: JudgeServer, key: str) -> dict[str, str]:
        """Key and address."""
        empty = dict.fromkeys(GOOGLE_VARIABLES, "")
        return empty | {"GOOGLE_GEMINI_BASE_URL": server.url, "GOOGLE_API_KEY": key}

    def notes_of(self, backend: JudgeBackend) -> tuple[str, ...]:
        """The backend's notes."""
        assert isinstance(backend, AdkModelBackend)
        return backend.notes


class _StatusError(Exception):
    """An error with an HTTP status, as the clients of other providers raise."""

    def __init__(self, status_code: int, message: str) -> None:
        super().__init__(message)
        self.status_code = status_code


Answerer = Callable[[LlmRequest], LlmResponse | None]


class _RegisteredLlm(BaseLlm):
    """A user's own model; what it answers is set by the test."""

    answer: ClassVar[Answerer | None] = None

    @classmethod
    def supported_models(cls) -> list[str]:
        return ["house-judge.*"]

    async def generate_content_async(
        self, llm_request: LlmRequest, stream: bool = False
    ) -> AsyncGenerator[LlmResponse, None]:
        response = (type(self).answer or _say_yes)(llm_request)
        if response is not None:
            yield response


def _say_yes(request: LlmRequest) -> LlmResponse:
    wants_json = request.config.response_schema is not None
    text = json.dumps({"rationale": "It is.", "answer": "yes"}) if wants_json else "yes"
    return LlmResponse(content=types.Content(role="model", parts=[types.Part(text=text)]), model_version="house-1")


@pytest.fixture(autouse=True)
def _registered() -> Generator[None]:
    """The user's model in ADK's registry, answering yes until a test says otherwise."""
    LLMRegistry.register(_RegisteredLlm)
    yield
    _RegisteredLlm.answer = None


class TestAdkRegisteredBackend(BackendContract):
    """The contract, for a model that a user registers with ADK."""

    @asynccontextmanager
    async def opened(self) -> AsyncGenerator[JudgeBackend]:
        """The backend by the name that was registered."""
        backend = AdkModelBackend("house-judge")
        yield backend
        await backend.aclose()


def _ask(request: Request | None = None) -> JudgeEvalError | str:
    async def ask() -> str:
        return (await AdkModelBackend("house-judge").ask(request or choice())).text

    try:
        return asyncio.run(ask())
    except JudgeEvalError as error:
        return error


def _answer(monkeypatch: pytest.MonkeyPatch, answer: Callable[[LlmRequest], LlmResponse | None]) -> None:
    monkeypatch.setattr(_RegisteredLlm, "answer", staticmethod(answer))


def _raising(error: Exception) -> Callable[[LlmRequest], LlmResponse | None]:
    def answer(request: LlmRequest) -> LlmResponse | None:
        raise error

    return answer


def test_a_users_model_gets_the_schema_where_it_looks_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model that is not Gemini finds the reply schema in `response_schema`, and all other settings as asked."""
    seen: list[LlmRequest] = []

    def answer(request: LlmRequest) -> LlmResponse:
        seen.append(request)
        return _say_yes(request)

    _answer(monkeypatch, answer)
    _ask(structured())
    config = seen[0].config.model_dump()
    assert config["response_schema"] == SCHEMA
    assert (config["temperature"], config["seed"], config["max_output_tokens"]) == (0.7, 1, 200)
    assert config["system_instruction"] == "You check answers."
    assert seen[0].model == "house-judge"


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (_StatusError(429, "slow down"), RateLimitedError),
        (_StatusError(500, "broken"), TransportError),
        (_StatusError(401, "bad key"), InputError),
        (_StatusError(404, "no model"), InputError),
        (_StatusError(400, "no chats"), InputError),
        (TimeoutError(), DeadlineError),
        (RuntimeError("anything else"), TransportError),
    ],
    ids=lambda value: getattr(value, "__name__", repr(value)),
)
def test_errors_of_other_clients_are_sorted(
    monkeypatch: pytest.MonkeyPatch, error: Exception, kind: type[Exception]
) -> None:
    """An error with an HTTP status means what the status says, a timeout a missed deadline, all else the transport."""
    _answer(monkeypatch, _raising(error))
    assert type(_ask()) is kind


def test_a_model_that_yields_nothing_is_a_transport_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model that yields no response at all raises a TransportError."""
    _answer(monkeypatch, lambda request: None)
    assert isinstance(_ask(), TransportError)


def test_an_error_code_of_adk_is_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A response that holds only ADK's error code is sorted by that code."""

    async def ask() -> tuple[str, str | None]:
        reply = await AdkModelBackend("house-judge").ask(choice())
        return reply.finish, reply.detail

    _answer(monkeypatch, lambda request: LlmResponse(error_code="BLOCKLIST", error_message="a word"))
    assert asyncio.run(ask()) == ("refused", "BLOCKLIST: a word")


def test_a_name_of_litellm_names_the_extra() -> None:
    """Without LiteLLM, a provider's name raises a NoJudgeError that names the extra to install."""
    with pytest.raises(NoJudgeError, match=r"judge-eval\[adk-models\]"):
        AdkModelBackend("openai/gpt-4o")


def test_a_name_that_adk_does_not_know_is_the_users_matter() -> None:
    """A name without a provider that no pattern of the registry matches raises an InputError with the name."""
    with pytest.raises(InputError, match="no-such-model"):
        AdkModelBackend("no-such-model")
