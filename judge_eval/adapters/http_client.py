"""The HTTP client of the judges, and what its failures mean."""

from __future__ import annotations

from collections.abc import Mapping

import httpx

from judge_eval.adapters.server_error import JudgeNames
from judge_eval.errors import DeadlineError, InputError, JudgeError, Problem, TransportError

CONNECT_SECONDS = 10.0
"""How long a connection may take to stand; the deadline of the whole call is the limiter's."""

IDLE_SECONDS = 30.0
"""How long an idle connection is kept for the next call."""

_ENVIRONMENT = "HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, SSL_CERT_FILE and SSL_CERT_DIR"


def open_client(headers: Mapping[str, str] | None = None) -> httpx.AsyncClient:
    """One pool of connections, which takes proxies and certificates from the environment, as curl does.

    It has no limit of its own: how many calls are under way is the limiter's to say.

    Raises: InputError where the environment names a proxy or certificates that cannot be used.
    """
    try:
        return httpx.AsyncClient(
            headers=headers,
            timeout=httpx.Timeout(None, connect=CONNECT_SECONDS),
            limits=httpx.Limits(max_connections=None, max_keepalive_connections=None, keepalive_expiry=IDLE_SECONDS),
        )
    except (ValueError, ImportError, OSError, httpx.InvalidURL) as error:
        message = f"the proxy or the certificates cannot be used: {error}"
        raise InputError(Problem(message, place="environment", remedy=f"check {_ENVIRONMENT}")) from error


def as_raised(error: httpx.RequestError, names: JudgeNames) -> JudgeError | InputError:
    """What to raise for a failure on the wire: an InputError where the server's certificate is not trusted."""
    said = names.hide(str(error)) or type(error).__name__
    if isinstance(error, httpx.ConnectTimeout):
        return TransportError(f"no connection within {CONNECT_SECONDS:g} seconds")
    if isinstance(error, httpx.TimeoutException):
        return DeadlineError(f"no whole reply in time: {said}")
    if "CERTIFICATE_VERIFY_FAILED" in said:
        remedy = "set SSL_CERT_FILE to a file with the certificate of the server or of its authority"
        return names.input_error(f"the server's certificate is not trusted: {said}", remedy)
    return TransportError(f"the connection broke: {said}")
