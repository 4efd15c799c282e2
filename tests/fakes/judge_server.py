"""What the fake judges share: a script, a memory of what was asked, and a life as a thread or as a process."""

from __future__ import annotations

import argparse
import json
import ssl
import sys
from abc import ABC, abstractmethod
from types import TracebackType
from typing import Any, Self

from tests.fakes.http_server import HttpReply, HttpRequest, HttpServer
from tests.fakes.model import Memory, Traits, Wanted
from tests.fakes.steps import Asked, Script, Step, in_turn, read_script

ASKED_PATH = "/fake/asked"
"""Where a server tells over HTTP what it has been asked."""


class JudgeServer(ABC):
    """A fake judge on loopback: `script` says what it does with each request; a context manager."""

    dead_key_status = 401
    """What the protocol answers to a key that is none."""

    def __init__(
        self,
        script: Script | None = None,
        *,
        traits: Traits | None = None,
        port: int = 0,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        """Without a script, every answer is good; port 0 takes a free one."""
        self._script = script or in_turn()
        self.traits = traits or Traits()
        self._memory = Memory()
        self._http = HttpServer(self._handle, port=port, tls=tls)

    @property
    def url(self) -> str:
        """The server's address, without a path."""
        return self._http.url

    @property
    def asked(self) -> tuple[Asked, ...]:
        """The requests so far, in the order in which they came."""
        return self._memory.asked

    def __enter__(self) -> Self:
        self._http.__enter__()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._http.__exit__(kind, error, at)

    @abstractmethod
    def wanted(self, body: dict[str, Any]) -> Wanted:
        """What a request's body asks of the model."""

    @abstractmethod
    def model_of(self, request: HttpRequest, body: dict[str, Any]) -> str | None:
        """The model that a request names; None: its path is none of the protocol's."""

    @abstractmethod
    def key_of(self, request: HttpRequest) -> str | None:
        """The key that came with a request."""

    @abstractmethod
    def error(self, status: int, message: str, code: str | None, retry_after: str | None) -> bytes:
        """The body of an error."""

    @abstractmethod
    def refusal(self, body: dict[str, Any]) -> str | None:
        """Why this server cannot serve a parameter of the request; None: it can."""

    @abstractmethod
    def success(self, asked: Asked, step: Step, wanted: Wanted) -> bytes:
        """The body of a good reply."""

    def _handle(self, request: HttpRequest) -> HttpReply:
        if request.path == ASKED_PATH:
            return HttpReply(200, self._memory.as_json())
        body: dict[str, Any] = json.loads(request.body or b"{}")
        model = self.model_of(request, body)
        if model is None:
            return self._refuse(404, f"no such path: {request.path}", None)
        wanted = self.wanted(body)
        asked = self._memory.keep(request, wanted.texts, body)
        if self.traits.key is not None and self.key_of(request) != self.traits.key:
            return self._refuse(
                self.dead_key_status, f"Incorrect API key provided: {self.key_of(request)}", "invalid_api_key"
            )
        if model != self.traits.model:
            return self._refuse(404, f"The model `{model}` does not exist", "model_not_found")
        if (why := self.refusal(body)) is not None:
            return self._refuse(400, why, "unsupported_parameter")
        return self._reply(asked, self._script(asked), wanted)

    def _refuse(self, status: int, message: str, code: str | None) -> HttpReply:
        return HttpReply(status, self.error(status, message, code, None))

    def _reply(self, asked: Asked, step: Step, wanted: Wanted) -> HttpReply:
        good = step.status == 200
        if good:
            body = self.success(asked, step, wanted)
        else:
            body = self.error(step.status, step.message, step.code, step.retry_after)
        headers: dict[str, str] = {}
        if step.retry_after is not None:
            headers["retry-after"] = step.retry_after
        if step.fault == "half_json":
            body = body[: len(body) // 2]
        elif step.fault == "html":
            body, headers["content-type"] = (
                b"<html><body><h1>Bad gateway</h1></body></html>",
                "text/html; charset=utf-8",
            )
        elif step.fault == "wrong_type":
            headers["content-type"] = "text/plain"
        return HttpReply(200 if step.hidden else step.status, body, headers, step.fault, step.delay_seconds)


def serve(server: type[JudgeServer]) -> None:
    """Runs a server as a process: prints its address, and ends when its standard input does."""
    parser = argparse.ArgumentParser(description=server.__doc__)
    parser.add_argument("--port", type=int, default=0, help="the port; 0 takes a free one")
    parser.add_argument("--script", help="JSON of a script, or the file that holds it")
    parser.add_argument("--model", default=Traits().model, help="the name under which it serves")
    parser.add_argument("--answers", default="yes,no", help="what it says where no schema says it, by commas")
    given = parser.parse_args()
    traits = Traits(model=given.model, answers=tuple(given.answers.split(",")))
    with server(read_script(given.script), traits=traits, port=given.port) as running:
        sys.stdout.write(f"{running.url}\n")
        sys.stdout.flush()
        sys.stdin.read()
