"""Which file a judge spec means, and which bytes it holds."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path

import pytest

from judge_eval.adapters.local.model_file import EMBEDDED, ModelFile, fetched_path, model_file, sha256_of
from judge_eval.errors import InputError


def a_file(folder: Path, content: bytes = b"model") -> Path:
    """A file with this content."""
    path = folder / "m.gguf"
    path.write_bytes(content)
    return path


def test_the_hash_is_noted_beside_the_file(tmp_path: Path) -> None:
    """The second time the note is believed, as long as size and time of change are the same."""
    path = a_file(tmp_path)
    assert sha256_of(path) == sha256(b"model").hexdigest()
    note = tmp_path / "m.gguf.sha256.json"
    note.write_text(note.read_text(encoding="utf-8").replace(sha256(b"model").hexdigest(), "f" * 64), encoding="utf-8")
    assert sha256_of(path) == "f" * 64


def test_a_changed_file_is_hashed_again(tmp_path: Path) -> None:
    """Another size or another time of change makes the note void; so does a note that cannot be read."""
    path = a_file(tmp_path)
    sha256_of(path)
    path.write_bytes(b"MODEL")
    os.utime(path, ns=(1, 1))
    assert sha256_of(path) == sha256(b"MODEL").hexdigest()
    (tmp_path / "m.gguf.sha256.json").write_text("{", encoding="utf-8")
    assert sha256_of(path) == sha256(b"MODEL").hexdigest()


def test_a_note_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    """As in a folder that belongs to somebody else; here a folder has the note's name."""
    path = a_file(tmp_path)
    (tmp_path / "m.gguf.sha256.json").mkdir()
    assert sha256_of(path) == sha256(b"model").hexdigest()


def test_local_with_a_file_is_that_file(tmp_path: Path) -> None:
    """Named by path, known by content."""
    path = a_file(tmp_path)
    assert model_file(f"local:{path}", {}) == ModelFile(path, sha256(b"model").hexdigest())


def test_local_alone_is_the_file_of_the_variable(tmp_path: Path) -> None:
    """A path in the spec goes before it."""
    path = a_file(tmp_path)
    assert model_file("local", {"JUDGE_EVAL_MODEL": str(path)}).path == path
    assert model_file(f"local:{path}", {"JUDGE_EVAL_MODEL": "nowhere"}).path == path


@pytest.mark.parametrize(
    ("spec", "environment", "place"),
    [("local:none.gguf", {}, "--judge"), ("local", {"JUDGE_EVAL_MODEL": "none.gguf"}, "JUDGE_EVAL_MODEL")],
)
def test_a_named_file_that_is_not_there_is_an_input_error(spec: str, environment: dict[str, str], place: str) -> None:
    """The error says who named it."""
    with pytest.raises(InputError, match="no such model file") as caught:
        model_file(spec, environment)
    assert place in str(caught.value) and "none.gguf" in str(caught.value)


def test_the_fetched_file_is_known_before_it_is_there(tmp_path: Path) -> None:
    """Its published hash stands for it, so that samples in a store are found; loading says how to get it."""
    missing = model_file("local", {}, fetched=tmp_path / "m.gguf")
    assert missing.sha256 == EMBEDDED.sha256
    with pytest.raises(InputError, match=r"judge-eval model fetch \(1\.12 GB, Apache-2\.0\)"):
        missing.there()
    path = a_file(tmp_path)
    there = model_file("local", {}, fetched=path)
    assert there.sha256 == sha256(b"model").hexdigest()
    assert there.there() == path


def test_the_fetched_file_lies_in_the_users_cache_folder() -> None:
    """Under the tool's own name."""
    assert fetched_path().name == EMBEDDED.file_name
    assert "judge-eval" in fetched_path().parts
