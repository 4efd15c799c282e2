"""The progress of work that is shown to nobody."""

from __future__ import annotations


class Silent:
    """Progress that nobody watches."""

    def running(self, done: int, total: int) -> None:
        """Says nothing."""

    def begin(self, total: int) -> None:
        """Says nothing."""

    def scored(self) -> None:
        """Says nothing."""

    def asked(self, *, cached: bool) -> None:
        """Says nothing."""

    def waiting(self, seconds: float) -> None:
        """Says nothing."""

    def end(self) -> None:
        """Says nothing."""
