"""How long a server asks to be left alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge_eval.adapters.server.retry_after import duration_seconds, retry_after_seconds

EPOCH_OF_2015 = 1445412480.0
"""Wed, 21 Oct 2015 07:28:00 GMT, as a Unix time."""


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "120"}, 120.0),
        ({"retry-after": " 1.5 "}, 1.5),
        ({"retry-after": "9", "retry-after-ms": "1500"}, 1.5),
        ({"retry-after": "Wed, 21 Oct 2015 07:28:30 GMT"}, 30.0),
        ({"retry-after": "Wed, 21 Oct 2015 07:27:30 GMT"}, 0.0),
        ({"retry-after": "Wed, 21 Oct 2015 09:28:30 +0200"}, 30.0),
        ({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT", "date": "Wed, 21 Oct 2015 07:27:50 GMT"}, 10.0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-1"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after": "Wed, 99 Oct 2015 07:28:00 GMT"}, None),
        ({}, None),
    ],
)
def test_the_wish_is_read_in_seconds(headers: dict[str, str], seconds: float | None) -> None:
    """Seconds and dates are read, a date against the server's own clock where it shows one; else there is no wish."""
    assert retry_after_seconds(headers, EPOCH_OF_2015) == seconds


@given(st.text())
def test_no_header_breaks_the_reading(text: str) -> None:
    """Whatever stands in the header, the wish is a number from 0 on or none."""
    wish = retry_after_seconds({"retry-after": text, "date": text}, EPOCH_OF_2015)
    assert wish is None or wish >= 0


@pytest.mark.parametrize(("text", "seconds"), [("34.07s", 34.07), ("0s", 0.0), ("34", None), (34, None), (None, None)])
def test_a_protobuf_duration_is_read(text: object, seconds: float | None) -> None:
    """A duration ends in "s"; what does not is none."""
    assert duration_seconds(text) == seconds
