"""From a judge's spec to the backend behind it; each vendor is imported only when it is asked for."""

from __future__ import annotations

import os
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING

from judge_eval.calibration.thresholds import LOCAL_CALL_SECONDS
from judge_eval.core.ports import JudgeBackend, SampleStore
from judge_eval.errors import InputError, NoJudgeError, Problem, nearest

KINDS = ("local", "scripted")

THREADS_VARIABLE = "JUDGE_EVAL_LOCAL_THREADS"
"""One thread is best where other work keeps the cores busy, as in CI."""

if TYPE_CHECKING:
    from judge_eval.adapters.local_backend import ChatServer


def limited_backend(spec: str, *, place: str, concurrency: int) -> JudgeBackend:
    """The backend that `spec` names, within its limits; `place` says where the person named it.

    Raises: NoJudgeError where it is not at hand; InputError where `spec` names none.
    """
    from judge_eval.adapters.limiter import Limiter

    backend = _backend(spec, place)
    # The embedded judge answers one call at a time: a call that waits for its turn must not use up its own time.
    if backend.kind == "local":
        return Limiter(backend, concurrency=1, call_seconds=LOCAL_CALL_SECONDS, random=SystemRandom())
    return Limiter(backend, concurrency=concurrency, random=SystemRandom())


def sample_store(folder: str | None) -> SampleStore:
    """The store in `folder`, made when it is first used; None: nothing is kept."""
    from judge_eval.adapters.sample_store import DiskSampleStore, NoStore

    return NoStore() if folder is None else DiskSampleStore(Path(folder))


def _backend(spec: str, place: str) -> JudgeBackend:
    kind, _, rest = spec.partition(":")
    if kind == "local":
        return _local_backend(spec)
    if kind == "scripted" and rest:
        from judge_eval.adapters.scripted_backend import scripted_backend

        return scripted_backend(Path(rest))
    raise InputError(
        Problem(
            "there is no such judge",
            place=place,
            found=f"'{spec}'",
            expected="local, local:FILE.gguf or scripted:FILE",
            remedy=nearest(kind, KINDS) or "name one of these",
        )
    )


def _local_backend(spec: str) -> JudgeBackend:
    """The embedded judge on the model file that `spec` means; neither is loaded before the first call."""
    from judge_eval.adapters.local_backend import LocalBackend
    from judge_eval.adapters.model_file import model_file

    file = model_file(spec, os.environ)

    def load() -> ChatServer:
        try:
            from judge_eval.adapters.llama_server import LlamaServer
        except ModuleNotFoundError as error:
            raise NoJudgeError(
                Problem(
                    "the embedded judge is not installed",
                    place="--judge local",
                    remedy="pip install 'judge-eval[local]', or another --judge",
                )
            ) from error
        return LlamaServer(file.there(), _threads())

    return LocalBackend(file.sha256, load)


def _threads() -> int:
    """Threads of the embedded judge: what the variable says, else one a core."""
    said = os.environ.get(THREADS_VARIABLE)
    if said is None:
        return os.cpu_count() or 1
    if not said.isdecimal() or int(said) < 1:
        raise InputError(
            Problem("this is no number of threads", place=THREADS_VARIABLE, found=f"'{said}'", expected="1 or more")
        )
    return int(said)
