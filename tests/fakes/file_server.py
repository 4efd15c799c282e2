"""A web server on loopback that gives out files: whole, from a place on, or broken off, and notes who asked."""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


@dataclass
class FileServer:
    """What is served by path, what was asked, and how it misbehaves."""

    files: dict[str, bytes] = field(default_factory=dict[str, bytes])
    asked: list[tuple[str, str | None]] = field(default_factory=list[tuple[str, str | None]])
    """Each path asked for with its Range."""
    cut_after: int | None = None
    """Bytes after which the connection breaks, once."""
    knows_ranges: bool = True
    redirects: dict[str, str] = field(default_factory=dict[str, str])
    url: str = ""

    def part(self, path: str, wanted: str | None) -> tuple[int, bytes, Mapping[str, str]]:
        """Status, body and headers of the reply."""
        if path in self.redirects:
            return 302, b"", {"Location": self.redirects[path]}
        body = self.files.get(path)
        if body is None:
            return 404, b"not here", {}
        start = re.fullmatch(r"bytes=(\d+)-", wanted or "")
        if start is None or not self.knows_ranges:
            return 200, body, {}
        place = int(start[1])
        return 206, body[place:], {"Content-Range": f"bytes {place}-{len(body) - 1}/{len(body)}"}


@contextmanager
def serving(files: Mapping[str, bytes]) -> Generator[FileServer]:
    """A running server of `files`, stopped in the end."""
    served = FileServer(dict(files))

    class Handler(BaseHTTPRequestHandler):
        """Replies from what is served."""

        def do_GET(self) -> None:
            """Sends the file, or as much of it as was told."""
            wanted = self.headers.get("Range")
            served.asked.append((self.path, wanted))
            status, body, headers = served.part(self.path, wanted)
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Type", "text/html" if self.path.endswith("/") else "application/octet-stream")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            cut, served.cut_after = served.cut_after, None
            self.wfile.write(body if cut is None else body[:cut])

        def log_message(self, format: str, *args: object) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    served.url = f"http://127.0.0.1:{server.server_port}"
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield served
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
