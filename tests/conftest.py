"""What holds for every test: hypothesis sets no time limit, as this suite asserts no time, and Ctrl-C can be sent."""

from __future__ import annotations

import os
import signal

from hypothesis import settings

settings.register_profile("judge-eval", deadline=None)
if not os.environ.get("CI"):  # there hypothesis loads its own profile: no deadline, and the same examples every time
    settings.load_profile("judge-eval")


def pytest_configure() -> None:
    """Takes SIGINT back where it was ignored, as in a job started with `&` or nohup: processes would inherit that."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
