"""The model from the hub: verified, gone on with, put in place at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from judge_eval.adapters.local.model_file import EMBEDDED, sha256_of
from judge_eval.adapters.local.model_hub import fetch_from_hub
from judge_eval.errors import InputError
from tests.fakes.file_server import FileServer, serving

BYTES = bytes(range(256)) * 400
MODEL = replace(
    EMBEDDED, file_name="m.gguf", n_bytes=len(BYTES), sha256=sha256(BYTES).hexdigest(), hub_repository="o/r"
)
PLACE = "/o/r/resolve/main/m.gguf"


@pytest.fixture
def hub() -> Iterator[FileServer]:
    """A hub on loopback that has the model."""
    with serving({PLACE: BYTES}) as server:
        yield server


def fetched(hub: FileServer, folder: Path) -> list[tuple[int, int]]:
    """Fetches the model into `folder`; what was told on the way."""
    told: list[tuple[int, int]] = []
    fetch_from_hub(MODEL, folder / "models" / "m.gguf", lambda there, total: told.append((there, total)), hub=hub.url)
    return told


def files_in(folder: Path) -> set[str]:
    """The names of what lies in the models' folder."""
    return {path.name for path in (folder / "models").iterdir()}


def test_the_file_is_there_whole_with_its_hash_noted(hub: FileServer, tmp_path: Path) -> None:
    """No part file is left, and how far it is was told to the end."""
    told = fetched(hub, tmp_path)
    assert (tmp_path / "models" / "m.gguf").read_bytes() == BYTES
    assert told[-1] == (len(BYTES), len(BYTES))
    assert files_in(tmp_path) == {"m.gguf", "m.gguf.sha256.json"}
    assert sha256_of(tmp_path / "models" / "m.gguf") == MODEL.sha256


def test_a_broken_download_is_gone_on_with(hub: FileServer, tmp_path: Path) -> None:
    """The second time only the rest is asked for."""
    hub.cut_after = 40_000
    with pytest.raises(InputError, match="run the same command again") as caught:
        fetched(hub, tmp_path)
    assert "40,000 bytes are kept" in str(caught.value)
    told = fetched(hub, tmp_path)
    assert hub.asked == [(PLACE, None), (PLACE, "bytes=40000-")]
    assert told[0][0] > 40_000
    assert (tmp_path / "models" / "m.gguf").read_bytes() == BYTES


def test_a_hub_that_knows_no_ranges_is_asked_from_the_start(hub: FileServer, tmp_path: Path) -> None:
    """The whole file replaces what was there."""
    hub.cut_after, hub.knows_ranges = 40_000, False
    with pytest.raises(InputError):
        fetched(hub, tmp_path)
    fetched(hub, tmp_path)
    assert (tmp_path / "models" / "m.gguf").read_bytes() == BYTES


def test_other_bytes_are_removed_and_said(hub: FileServer, tmp_path: Path) -> None:
    """Neither the file nor its part stays, so that the next time starts anew."""
    hub.files[PLACE] = BYTES[:-1] + b"!"
    with pytest.raises(InputError, match="other bytes") as caught:
        fetched(hub, tmp_path)
    assert MODEL.sha256 in str(caught.value)
    assert files_in(tmp_path) == set()
    hub.files[PLACE] = BYTES
    fetched(hub, tmp_path)


def test_a_file_shorter_than_published_is_no_whole_one(hub: FileServer, tmp_path: Path) -> None:
    """What came is kept, in case the rest comes next time."""
    hub.files[PLACE] = BYTES[:-10]
    with pytest.raises(InputError, match="102,390 of 102,400 bytes"):
        fetched(hub, tmp_path)
    assert files_in(tmp_path) == {"m.gguf.hub-part"}


def test_a_part_longer_than_the_file_is_thrown_away(hub: FileServer, tmp_path: Path) -> None:
    """It cannot be the beginning of this file."""
    part = tmp_path / "models" / "m.gguf.hub-part"
    part.parent.mkdir()
    part.write_bytes(BYTES * 2)
    fetched(hub, tmp_path)
    assert hub.asked == [(PLACE, None)]


def test_a_whole_part_is_put_in_place_without_a_call(hub: FileServer, tmp_path: Path) -> None:
    """As where the last run was stopped between the last byte and the renaming."""
    part = tmp_path / "models" / "m.gguf.hub-part"
    part.parent.mkdir()
    part.write_bytes(BYTES)
    fetched(hub, tmp_path)
    assert hub.asked == []


def test_a_redirect_is_followed(hub: FileServer, tmp_path: Path) -> None:
    """The hub sends its callers to where the bytes lie."""
    hub.files["/elsewhere"] = hub.files.pop(PLACE)
    hub.redirects[PLACE] = f"{hub.url}/elsewhere"
    fetched(hub, tmp_path)
    assert (tmp_path / "models" / "m.gguf").read_bytes() == BYTES


def test_a_hub_without_the_file_names_the_mirror(hub: FileServer, tmp_path: Path) -> None:
    """The error says what the hub said, where, and what else there is."""
    del hub.files[PLACE]
    with pytest.raises(InputError, match="HTTP 404") as caught:
        fetched(hub, tmp_path)
    assert PLACE in str(caught.value) and "--mirror" in str(caught.value)


def test_a_hub_that_is_not_there_names_the_mirror(tmp_path: Path) -> None:
    """The same for a connection that cannot be made."""
    with serving({}) as gone:
        pass
    with pytest.raises(InputError, match="could not be fetched"):
        fetched(gone, tmp_path)
