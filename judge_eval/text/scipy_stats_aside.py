"""Keeps scipy and scikit-learn out while rouge_score loads.

nltk, which rouge_score loads, imports scipy.stats, scipy.sparse and, where it is installed, sklearn: over half a
CPU-second, for parts of nltk that no metric uses. They load when somebody uses one of those parts after all.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Generator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

_ASIDE = (
    "scipy",
    "scipy.stats",
    "sklearn",
    "sklearn.datasets",
    "sklearn.feature_extraction",
    "sklearn.preprocessing",
)


class _Later(ModuleType):
    """Stands for the module, or the module's attribute, of its dotted name, which it fetches when it is used."""

    def __getattr__(self, name: str) -> Any:
        # The import system asks for dunder names: it must find a plain module, and load nothing.
        if name.startswith("__"):
            raise AttributeError(name)
        if sys.modules.get(self.__name__) is self:
            return _Later(f"{self.__name__}.{name}")
        return getattr(_real(self.__name__), name)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return _real(self.__name__)(*args, **kwargs)


@contextmanager
def scipy_stats_set_aside() -> Generator[None]:
    """A span in which importing from scipy or sklearn loads nothing; afterwards an import finds the real ones.

    What is loaded already stays, and what is not installed stays missing.
    """
    sys.modules.update({name: _Later(name) for name in _ASIDE if name not in sys.modules and _is_installed(name)})
    try:
        yield
    finally:
        _end()


def _is_installed(name: str) -> bool:
    return importlib.util.find_spec(name.partition(".")[0]) is not None


def _end() -> None:
    for name in _ASIDE:
        if isinstance(sys.modules.get(name), _Later):
            del sys.modules[name]


def _real(name: str) -> Any:
    """The module or attribute itself; ends the span where another thread needs it that soon."""
    _end()
    parent, _, attribute = name.rpartition(".")
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        if not parent:
            raise
        return getattr(_real(parent), attribute)
