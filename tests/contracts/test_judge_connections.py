"""Proxies and certificates of the environment, on the way to a judge."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from judge_eval.adapters.openai.address import read_address
from judge_eval.adapters.openai.backend import OpenAIBackend
from judge_eval.core.ports import Reply
from judge_eval.errors import InputError
from tests.contracts.backend_contract import choice
from tests.contracts.networked_contract import PROXY_VARIABLES
from tests.fakes.certificate import self_signed
from tests.fakes.openai_server import OpenAIServer


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]
    """No proxy and no certificates but what a test sets."""
    for name in (*PROXY_VARIABLES, "NO_PROXY", "no_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR"):
        monkeypatch.delenv(name, raising=False)


def _ask(url: str) -> Reply:
    async def ask() -> Reply:
        backend = OpenAIBackend(read_address(f"openai:fake-judge@{url}", {}))
        try:
            return await backend.ask(choice())
        finally:
            await backend.aclose()

    return asyncio.run(ask())


def test_a_proxy_of_the_environment_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """With HTTP_PROXY set, the request for a host that does not exist arrives at the proxy."""
    with OpenAIServer() as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        assert _ask("http://judge.invalid:8000").text
        assert proxy.asked[0].headers["host"] == "judge.invalid:8000"


def test_a_host_that_needs_no_proxy_gets_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the host in NO_PROXY, the request goes straight to it."""
    with OpenAIServer() as server, OpenAIServer() as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        assert _ask(server.url).text
        assert (len(server.asked), len(proxy.asked)) == (1, 0)


def test_a_certificate_of_the_environment_is_trusted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With SSL_CERT_FILE set to its certificate, a server is asked over TLS."""
    tls, trusted = self_signed(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
    with OpenAIServer(tls=tls) as server:
        assert _ask(server.url).text


def test_a_certificate_that_nobody_trusts_is_the_users_matter(tmp_path: Path) -> None:
    """Without it, the InputError names the variable."""
    tls, _ = self_signed(tmp_path)
    with OpenAIServer(tls=tls) as server, pytest.raises(InputError, match="SSL_CERT_FILE"):
        _ask(server.url)


@pytest.mark.parametrize(
    ("name", "value"), [("HTTP_PROXY", "gopher://nowhere:1"), ("SSL_CERT_FILE", "no/such/file.pem")]
)
def test_an_environment_that_cannot_be_used_is_named(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    """A proxy of no known kind, or certificates that are not there, raise an InputError that says what to check."""
    monkeypatch.setenv(name, value)
    with pytest.raises(InputError, match=name):
        OpenAIBackend(read_address("openai:m@http://127.0.0.1:1", {}))
