"""What the environment brings: `.env` files, and the keys of judges that nobody asked for."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from judge_eval.adapters.files.env_file import find_env_file, load_env_file

DISABLED_VARIABLE = "ADK_DISABLE_LOAD_DOTENV"
"""ADK's own switch, which holds for judge-eval too, and which --no-env-file sets for ADK."""

KEYS: Mapping[str, str] = {
    "GOOGLE_API_KEY": "gemini:MODEL",
    "GEMINI_API_KEY": "gemini:MODEL",
    "GOOGLE_GENAI_USE_VERTEXAI": "gemini:MODEL",
    "JUDGE_EVAL_API_KEY": "openai:MODEL@URL",
    "OPENAI_API_KEY": "openai:MODEL@URL",
    "ANTHROPIC_API_KEY": "adk:anthropic/MODEL",
}
"""Variables that make a judge ready to be asked, with the spec that would ask it."""


def load_environment(starts: Iterable[str], *, named: Path | None = None, none: bool = False) -> tuple[Path, ...]:
    """The `.env` files that were loaded: the one `named`, else the nearest upwards from each of `starts`.

    Of two files the earlier wins, and what is set wins over both. With `none`, or ADK's own switch, no file is read,
    by ADK neither.

    Raises: InputError where a file cannot be read.
    """
    if none:
        os.environ[DISABLED_VARIABLE] = "1"
    if named is None and os.environ.get(DISABLED_VARIABLE, "").lower() in ("1", "true"):
        return ()
    found = [named] if named is not None else [find_env_file(Path(start)) for start in starts]
    files = tuple(dict.fromkeys(file for file in found if file is not None))
    for file in files:
        load_env_file(file)
    return files


def unused_keys(environ: Mapping[str, str]) -> Iterator[str]:
    """A note for each spec whose key is set, by the variables' names alone."""
    for spec in dict.fromkeys(KEYS.values()):
        names = [name for name, wanted in KEYS.items() if wanted == spec and environ.get(name)]
        if names:
            yield f"{' and '.join(names)} {'is' if len(names) == 1 else 'are'} set and not used: --judge {spec} would"
