"""What google-genai's errors mean."""

from __future__ import annotations

from typing import cast

import httpx
from google.auth.exceptions import GoogleAuthError
from google.auth.exceptions import TransportError as AuthTransportError
from google.genai import errors

from judge_eval.adapters.server.client import as_raised
from judge_eval.adapters.server.error import JudgeNames, ServerError
from judge_eval.adapters.server.retry_after import duration_seconds, retry_after_seconds
from judge_eval.errors import InputError, JudgeError, TransportError

KEY_REMEDY = "set GOOGLE_API_KEY or GEMINI_API_KEY to a valid key, or the variables of Vertex AI"
MODEL_REMEDY = "check the model's name: `gemini:MODEL`, such as gemini:gemini-2.5-flash"

UNREADABLE = (errors.UnknownApiResponseError, ValueError, TypeError, KeyError, AttributeError)
"""What google-genai raises at a body that is no response; it checks little before it reads."""


def server_error(error: errors.APIError, now: float) -> ServerError:
    """The error of Gemini's API; `now` is the Unix time."""
    response: object = getattr(error, "response", None)
    told: object = getattr(error, "details", None)
    details = _details(told)
    reasons = [reason for detail in details if isinstance(reason := detail.get("reason"), str)]
    wishes = [duration_seconds(detail.get("retryDelay")) for detail in details]
    if isinstance(response, httpx.Response):
        wishes.append(retry_after_seconds(response.headers, now))
    return ServerError(
        status=int(error.code or 502),
        message=str(error.message or error.status or "no message"),
        code=reasons[0] if reasons else error.status,
        retry_after=max((wish for wish in wishes if wish is not None), default=None),
        is_api=isinstance(told, dict) and "error" in told,
    )


def as_judge_error(error: Exception, names: JudgeNames) -> JudgeError | InputError | None:
    """What to raise for an error that is not the API's; None where it is none that google-genai is known to raise."""
    if isinstance(error, httpx.RequestError):
        return as_raised(error, names)
    if isinstance(error, AuthTransportError):
        return TransportError(f"Google's sign-in could not be reached: {names.hide(str(error))}")
    if isinstance(error, GoogleAuthError):
        return names.input_error(f"Google's sign-in failed: {names.hide(str(error))}", KEY_REMEDY)
    if isinstance(error, UnicodeEncodeError):
        return names.input_error("the key holds characters that no key has", KEY_REMEDY)
    if isinstance(error, UNREADABLE):
        return TransportError(f"HTTP 200 with a body that is no response of Gemini: {names.hide(str(error))}")
    return None


def _details(told: object) -> list[dict[str, object]]:
    """The details of a status object; none where it has another shape."""
    found = told
    for name in ("error", "details"):
        found = cast("dict[str, object]", found).get(name) if isinstance(found, dict) else None
    if not isinstance(found, list):
        return []
    details = cast("list[object]", found)
    return [cast("dict[str, object]", detail) for detail in details if isinstance(detail, dict)]
