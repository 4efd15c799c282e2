"""How long a server asks to be left alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

_SECONDS = re.compile(r"\s*(\d{1,9}(?:\.\d{1,9})?)\s*")


def retry_after_seconds(headers: Mapping[str, str], now: float) -> float | None:
    """The server's wish in seconds, at least 0; None where its headers say nothing that can be read.

    Read are `Retry-After`, in seconds or as an HTTP date (RFC 9110, 10.2.3), and `retry-after-ms`. A date is taken
    against the reply's own `Date`, so that the server's clock alone counts; without one, against `now`, a Unix time.
    """
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    wish = headers.get("retry-after")
    seconds = _number(wish)
    if seconds is not None:
        return seconds
    until = _date(wish)
    if until is None:
        return None
    since = _date(headers.get("date")) or datetime.fromtimestamp(now, UTC)
    return max(0.0, (until - since).total_seconds())


def duration_seconds(text: object) -> float | None:
    """The seconds of a protobuf duration in JSON, such as "34.07s"; None where it is none."""
    if not isinstance(text, str) or not text.endswith("s"):
        return None
    return _number(text[:-1])


def _number(text: str | None) -> float | None:
    found = _SECONDS.fullmatch(text) if text is not None else None
    return float(found[1]) if found else None


def _date(text: str | None) -> datetime | None:
    if text is None:
        return None
    try:
        date = parsedate_to_datetime(text)
    except (ValueError, IndexError, OverflowError):
        return None
    return date if date.tzinfo is not None else date.replace(tzinfo=UTC)
