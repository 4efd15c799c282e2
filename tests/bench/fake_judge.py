"""An OpenAI-compatible judge on loopback that answers at once, in a process of its own: its CPU time is not ours."""

from __future__ import annotations

import json
import subprocess
import sys
from types import TracebackType
from typing import Any, Self
from urllib.request import urlopen

from tests.fakes.judge_server import ASKED_PATH
from tests.fakes.model import Traits


class FakeJudge:
    """A judge that listens from entry to exit; a context manager."""

    model = Traits().model

    def __init__(self, answer: str = "yes") -> None:
        """`answer` is what it says where no schema tells what it may say."""
        self._answer = answer

    def __enter__(self) -> Self:
        """The judge, ready to answer."""
        command = [sys.executable, "-m", "tests.fakes.openai_server", "--answers", self._answer]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.root = self._process.stdout.readline().strip() if self._process.stdout else ""
        self.url = f"{self.root}/v1"
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Ends the process: it stops when its standard input does."""
        self._process.communicate()

    @property
    def spec(self) -> str:
        """The judge as `--judge` takes it."""
        return f"openai:{self.model}@{self.url}"

    def bodies(self) -> list[dict[str, Any]]:
        """The requests that came so far, in their order."""
        with urlopen(f"{self.root}{ASKED_PATH}") as reply:
            return [row["body"] for row in json.load(reply)]
