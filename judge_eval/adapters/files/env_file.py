"""`.env` files: found as ADK finds them, and read so that variables which are set win."""

from __future__ import annotations

import os
from pathlib import Path

from dotenv import load_dotenv

from judge_eval.adapters.files.parsing.source import read_text
from judge_eval.calibration.thresholds import MAX_YAML_BYTES

NAME = ".env"


def find_env_file(start: Path) -> Path | None:
    """The nearest `.env` from `start` upwards; what does not exist counts as its folder. None where there is none."""
    path = start.absolute()
    for folder in (path, *path.parents):
        if (folder / NAME).is_file():
            return folder / NAME
    return None


def load_env_file(path: Path) -> tuple[str, ...]:
    """The names that `path` set in this process's environment; those that were set before keep their values.

    Raises: InputError where the file cannot be read.
    """
    read_text(path, MAX_YAML_BYTES)
    before = set(os.environ)
    load_dotenv(path, override=False)
    return tuple(sorted(set(os.environ) - before))
