"""Chromium without a screen, driven over its own protocol: no more than a page's tests need."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import ProxyHandler, build_opener

import pytest
from websockets.sync.client import connect
from websockets.sync.connection import Connection

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
SECONDS = 60.0
"""How long anything may take before a test gives up."""

needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="no chromium is installed: apt-get install chromium")


class Page:
    """One tab; everything that it said on its console, and everything that it asked the network for, is kept."""

    def __init__(self, connection: Connection) -> None:
        """A blank tab behind its debugger."""
        self._connection = connection
        self._n_sent = 0
        self.complaints: list[str] = []
        """Errors of scripts, of the console, and of the page's own policy."""
        self.requests: list[str] = []
        self._loaded = False
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.send(f"{domain}.enable")

    def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        """What the browser answers to a command; events on the way are kept."""
        self._n_sent += 1
        self._connection.send(json.dumps({"id": self._n_sent, "method": method, "params": parameters}))
        while True:
            message = self._next()
            if message.get("id") == self._n_sent:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']['message']}")
                return message["result"]

    def open(self, path: Path, fragment: str = "") -> None:
        """Loads a file from disk, and waits until it is drawn."""
        self._loaded = False
        self.send("Page.navigate", url=f"{path.as_uri()}{fragment}")
        while not self._loaded:
            self._next()

    def run(self, expression: str) -> Any:
        """The value of a piece of script, awaited where it is a promise."""
        found = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in found:
            raise RuntimeError(found["exceptionDetails"]["exception"].get("description", "thrown"))
        return found["result"].get("value")

    def wait_for(self, expression: str) -> None:
        """Waits until a piece of script is true."""
        end = time.monotonic() + SECONDS
        while not self.run(expression):
            if time.monotonic() > end:
                raise TimeoutError(expression)
            time.sleep(0.02)

    def press(self, key: str) -> None:
        """A key pressed and released; a letter is typed."""
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        code = {"Enter": 13, "Escape": 27, "Tab": 9, "ArrowUp": 38, "ArrowDown": 40, "Home": 36, "End": 35}.get(key, 0)
        common = {"key": key, "windowsVirtualKeyCode": code}
        self.send("Input.dispatchKeyEvent", type="keyDown", text=text, **common)
        self.send("Input.dispatchKeyEvent", type="keyUp", **common)

    def type(self, text: str) -> None:
        """Text typed where the keyboard is."""
        self.send("Input.insertText", text=text)

    def click(self, selector: str) -> None:
        """A click on the first element that fits."""
        self.run(f"document.querySelector({json.dumps(selector)}).click()")

    def text(self, selector: str) -> str:
        """The words of the first element that fits, as they are seen."""
        return self.run(f"document.querySelector({json.dumps(selector)}).innerText")

    def texts(self, selector: str) -> list[str]:
        """The words of every element that fits."""
        return self.run(f"Array.from(document.querySelectorAll({json.dumps(selector)}), (one) => one.innerText.trim())")

    def count(self, selector: str) -> int:
        """How many elements fit."""
        return self.run(f"document.querySelectorAll({json.dumps(selector)}).length")

    def printed(self) -> bytes:
        """The page as PDF."""
        return base64.b64decode(self.send("Page.printToPDF", paperWidth=8.27, paperHeight=11.69)["data"])

    def pictured(self, path: Path, *, dark: bool = False, width: int = 1280, height: int | None = None) -> None:
        """Writes a picture of the page, in its full height where none is given."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.send("Emulation.setEmulatedMedia", features=[scheme])
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        whole = height or self.run("document.documentElement.scrollHeight")
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=whole, deviceScaleFactor=1, mobile=False)
        path.write_bytes(base64.b64decode(self.send("Page.captureScreenshot", format="png")["data"]))

    def _next(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self._connection.recv(timeout=SECONDS))
        parameters = message.get("params", {})
        match message.get("method"):
            case "Page.loadEventFired":
                self._loaded = True
            case "Runtime.exceptionThrown":
                self.complaints.append(json.dumps(parameters["exceptionDetails"]))
            case "Runtime.consoleAPICalled" if parameters["type"] in ("error", "warning", "assert"):
                self.complaints.append(json.dumps(parameters["args"]))
            case "Log.entryAdded" if parameters["entry"]["level"] in ("error", "warning"):
                self.complaints.append(parameters["entry"]["text"])
            case "Network.requestWillBeSent":
                self.requests.append(parameters["request"]["url"])
            case _:
                pass
        return message


@contextmanager
def browser(profile: Path) -> Generator[Page]:
    """A tab of a browser of its own, which ends with the context; `profile` is a folder that it may fill."""
    assert CHROMIUM is not None
    flags = [
        "--headless=new",
        "--no-first-run",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--remote-debugging-port=0",
    ]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        flags.append("--no-sandbox")  # Chromium refuses its sandbox to root; it opens nothing here but our own file
    command = [CHROMIUM, *flags, f"--user-data-dir={profile}", "--window-size=1280,900", "about:blank"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        with connect(_address(profile, process), max_size=None, open_timeout=SECONDS, proxy=None) as connection:
            yield Page(connection)
    finally:
        process.terminate()
        process.wait(SECONDS)


def _address(profile: Path, process: subprocess.Popen[bytes]) -> str:
    """Where the debugger of the first tab listens, once the browser has written its port."""
    port = _port(profile, process)
    with build_opener(ProxyHandler({})).open(f"http://127.0.0.1:{port}/json", timeout=SECONDS) as reply:
        tabs = json.load(reply)
    return next(tab["webSocketDebuggerUrl"] for tab in tabs if tab["type"] == "page")


def _port(profile: Path, process: subprocess.Popen[bytes]) -> int:
    file = profile / "DevToolsActivePort"
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        if process.poll() is not None:
            raise RuntimeError(f"chromium ended with {process.returncode}")
        if file.exists() and "\n" in (text := file.read_text()):
            return int(text.split("\n")[0])
        time.sleep(0.05)
    raise TimeoutError("chromium wrote no port")
