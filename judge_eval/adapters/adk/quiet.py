"""Silence around agents: what they print must not mix with results on stdout."""

from __future__ import annotations

import logging
import sys
import warnings
from collections.abc import Generator
from contextlib import contextmanager, redirect_stdout

_LOGGERS = ("google_adk", "google_genai", "opentelemetry")


@contextmanager
def quiet() -> Generator[None, None, None]:
    """While it holds, prints go to stderr, and ADK's warnings and logs go nowhere: a run keeps its own error.

    It is for the whole of a capture, not for one run: stdout belongs to the process.
    """
    loggers = [logging.getLogger(name) for name in _LOGGERS]
    levels = [logger.level for logger in loggers]
    with warnings.catch_warnings(), redirect_stdout(sys.stderr):
        warnings.simplefilter("ignore")
        for logger in loggers:
            logger.setLevel(logging.CRITICAL + 1)
        try:
            yield
        finally:
            for logger, level in zip(loggers, levels, strict=True):
                logger.setLevel(level)
