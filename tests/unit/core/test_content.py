"""Data in messages: what counts as base64."""

from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from judge_eval.core.content import Part, decoded


@given(st.binary(max_size=40), st.booleans(), st.booleans())
def test_either_alphabet_is_read(data: bytes, urls: bool, padded: bool) -> None:
    """As is text in lines, and text without its padding."""
    text = (base64.urlsafe_b64encode if urls else base64.b64encode)(data).decode()
    text = text if padded else text.rstrip("=")
    assert decoded(f"{text[:20]}\n{text[20:]}") == data


@pytest.mark.parametrize("data", ["?", "A", "AA=A", "Grüße", "data:image/png;base64,AA=="])
def test_what_is_no_base64_is_no_part(data: str) -> None:
    """It is refused where it is read, and not when an agent or a judge is to be shown it."""
    with pytest.raises(ValidationError, match="this is no base64"):
        Part(data=data, mime_type="image/png")
