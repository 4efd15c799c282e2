"""What holds for every test: hypothesis sets no time limit, Ctrl-C can be sent, and no variable is left behind."""

from __future__ import annotations

import os
import signal
from collections.abc import Generator
from unittest.mock import patch

import pytest
from hypothesis import settings

settings.register_profile("judge-eval", deadline=None)
if not os.environ.get("CI"):  # there hypothesis loads its own profile: no deadline, and the same examples every time
    settings.load_profile("judge-eval")


def pytest_configure() -> None:
    """Takes SIGINT back where it was ignored, as in a job started with `&` or nohup: processes would inherit that."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _environment_undone() -> Generator[None]:  # pyright: ignore[reportUnusedFunction]
    """Takes back what a test, or a command that it calls in this process, sets in the environment."""
    with patch.dict(os.environ):
        yield
