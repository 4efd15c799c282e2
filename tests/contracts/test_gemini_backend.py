"""Gemini as a judge against a fake server, through google-genai itself."""

from __future__ import annotations

import asyncio

import pytest

from judge_eval.adapters.gemini.backend import GeminiBackend
from judge_eval.core.ports import JudgeBackend
from judge_eval.errors import InputError, NoJudgeError
from tests.contracts.backend_contract import SCHEMA, choice, structured
from tests.contracts.distribution_contract import DistributionContract
from tests.contracts.networked_contract import KEY
from tests.fakes.gemini_server import GeminiServer
from tests.fakes.judge_server import JudgeServer
from tests.fakes.steps import Step

GOOGLE_VARIABLES = (
    "GOOGLE_API_KEY",
    "GEMINI_API_KEY",
    "GOOGLE_GENAI_USE_VERTEXAI",
    "GOOGLE_CLOUD_PROJECT",
    "GOOGLE_CLOUD_LOCATION",
    "GOOGLE_APPLICATION_CREDENTIALS",
)


class TestGeminiBackend(DistributionContract):
    """The contract, and what is this protocol's own."""

    server = GeminiServer
    logprobs_parameter = "responseLogprobs"
    schema_parameter = "responseJsonSchema"

    def backend(self, server: JudgeServer, model: str) -> JudgeBackend:
        """A backend that finds the server through the environment."""
        return GeminiBackend(model)

    def environment(self, server: JudgeServer, key: str) -> dict[str, str]:
        """Key and address."""
        empty = dict.fromkeys(GOOGLE_VARIABLES, "")
        return empty | {"GOOGLE_GEMINI_BASE_URL": server.url, "GOOGLE_API_KEY": key}

    def notes_of(self, backend: JudgeBackend) -> tuple[str, ...]:
        """The backend's notes."""
        assert isinstance(backend, GeminiBackend)
        return backend.notes

    def test_the_body_is_the_protocols(self) -> None:
        """A wish for a distribution is a generateContent with its settings, and says nothing about thinking."""
        asked = self.exchange(requests=(choice("Well?", distribution=True, seed=7),)).asked[0]
        assert asked.path == "/v1beta/models/fake-judge:generateContent"
        assert asked.headers["x-goog-api-key"] == KEY
        assert asked.body == {
            "systemInstruction": {"role": "user", "parts": [{"text": "You check answers."}]},
            "contents": [{"role": "user", "parts": [{"text": "Well?"}]}],
            "generationConfig": {
                "temperature": 0.7,
                "maxOutputTokens": 8,
                "responseLogprobs": True,
                "logprobs": 20,
                "seed": 7,
            },
        }

    def test_a_schema_goes_as_json_schema(self) -> None:
        """A structured request carries its JSON schema as it is, and the type of JSON."""
        config = self.exchange(requests=(structured(),)).asked[0].body["generationConfig"]
        assert config["responseJsonSchema"] == SCHEMA
        assert config["responseMimeType"] == "application/json"

    @pytest.mark.parametrize("word", ["SAFETY", "PROHIBITED_CONTENT", "RECITATION", "BLOCKLIST", "SPII"])
    def test_every_filters_word_is_a_refusal(self, word: str) -> None:
        """Each finish reason of a filter is a refusal that names it."""
        reply = self.exchange(Step(text="", finish="refused", finish_word=word)).reply
        assert (reply.finish, reply.detail) == ("refused", word)

    @pytest.mark.parametrize("word", ["OTHER", "LANGUAGE", "MALFORMED_FUNCTION_CALL", "A_WORD_OF_NEXT_YEAR"])
    def test_every_other_word_is_kept(self, word: str) -> None:
        """A finish reason that is neither an end, a limit nor a filter is "other", with its name."""
        reply = self.exchange(Step(text="", finish="other", finish_word=word)).reply
        assert (reply.finish, reply.detail) == ("other", word)

    def test_a_blocked_prompt_names_its_reason(self) -> None:
        """A prompt that was blocked brings the reason that the feedback gives."""
        reply = self.exchange(Step(finish="blocked_prompt", finish_word="BLOCKLIST")).reply
        assert (reply.finish, reply.detail) == ("refused", "the prompt was blocked: BLOCKLIST")

    def test_fractions_of_a_retry_delay_are_read(self) -> None:
        """The delay in the error's details is read as protobuf writes it."""
        error = self.exchange(Step(status=429, retry_after="34.074824224")).outcomes[0]
        assert getattr(error, "retry_after", None) == pytest.approx(34.074824224)

    def test_json_is_json_whatever_its_type(self) -> None:
        """google-genai reads a body by what it is; a reply under another content type is a reply."""
        assert self.exchange(Step(fault="wrong_type", text="yes")).reply.text == "yes"

    def test_without_a_key_it_says_what_to_set(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Where the environment has no key, making the backend raises a NoJudgeError that names the variables."""
        for name in GOOGLE_VARIABLES:
            monkeypatch.delenv(name, raising=False)
        with pytest.raises(NoJudgeError, match="GOOGLE_API_KEY or GEMINI_API_KEY"):
            GeminiBackend("gemini-2.5-flash")

    @pytest.mark.parametrize("model", ["", "a?b", "../x"])
    def test_a_name_that_no_model_has_is_the_users_matter(self, model: str) -> None:
        """A name that google-genai would not send raises an InputError."""
        with pytest.raises(InputError, match="no model's name"):
            GeminiBackend(model)

    def test_vertex_ai_is_asked_where_the_environment_says_so(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """With the variables of Vertex AI and a key, the call goes to its own path."""

        async def ask() -> str:
            backend = GeminiBackend("fake-judge")
            reply = await backend.ask(choice())
            await backend.aclose()
            return reply.text

        with GeminiServer() as server, self.surroundings(server):
            for name in ("GOOGLE_CLOUD_PROJECT", "GOOGLE_CLOUD_LOCATION", "GOOGLE_GENAI_USE_ENTERPRISE"):
                monkeypatch.delenv(name, raising=False)
            monkeypatch.setenv("GOOGLE_GENAI_USE_VERTEXAI", "true")
            monkeypatch.setenv("GOOGLE_VERTEX_BASE_URL", server.url)
            assert asyncio.run(ask()) in ("yes", "no")
            assert server.asked[0].path == "/v1beta1/publishers/google/models/fake-judge:generateContent"
