"""An environment for one test: no keys, proxies or variables of judge-eval's from outside, and none left behind."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
from unittest.mock import patch

_STRANGE = (
    "JUDGE_EVAL_",
    "GOOGLE_",
    "GEMINI_",
    "OPENAI_",
    "ANTHROPIC_",
    "ADK_",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
)


@contextmanager
def own_environment(**variables: str) -> Generator[None]:
    """The variables of this process without strange ones, and with these; what is set inside is gone afterwards."""
    with patch.dict(os.environ):
        for name in list(os.environ):
            if name.upper().startswith(_STRANGE):
                del os.environ[name]
        os.environ.update(variables)
        yield
