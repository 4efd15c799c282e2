"""llama.cpp inside this process, through xllamacpp: a model file loaded, quiet, and nothing sent anywhere."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import xllamacpp  # pyright: ignore[reportMissingTypeStubs]
from pydantic import JsonValue

from judge_eval.errors import InputError, Problem

WINDOW_TOKENS = 8192
"""Tokens of prompt and reply together: a long conversation with its reference, in .25 GB of memory."""


class LlamaServer:
    """One model, loaded; it answers one request at a time."""

    def __init__(self, path: Path, n_threads: int) -> None:
        """The model at `path` on `n_threads` threads. Raises: InputError where the file is no model."""
        try:
            self._server = cast(Any, xllamacpp).Server(_parameters(path, n_threads))
        except RuntimeError as error:
            problem = Problem(
                f"this file cannot be loaded as a model: {error}",
                place=str(path),
                expected="a model in the GGUF format",
                remedy="fetch it again: judge-eval model fetch",
            )
            raise InputError(problem) from error

    def complete(self, body: Mapping[str, JsonValue]) -> object:
        """The chat completion that `body` asks for. Raises: RuntimeError where the server breaks."""
        return self._server.handle_chat_completions(dict(body))


def _parameters(path: Path, n_threads: int) -> object:
    """The server's settings: what makes replies depend on the request alone, and keeps it quiet."""
    parameters = cast(Any, xllamacpp).CommonParams()
    parameters.model.path = str(path)
    parameters.n_ctx = WINDOW_TOKENS
    parameters.n_parallel = 1
    parameters.cache_ram_mib = 0  # prompts kept aside would come back, and with them other batches
    parameters.n_ctx_checkpoints = 0
    parameters.warmup = False
    parameters.verbosity = 0
    for threads in (parameters.cpuparams, parameters.cpuparams_batch):
        threads.n_threads = n_threads
        threads.poll = 0  # spinning threads collapse on a machine that does other work
    return parameters
