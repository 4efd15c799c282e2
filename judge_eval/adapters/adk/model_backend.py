"""Any model that ADK's registry resolves, as a judge."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Mapping
from importlib.util import find_spec

import httpx
from google.adk.models import BaseLlm, Gemini, LLMRegistry
from google.adk.models.llm_request import LlmRequest
from google.adk.models.llm_response import LlmResponse
from google.genai import errors, types

from judge_eval.adapters.gemini.error import as_judge_error, server_error
from judge_eval.adapters.gemini.reply import finish_of, read_content
from judge_eval.adapters.gemini.request import config_of, contents_of
from judge_eval.adapters.server.backend import NetworkedBackend
from judge_eval.adapters.server.dialogue import Heard
from judge_eval.adapters.server.error import JudgeNames, ServerError
from judge_eval.adapters.server.offer import Offer
from judge_eval.adapters.server.retry_after import retry_after_seconds
from judge_eval.core.ports import Finish, Request
from judge_eval.errors import DeadlineError, TransportError

KIND = "adk"
EXTRA = "adk-models"
"""The extra of judge-eval that brings LiteLLM."""

_KEY_ENDINGS = ("_API_KEY", "_TOKEN", "_SECRET")
_KEY_REMEDY = "set the key that ADK's documentation names for this model"
_MODEL_REMEDY = "check the model's name: `adk:NAME`, as an agent's `model` would have it"


class AdkModelBackend(NetworkedBackend):
    """A model by the name under which ADK knows it."""

    kind = KIND

    def __init__(
        self,
        name: str,
        *,
        environ: Mapping[str, str] = os.environ,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], float] = time.time,
    ) -> None:
        """`clock` times the calls; `now` is the Unix time; from `environ` come only the keys that no message may show.

        Raises: InputError where ADK has no such model; NoJudgeError where its provider's library is missing.
        """
        secrets = tuple(value for key, value in environ.items() if value and key.endswith(_KEY_ENDINGS))
        super().__init__(name, JudgeNames(f"{KIND}:{name}", _KEY_REMEDY, _MODEL_REMEDY, secrets), clock=clock, now=now)
        self._llm = _resolved(name, self._names)

    async def aclose(self) -> None:
        """Does nothing: ADK closes its clients itself."""

    async def _once(self, request: Request, offer: Offer) -> Heard | ServerError:
        started = self._clock()
        try:
            response = await self._generate(request, offer)
        except Exception as error:
            refusal = self._server_error(error)
            if refusal is None:
                raise self._failure(error) from error
            if refusal.is_about_the_request:
                return refusal
            raise refusal.as_raised(self._names, proven=self._dialogue.proven) from error
        return read_content(
            response.content,
            _ending(response),
            response.logprobs_result,
            response.usage_metadata,
            response.model_version,
            self._clock() - started,
        )

    async def _generate(self, request: Request, offer: Offer) -> LlmResponse:
        """The last of what the model yields: without streaming, the one that is whole."""
        last: LlmResponse | None = None
        async for response in self._llm.generate_content_async(self._llm_request(request, offer), stream=False):
            last = response
        if last is None:
            raise TransportError("the model yielded nothing")
        return last

    def _llm_request(self, request: Request, offer: Offer) -> LlmRequest:
        config = config_of(request, offer)
        # No retries inside: they would multiply the limiter's, unseen and uncounted. LiteLLM reads this as retries,
        # google-genai as attempts, of which it takes 0 for 1.
        config.http_options = types.HttpOptions(retry_options=types.HttpRetryOptions(attempts=0))
        schema: object = config.response_json_schema
        if isinstance(schema, dict) and not isinstance(self._llm, Gemini):  # the others read the older field alone
            config.response_schema, config.response_json_schema = schema, None
        return LlmRequest(model=self._llm.model, contents=contents_of(request), config=config)

    def _server_error(self, error: Exception) -> ServerError | None:
        """The server's error behind what was raised: google-genai's, or one with an HTTP status, as others have it."""
        if isinstance(error, errors.APIError):
            return server_error(error, self._now())
        status: object = getattr(error, "status_code", None)
        if not isinstance(status, int) or status < 300:
            return None
        code: object = getattr(error, "code", None)
        response: object = getattr(error, "response", None)
        headers: object = getattr(error, "litellm_response_headers", None) or getattr(response, "headers", None)
        return ServerError(
            status,
            str(error),
            code=code if isinstance(code, str) else None,
            retry_after=retry_after_seconds(headers, self._now()) if isinstance(headers, httpx.Headers) else None,
        )

    def _failure(self, error: Exception) -> Exception:
        if isinstance(error, asyncio.TimeoutError):
            return DeadlineError("no whole reply in time")
        known = as_judge_error(error, self._names)
        return known or TransportError(f"{type(error).__name__}: {self._names.hide(str(error))}")


def _resolved(name: str, names: JudgeNames) -> BaseLlm:
    try:
        return LLMRegistry.new_llm(name)
    except (ValueError, ImportError) as error:
        if "/" in name and find_spec("litellm") is None:
            remedy = f"pip install 'judge-eval[{EXTRA}]', which brings LiteLLM"
            raise names.no_judge_error(f"ADK asks '{name}' through LiteLLM, which is not installed", remedy) from error
        said = str(error).partition("\n")[0]
        raise names.input_error(f"ADK has no such model: {said}", _MODEL_REMEDY) from error


def _ending(response: LlmResponse) -> tuple[Finish, str | None]:
    return finish_of(response.finish_reason or response.error_code, response.error_message)
