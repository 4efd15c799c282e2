"""What google-genai raises, sorted."""

from __future__ import annotations

import httpx
import pytest
from google.auth.exceptions import DefaultCredentialsError, RefreshError
from google.auth.exceptions import TransportError as AuthTransportError
from google.genai import errors

from judge_eval.adapters.gemini.error import as_judge_error, server_error
from judge_eval.adapters.server.error import JudgeNames
from judge_eval.errors import DeadlineError, InputError, TransportError

NAMES = JudgeNames("gemini:m", "set a key", "check the name")


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (httpx.ReadError("broke"), TransportError),
        (httpx.ConnectTimeout("slow"), TransportError),
        (httpx.ReadTimeout("slow"), DeadlineError),
        (AuthTransportError("no sign-in server"), TransportError),
        (RefreshError("expired"), InputError),
        (DefaultCredentialsError("none"), InputError),
        (UnicodeEncodeError("ascii", "ä", 0, 1, "no"), InputError),
        (errors.UnknownApiResponseError("half"), TransportError),
        (KeyError("candidates"), TransportError),
    ],
    ids=lambda value: getattr(value, "__name__", type(value).__name__),
)
def test_failures_are_sorted(error: Exception, kind: type[Exception]) -> None:
    """The wire and unreadable bodies may heal; a sign-in or a key that cannot work is the user's matter."""
    assert type(as_judge_error(error, NAMES)) is kind


def test_what_google_genai_is_not_known_to_raise_is_nobodys() -> None:
    """Another error is not hidden behind a judge's."""
    assert as_judge_error(MemoryError(), NAMES) is None


@pytest.mark.parametrize(
    ("told", "retry_after"),
    [
        ({"error": {"message": "busy", "details": [{"retryDelay": "3s"}, {"retryDelay": "5s"}]}}, 5.0),
        ({"error": {"message": "busy", "details": ["odd", {"retryDelay": 4}]}}, None),
        ({"error": {"message": "busy", "details": {}}}, None),
        ({"error": {"message": "busy"}}, None),
        ({"message": "busy"}, None),
    ],
)
def test_details_of_any_shape_are_borne(told: object, retry_after: float | None) -> None:
    """The longest of the delays that can be read is the wish; a shape that is none says nothing."""
    error = server_error(errors.ClientError(429, told), now=0.0)
    assert (error.status, error.message, error.retry_after) == (429, "busy", retry_after)


def test_the_header_counts_too() -> None:
    """A Retry-After of the response is a wish like a delay in the details."""
    response = httpx.Response(429, headers={"retry-after": "8"})
    told = {"error": {"message": "busy", "details": [{"retryDelay": "3s"}]}}
    assert server_error(errors.ClientError(429, told, response), now=0.0).retry_after == 8.0
