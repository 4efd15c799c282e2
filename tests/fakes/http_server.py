"""A small HTTP/1.1 server in a thread of its own, which can break the wire where a real one would."""

from __future__ import annotations

import asyncio
import socket
import ssl
import struct
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

from tests.fakes.steps import Fault

_REASONS = {200: "OK", 400: "Bad Request", 401: "Unauthorized", 404: "Not Found", 429: "Too Many Requests"}
_RESET_ON_CLOSE = struct.pack("ii", 1, 0)


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """One request; `target` as it stood in the request line, so that a proxy's absolute form can be seen."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes

    @property
    def path(self) -> str:
        """The path of the target, without host and query."""
        return urlsplit(self.target).path


@dataclass(frozen=True, slots=True)
class HttpReply:
    """One reply, and how it breaks."""

    status: int
    body: bytes
    headers: dict[str, str] = field(default_factory=dict[str, str])
    fault: Fault = "none"
    delay_seconds: float = 0.0


class HttpServer:
    """A server on loopback; as a context manager it listens from entry to exit."""

    def __init__(
        self, handle: Callable[[HttpRequest], HttpReply], *, port: int = 0, tls: ssl.SSLContext | None = None
    ) -> None:
        """`handle` answers each request, on the server's thread; port 0 takes a free one."""
        self._handle = handle
        self._tls = tls
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._failure: OSError | None = None
        self.port = port

    @property
    def url(self) -> str:
        """The address without a path."""
        return f"{'https' if self._tls else 'http'}://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait()
        if self._failure is not None:
            raise self._failure
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._loop is not None and self._stop is not None:
            self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()

    async def _serve(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        try:
            server = await asyncio.start_server(self._converse, "127.0.0.1", self.port, ssl=self._tls, backlog=512)
        except OSError as error:
            self._failure = error
            self._ready.set()
            return
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._stop.wait()
        server.close()

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while (request := await _read(reader)) is not None:
                reply = self._handle(request)
                if reply.delay_seconds:
                    await asyncio.sleep(reply.delay_seconds)
                if not await _send(reply, reader, writer):
                    return
        except (ConnectionError, asyncio.IncompleteReadError, ssl.SSLError):
            return
        except asyncio.CancelledError:  # the server stops; the streams' own callback would log what is raised here
            return
        finally:
            writer.close()


async def _read(reader: asyncio.StreamReader) -> HttpRequest | None:
    """The next request of a connection, or None where the client has closed it."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError:
        return None
    first, *lines = head.decode("latin-1").rstrip().split("\r\n")
    method, target, _ = first.split(" ", 2)
    pairs = (line.split(":", 1) for line in lines)
    headers = {name.strip().lower(): value.strip() for name, value in pairs}
    return HttpRequest(method, target, headers, await reader.readexactly(int(headers.get("content-length", "0"))))


async def _send(reply: HttpReply, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
    """Sends the reply, broken as it says; whether the connection can serve another request."""
    if reply.fault == "hang":
        await reader.read()  # comes back when the client gives up
        return False
    if reply.fault == "reset":
        connection: socket.socket = writer.get_extra_info("socket")
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET_ON_CLOSE)
        writer.transport.abort()
        return False
    headers = {"content-type": "application/json", "content-length": str(len(reply.body))} | reply.headers
    lines = [f"HTTP/1.1 {reply.status} {_REASONS.get(reply.status, 'Fake')}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    broken = reply.fault == "half_body"
    body = reply.body[: len(reply.body) // 2] if broken else reply.body
    writer.write("\r\n".join([*lines, "", ""]).encode("latin-1") + body)
    await writer.drain()
    return not broken
