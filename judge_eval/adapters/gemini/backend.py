"""Gemini as a judge, through google-genai: the Gemini API with a key, or Vertex AI."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from typing import Protocol, cast

from google.auth.exceptions import GoogleAuthError
from google.genai import Client, errors, types

from judge_eval.adapters.gemini.error import KEY_REMEDY, MODEL_REMEDY, as_judge_error, server_error
from judge_eval.adapters.gemini.reply import read_response
from judge_eval.adapters.gemini.request import config_of, contents_of
from judge_eval.adapters.server.backend import NetworkedBackend
from judge_eval.adapters.server.client import open_client, trusted
from judge_eval.adapters.server.dialogue import Heard
from judge_eval.adapters.server.error import JudgeNames, ServerError
from judge_eval.adapters.server.offer import Offer
from judge_eval.core.ports import Request

KIND = "gemini"
_KEY_VARIABLES = ("GOOGLE_API_KEY", "GEMINI_API_KEY")
_VERTEX_VARIABLES = ("GOOGLE_GENAI_USE_VERTEXAI", "GOOGLE_GENAI_USE_ENTERPRISE")
_NEVER_IN_A_MODEL = ("..", "?", "&")


class _Models(Protocol):
    """The one door of google-genai that is used here; its own type names a picture library that is not installed."""

    async def generate_content(
        self, *, model: str, contents: list[types.Content], config: types.GenerateContentConfig
    ) -> types.GenerateContentResponse: ...


class GeminiBackend(NetworkedBackend):
    """A model of Gemini; key, project, place and address come from the environment, as google-genai reads it."""

    kind = KIND

    def __init__(
        self,
        model: str,
        *,
        environ: Mapping[str, str] = os.environ,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], float] = time.time,
    ) -> None:
        """`clock` times the calls; `now` is the Unix time; `environ` tells whether there is a key, and hides it.

        Raises: NoJudgeError where the environment holds neither a key nor a sign-in for Vertex AI.
        """
        secrets = tuple(environ[name] for name in _KEY_VARIABLES if environ.get(name))
        super().__init__(model, JudgeNames(f"{KIND}:{model}", KEY_REMEDY, MODEL_REMEDY, secrets), clock=clock, now=now)
        if not model or any(sign in model for sign in _NEVER_IN_A_MODEL):
            raise self._names.input_error("this is no model's name", MODEL_REMEDY)
        if not secrets and not any(environ.get(name, "").lower() in ("true", "1") for name in _VERTEX_VARIABLES):
            # google-genai would say so too, and its half-made client would complain when it is thrown away.
            raise self._names.no_judge_error("Gemini cannot be asked: no key is set", KEY_REMEDY)
        self._http = open_client(trusted())
        # One attempt each: a second retry inside would multiply the limiter's, unseen and uncounted.
        options = types.HttpOptions(httpx_async_client=self._http, retry_options=types.HttpRetryOptions(attempts=1))
        try:
            self._client = Client(http_options=options)
        except (ValueError, GoogleAuthError) as error:
            said = self._names.hide(str(error))
            raise self._names.no_judge_error(f"Gemini cannot be asked: {said}", KEY_REMEDY) from error
        self._models = cast("_Models", self._client.aio.models)

    async def aclose(self) -> None:
        """Closes the connections."""
        self._client.close()
        await self._http.aclose()

    async def _once(self, request: Request, offer: Offer) -> Heard | ServerError:
        started = self._clock()
        try:
            response = await self._models.generate_content(
                model=self._model, contents=contents_of(request), config=config_of(request, offer)
            )
            return read_response(response, self._clock() - started)
        except errors.APIError as error:
            refusal = server_error(error, self._now())
            if refusal.is_about_the_request:
                return refusal
            raise refusal.as_raised(self._names, proven=self._dialogue.proven) from error
        except Exception as error:
            failure = as_judge_error(error, self._names)
            if failure is None:
                raise
            raise failure from error
