"""Keeps nltk out while rouge_score loads, but for the stemmer that rouge_score needs of it.

`import nltk` loads all of nltk, and with it scipy.stats and, where it is installed, sklearn: more CPU time than a whole
cold score takes. So for a span `nltk` and `nltk.stem` are bare packages, whose folders are known and whose own code is
not run: the stemmer's module loads from there, and nothing else does.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Generator
from contextlib import contextmanager
from types import ModuleType
from typing import Any


class _Bare(ModuleType):
    """A package that knows its folder only; whoever kept it gets the real package's attributes after the span."""

    def __init__(self, name: str, folder: str) -> None:
        super().__init__(name)
        self.__path__ = [folder]

    def __getattr__(self, name: str) -> Any:
        # Within the span the import system must find nothing here, so that it looks for a module in the folder.
        if name.startswith("__") or sys.modules.get(self.__name__) is self:
            raise AttributeError(name)
        return getattr(importlib.import_module(self.__name__), name)


@contextmanager
def nltk_set_aside() -> Generator[None]:
    """A span in which importing from nltk loads the modules that are named and no others; nothing of it is left behind.

    An nltk that is loaded already stays, and one that is not installed stays missing.
    """
    found = None if "nltk" in sys.modules else importlib.util.find_spec("nltk")
    if found is None or not found.submodule_search_locations:
        yield
        return
    folder = found.submodule_search_locations[0]
    sys.modules.update({"nltk": _Bare("nltk", folder), "nltk.stem": _Bare("nltk.stem", f"{folder}/stem")})
    try:
        yield
    finally:
        for name in [name for name in sys.modules if name.partition(".")[0] == "nltk"]:
            del sys.modules[name]
