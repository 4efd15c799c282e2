"""An OpenAI-compatible judge on loopback that answers at once, in a process of its own: its CPU time is not ours."""

from __future__ import annotations

import subprocess
import sys
from types import TracebackType
from typing import Self

from tests.fakes.model import Traits


class FakeJudge:
    """A judge that listens from entry to exit; a context manager."""

    model = Traits().model

    def __enter__(self) -> Self:
        """The judge, ready to answer."""
        command = [sys.executable, "-m", "tests.fakes.openai_server"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.url = f"{self._process.stdout.readline().strip()}/v1" if self._process.stdout else ""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Ends the process: it stops when its standard input does."""
        self._process.communicate()

    @property
    def spec(self) -> str:
        """The judge as `--judge` takes it."""
        return f"openai:{self.model}@{self.url}"
