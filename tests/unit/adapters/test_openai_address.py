"""Addresses of OpenAI-compatible judges."""

from __future__ import annotations

import pytest

from judge_eval.adapters.openai.address import read_address
from judge_eval.errors import InputError


@pytest.mark.parametrize(
    ("spec", "model", "endpoint"),
    [
        ("openai:m@http://host:8000", "m", "http://host:8000/v1/chat/completions"),
        ("openai:m@http://host:8000/", "m", "http://host:8000/v1/chat/completions"),
        ("openai:m@http://host/v1", "m", "http://host/v1/chat/completions"),
        ("openai:m@https://host/api/v1/", "m", "https://host/api/v1/chat/completions"),
        ("openai:m@http://host/v1/chat/completions", "m", "http://host/v1/chat/completions"),
        ("openai:m@https://host/v1?api-version=2", "m", "https://host/v1/chat/completions?api-version=2"),
        ("openai:org/m:7b@20260101@http://[::1]:8080", "org/m:7b@20260101", "http://[::1]:8080/v1/chat/completions"),
    ],
)
def test_a_spec_is_a_model_at_an_endpoint(spec: str, model: str, endpoint: str) -> None:
    """A URL without a path gets /v1, any URL the endpoint."""
    address = read_address(spec, {})
    assert (address.model, address.endpoint, address.key) == (model, endpoint, None)


def test_the_environment_gives_url_and_key() -> None:
    """Without a URL, $OPENAI_BASE_URL is the address; the tool's own key variable goes before OpenAI's."""
    environ = {"OPENAI_BASE_URL": "http://host:1/v1", "OPENAI_API_KEY": "one", "JUDGE_EVAL_API_KEY": " two \n"}
    address = read_address("openai:m", environ)
    assert (address.endpoint, address.key) == ("http://host:1/v1/chat/completions", "two")
    assert address.spec == "openai:m@http://host:1/v1"
    assert read_address("openai:m@http://h", {"OPENAI_API_KEY": "one"}).key == "one"


@pytest.mark.parametrize("spec", ["openai:m", "openai:m@20260101"])
@pytest.mark.parametrize("environ", [{}, {"OPENAI_BASE_URL": " "}])
def test_a_server_must_be_named(spec: str, environ: dict[str, str]) -> None:
    """Nothing goes to a server that nobody named; the remedy is the whole spec of OpenAI's own."""
    with pytest.raises(InputError) as caught:
        read_address(spec, environ)
    assert f"found '{spec}'; expected openai:MODEL@URL" in str(caught.value)
    assert f"write '{spec}@https://api.openai.com/v1' for OpenAI's own" in str(caught.value)


@pytest.mark.parametrize("spec", ["openai:m@", "openai:m@/v1", "openai:m@/"])
@pytest.mark.parametrize("environ", [{}, {"OPENAI_BASE_URL": "http://host/v1"}])
def test_an_at_sign_without_a_url_is_told(spec: str, environ: dict[str, str]) -> None:
    """It is no part of the model's name, and no other server is asked in its place."""
    with pytest.raises(InputError) as caught:
        read_address(spec, environ)
    assert f"--judge: the URL after @ is missing; found '{spec}'; expected openai:MODEL@URL" in str(caught.value)
    assert "write 'openai:m@https://api.openai.com/v1' for OpenAI's own" in str(caught.value)


def test_secrets_of_a_url_are_not_in_what_is_shown() -> None:
    """User, password, query and key are used and never shown."""
    address = read_address("openai:m@https://ann:secret@host/v1?key=hidden", {"OPENAI_API_KEY": "sk-hidden"})
    assert address.endpoint == "https://ann:secret@host/v1/chat/completions?key=hidden"
    assert address.spec == "openai:m@https://host/v1"
    assert repr(address) == "Address('openai:m@https://host/v1')"


@pytest.mark.parametrize(
    "spec",
    [
        "openai:",
        "openai:@http://host",
        "openai:m@ftp://host",
        "openai:m@host:8000",
        "openai:m@host/v1",
        "openai:m@http://",
        "openai:m@http://host:eighty",
        "openai:m@http://[::1",
    ],
)
def test_what_is_no_address_is_refused(spec: str) -> None:
    """A spec without a model or with a URL that is none raises an InputError that shows the form."""
    with pytest.raises(InputError, match="openai:MODEL@URL"):
        read_address(spec, {})


@pytest.mark.parametrize("key", ["two words", "käse", "line\nbreak"])
def test_a_key_that_no_header_can_carry_is_refused_without_being_shown(key: str) -> None:
    """A key with a space, a line break or a letter past ASCII raises an InputError that names its variable."""
    with pytest.raises(InputError, match=r"\$OPENAI_API_KEY") as caught:
        read_address("openai:m@http://host", {"OPENAI_API_KEY": key})
    assert key not in str(caught.value)
