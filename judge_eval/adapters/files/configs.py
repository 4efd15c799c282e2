"""Configurations of either shape: the one door through which they come in."""

from __future__ import annotations

from pathlib import Path

from judge_eval.adapters.files.adk.config import read_adk_config
from judge_eval.adapters.files.known_metrics import KnownMetrics
from judge_eval.adapters.files.native.config import read_native_config
from judge_eval.adapters.files.parsing.document import read_document
from judge_eval.core.config import Config

_NATIVE_KEYS = frozenset({"metrics", "judge", "gate", "redact"})


def read_config(path: Path, known: KnownMetrics) -> Config:
    """The configuration in `path`, in the shape that its keys show; JSON without ours is ADK's.

    Raises: InputError with every problem found.
    """
    document = read_document(path)
    keys = document.value.keys() if isinstance(document.value, dict) else frozenset[str]()
    is_native = document.form == "yaml" or bool(keys & _NATIVE_KEYS)
    return read_native_config(document, known) if is_native else read_adk_config(document, known)
