"""What judge-eval finds around it: versions, the judge, keys by their names, the way to the network, the store."""

from __future__ import annotations

import asyncio
import os
import platform
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from judge_eval.calibration.thresholds import JUDGE_CALL_SECONDS, LOCAL_CALL_SECONDS
from judge_eval.errors import InputError, JudgeEvalError
from judge_eval.judge.first_call import FirstCall, first_call
from judge_eval.text.counted import counted
from judge_eval.wiring.judges.backends import backend_of, hushed, shown_spec
from judge_eval.wiring.judges.environment import KEYS
from judge_eval.wiring.judges.judge_choice import Said
from judge_eval.wiring.judges.replaying import is_replay

LIBRARIES = ("google-adk", "google-genai", "pydantic", "httpx", "diskcache", "tenacity", "xllamacpp", "litellm")
VERTEX = (
    "GOOGLE_GENAI_USE_VERTEXAI",
    "GOOGLE_CLOUD_PROJECT",
    "GOOGLE_CLOUD_LOCATION",
    "GOOGLE_APPLICATION_CREDENTIALS",
)
ADDRESSES = ("GOOGLE_GEMINI_BASE_URL", "OPENAI_BASE_URL")
PROXIES = ("HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "NO_PROXY")
CERTIFICATES = ("SSL_CERT_FILE", "SSL_CERT_DIR")

Finding = tuple[str, str]
"""A heading of one word, and what was found."""


def findings(said: Said, cache: Path, environ: Mapping[str, str]) -> Iterator[Finding]:
    """What is there, for the judge that was chosen; of variables only that they are set, never a value."""
    yield "python", f"{platform.python_version()} on {platform.system()} {platform.machine()}"
    yield "versions", ", ".join(f"{name} {_version(name)}" for name in ("judge-eval", *LIBRARIES))
    source = "nobody named one" if said.by_default else f"named by {said.place}"
    yield "judge", f"{shown_spec(said.text)} ({source})"
    if said.text.partition(":")[0] == "local":
        yield "model", _model(said.text, environ)
    yield "keys", _set(environ, (name for name in KEYS if name not in VERTEX))
    yield "vertex", _set(environ, VERTEX)
    yield "servers", _set(environ, ADDRESSES)
    yield "proxies", _set(environ, PROXIES + tuple(name.lower() for name in PROXIES))
    yield "certs", "; ".join(_certificates(environ)) or "none named: certifi's"
    yield "cache", _store(cache)


async def try_judge(said: Said, seconds: float | None, clock: Callable[[], float]) -> FirstCall | str:
    """What came of one call to the judge, within `seconds` or its usual time; where nothing came, why."""
    if is_replay(said.text):
        return "a cassette answers what was recorded, and nothing else; judge-eval score shows whether it does"
    try:
        backend = backend_of(said.text, said.place)
    except JudgeEvalError as error:
        return str(error)
    most = seconds or (LOCAL_CALL_SECONDS if backend.kind == "local" else JUDGE_CALL_SECONDS)
    try:
        async with asyncio.timeout(most):
            with hushed(backend.kind):
                return await first_call(backend, clock)
    except TimeoutError:
        return f"no reply within {most:g} seconds"
    except JudgeEvalError as error:
        return str(error)
    finally:
        await backend.aclose()


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def _set(environ: Mapping[str, str], names: Iterable[str]) -> str:
    return ", ".join(f"{name} is set" for name in names if environ.get(name)) or "none set"


def _certificates(environ: Mapping[str, str]) -> Iterator[str]:
    for name in CERTIFICATES:
        if environ.get(name):
            there = Path(environ[name]).exists()
            yield f"{name} is set, and {'is there' if there else 'names nothing that is there'}"


def _model(spec: str, environ: Mapping[str, str]) -> str:
    from judge_eval.adapters.local.model_file import model_file

    try:
        file = model_file(spec, environ)
        there = file.path.is_file()
        size = f"{file.path.stat().st_size / 1e9:.2f} GB" if there else "not here: judge-eval model fetch"
    except (InputError, OSError) as error:
        return str(error)
    return f"{file.path} ({size}; sha256 {file.sha256[:12]}…)"


def _store(folder: Path) -> str:
    from judge_eval.adapters.samples.folder import SampleFolder

    if not folder.exists():
        return f"{folder}: not there yet, made with the first sample"
    if not os.access(folder, os.W_OK):
        return f"{folder}: cannot be written to"
    try:
        store = SampleFolder(folder)
        samples = sum(entry.sample is not None for entry in store.entries())
    except InputError as error:
        return str(error)
    return f"{folder}: {counted(samples, 'sample')}, {counted(store.n_bytes, 'byte')}"
