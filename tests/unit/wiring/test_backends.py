"""From a judge's spec to its backend, before anything is asked."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Generator
from pathlib import Path

import pytest

from judge_eval.adapters.limits.budget import Budget
from judge_eval.errors import InputError, NoJudgeError
from judge_eval.wiring.judges.backends import OpenBackend, open_backend, shown_spec, whole_spec
from tests.contracts.backend_contract import choice
from tests.own_environment import own_environment


@pytest.fixture(autouse=True)
def _alone() -> Generator[None]:  # pyright: ignore[reportUnusedFunction]
    """An environment of its own."""
    with own_environment():
        yield


def opened(spec: str) -> OpenBackend:
    """The backend of that spec."""
    return open_backend(spec, place="--judge", concurrency=2, budget=Budget())


def asked(spec: str) -> None:
    """Asks the backend of that spec once."""

    async def ask() -> None:
        backend = opened(spec)
        try:
            await backend.limiter.ask(choice())
        finally:
            await backend.limiter.aclose()

    asyncio.run(ask())


def model(folder: Path) -> Path:
    """A file that lies where a model should, and is none."""
    path = folder / "m.gguf"
    path.write_bytes(b"GGUF")
    return path


def test_a_file_is_a_judge_by_its_content(tmp_path: Path) -> None:
    """`local:FILE` is spoken of by its path, known to give probabilities, and lacks nothing where its library is."""
    backend = opened(f"local:{model(tmp_path)}")
    assert (backend.spec, backend.limiter.kind) == (f"local:{tmp_path}/m.gguf", "local")
    assert backend.is_proven
    assert "its model is not here" not in backend.lacks


def test_a_library_that_is_missing_is_named_before_and_when_it_is_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without xllamacpp the header has the remedy, and so has the first call."""
    monkeypatch.setattr("judge_eval.wiring.judges.backends.find_spec", lambda name: None)  # pyright: ignore
    monkeypatch.setitem(sys.modules, "judge_eval.adapters.local.llama_server", None)
    spec = f"local:{model(tmp_path)}"
    assert "pip install 'judge-eval[local]'" in opened(spec).lacks
    with pytest.raises(NoJudgeError, match="the embedded judge is not installed"):
        asked(spec)


@pytest.mark.parametrize("said", ["0", "-1", "two", ""])
def test_threads_that_are_none_are_an_input_error(tmp_path: Path, said: str) -> None:
    """The variable is named, with what it held."""
    with own_environment(JUDGE_EVAL_LOCAL_THREADS=said), pytest.raises(InputError, match="JUDGE_EVAL_LOCAL_THREADS"):
        asked(f"local:{model(tmp_path)}")


@pytest.mark.parametrize("spec", ["scripted:", "openai:", "gemini:", "adk:", "nobody", "", "replay:c.jsonl"])
def test_a_spec_that_names_no_backend_is_an_input_error(spec: str) -> None:
    """A kind without its name, and kinds that are none: what may be written is listed."""
    with pytest.raises(InputError, match="openai:MODEL@URL"):
        opened(spec)


def test_a_bare_gemini_is_geminis() -> None:
    """Other specs are whole as they are."""
    assert whole_spec("gemini-2.5-flash") == "gemini:gemini-2.5-flash"
    assert whole_spec("gemini:x") == "gemini:x"


def test_what_stands_before_the_at_of_a_url_is_not_shown() -> None:
    """An @ of a model's name stays."""
    assert shown_spec("openai:m@http://me:pw@host/v1") == "openai:m@http://host/v1"
    assert shown_spec("openai:m@v2@https://tok@host") == "openai:m@v2@https://host"
    assert shown_spec("local:a@b.gguf") == "local:a@b.gguf"
