"""A judge behind any OpenAI-compatible server: vLLM, llama.cpp, Ollama, hosted ones."""

from __future__ import annotations

import time
from collections.abc import Callable

import httpx

from judge_eval.adapters.openai.address import KEY_VARIABLES, KIND, Address
from judge_eval.adapters.openai.wire import body_of, error_words, read_completion
from judge_eval.adapters.server.backend import NetworkedBackend
from judge_eval.adapters.server.client import ClientPool, as_raised
from judge_eval.adapters.server.dialogue import Heard
from judge_eval.adapters.server.error import JudgeNames, ServerError
from judge_eval.adapters.server.offer import Offer
from judge_eval.adapters.server.retry_after import retry_after_seconds
from judge_eval.core.ports import Request
from judge_eval.errors import TransportError


class OpenAIBackend(NetworkedBackend):
    """A model at an address, asked through one pool of connections."""

    kind = KIND

    def __init__(
        self,
        address: Address,
        *,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], float] = time.time,
    ) -> None:
        """`clock` times the calls; `now` is the Unix time. Proxies and SSL_CERT_FILE come from the environment."""
        names = JudgeNames(
            spec=address.spec,
            key_remedy=f"set {' or '.join(KEY_VARIABLES)} to a valid key",
            model_remedy="check the model's name and the URL",
            secrets=address.secrets,
        )
        super().__init__(address.model, names, clock=clock, now=now)
        headers = {"content-type": "application/json", "accept": "application/json"}
        if address.key is not None:
            headers["authorization"] = f"Bearer {address.key}"
        self._clients = ClientPool(headers)
        self._endpoint = self._parsed(address.endpoint)

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._clients.aclose()

    def _parsed(self, endpoint: str) -> httpx.URL:
        try:
            return httpx.URL(endpoint)
        except httpx.InvalidURL as error:
            raise self._names.input_error(f"the URL cannot be used: {error}", self._names.model_remedy) from error

    async def _once(self, request: Request, offer: Offer) -> Heard | ServerError:
        started = self._clock()
        response = await self._post(body_of(request, self.model, offer))
        if response.status_code == 200:
            heard = self._read(response, self._clock() - started)
            if heard is not None:
                return heard
        error = self._error(response)
        if error.is_about_the_request:
            return error
        raise error.as_raised(self._names, proven=self._dialogue.proven)

    async def _post(self, body: bytes) -> httpx.Response:
        try:
            return await self._clients.post(self._endpoint, body)
        except httpx.RequestError as error:
            raise as_raised(error, self._names) from error

    def _read(self, response: httpx.Response, seconds: float) -> Heard | None:
        """The reply in a good response; None where the response is an error in a good one's clothes."""
        kind = response.headers.get("content-type", "no content type")
        if "json" not in kind:
            raise TransportError(f"HTTP 200 with {kind} where JSON was expected: {self._names.hide(response.text)}")
        try:
            return read_completion(response.content, seconds)
        except ValueError as error:
            if error_words(response.content) is not None:
                return None
            raise TransportError(f"HTTP 200 with a body that is no chat completion: {error}") from error

    def _error(self, response: httpx.Response) -> ServerError:
        words = error_words(response.content)
        message, code = words or (response.headers.get("location") or response.text, None)
        status = response.status_code
        if status == 200:  # some gateways hide the status in the body
            status = int(code) if code is not None and code.isdecimal() and 400 <= int(code) < 600 else 502
        return ServerError(
            status=status,
            message=message,
            code=code,
            retry_after=retry_after_seconds(response.headers, self._now()),
            is_api=words is not None,
        )
