"""Keeps scipy.stats out while another library loads.

nltk, which rouge_score loads, imports scipy.stats (half a CPU-second) for `fisher_exact` alone, which no metric calls.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Generator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

_NAME = "scipy.stats"


class _ScipyStatsLater(ModuleType):
    """Stands for scipy.stats until the real one is wanted; whoever keeps hold of it is served by the real one."""

    def fisher_exact(self, *args: Any, **kwargs: Any) -> Any:
        """What the real `scipy.stats.fisher_exact` returns."""
        return _real_scipy_stats().fisher_exact(*args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        # The import system asks for dunder names: it must find a plain module, and load nothing.
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(_real_scipy_stats(), name)


def _real_scipy_stats() -> ModuleType:
    if isinstance(sys.modules.get(_NAME), _ScipyStatsLater):
        del sys.modules[_NAME]
    return importlib.import_module(_NAME)


@contextmanager
def scipy_stats_set_aside() -> Generator[None]:
    """A span in which `from scipy.stats import fisher_exact` loads nothing; afterwards all is as before.

    Where scipy.stats is loaded already, nothing is set aside.
    """
    if _NAME in sys.modules:
        yield
        return
    stand_in = _ScipyStatsLater(_NAME)
    sys.modules[_NAME] = stand_in
    try:
        yield
    finally:
        if sys.modules.get(_NAME) is stand_in:
            del sys.modules[_NAME]
