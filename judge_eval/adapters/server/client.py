"""The HTTP client of the judges, and what its failures mean."""

from __future__ import annotations

import ssl
from collections.abc import Mapping

import httpx

from judge_eval.adapters.server.error import JudgeNames
from judge_eval.calibration.thresholds import JUDGE_CONNECT_SECONDS, JUDGE_IDLE_SECONDS
from judge_eval.errors import DeadlineError, InputError, JudgeError, Problem, TransportError

_ENVIRONMENT = "HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, SSL_CERT_FILE and SSL_CERT_DIR"


def trusted() -> ssl.SSLContext:
    """The certificates that are trusted: SSL_CERT_FILE and SSL_CERT_DIR, else certifi's.

    Raises: InputError where the environment names files that cannot be used.
    """
    try:
        return httpx.create_ssl_context()
    except (ValueError, OSError) as error:
        raise _unusable(error) from error


def open_client(certificates: ssl.SSLContext, headers: Mapping[str, str] | None = None) -> httpx.AsyncClient:
    """A client with its own connections, which takes proxies from the environment, as curl does.

    It has no limit of its own: how many calls are under way is the limiter's to say.

    Raises: InputError where the environment names a proxy that cannot be used.
    """
    try:
        return httpx.AsyncClient(
            headers=headers,
            verify=certificates,
            timeout=httpx.Timeout(None, connect=JUDGE_CONNECT_SECONDS),
            limits=httpx.Limits(
                max_connections=None, max_keepalive_connections=None, keepalive_expiry=JUDGE_IDLE_SECONDS
            ),
        )
    except (ValueError, ImportError, httpx.InvalidURL) as error:
        raise _unusable(error) from error


class ClientPool:
    """Clients with one connection each, handed out one a call, the last used first.

    One client with many connections looks at all of them for every call, and at all again for each idle one: at 32
    calls under way that takes longer than the call.
    """

    def __init__(self, headers: Mapping[str, str]) -> None:
        """Raises: InputError where the environment names a proxy or certificates that cannot be used."""
        self._certificates = trusted()
        self._headers = headers
        self._free = [open_client(self._certificates, headers)]

    async def post(self, url: httpx.URL, content: bytes) -> httpx.Response:
        """The whole response. Raises: httpx.RequestError."""
        client = self._free.pop() if self._free else open_client(self._certificates, self._headers)
        try:
            return await client.post(url, content=content)
        finally:
            self._free.append(client)

    async def aclose(self) -> None:
        """Closes the connections."""
        for client in self._free:
            await client.aclose()


def _unusable(error: Exception) -> InputError:
    message = f"the proxy or the certificates cannot be used: {error}"
    return InputError(Problem(message, place="environment", remedy=f"check {_ENVIRONMENT}"))


def as_raised(error: httpx.RequestError, names: JudgeNames) -> JudgeError | InputError:
    """What to raise for a failure on the wire: an InputError where the server's certificate is not trusted."""
    said = names.hide(str(error)) or type(error).__name__
    if isinstance(error, httpx.ConnectTimeout):
        return TransportError(f"no connection within {JUDGE_CONNECT_SECONDS:g} seconds")
    if isinstance(error, httpx.TimeoutException):
        return DeadlineError(f"no whole reply in time: {said}")
    if "CERTIFICATE_VERIFY_FAILED" in said:
        remedy = "set SSL_CERT_FILE to a file with the certificate of the server or of its authority"
        return names.input_error(f"the server's certificate is not trusted: {said}", remedy)
    return TransportError(f"the connection broke: {said}")
