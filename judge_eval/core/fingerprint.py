"""Content addresses: equal content gives equal fingerprints, on any machine, in any key order."""

from __future__ import annotations

import hashlib
import json

from pydantic import JsonValue

_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def canonical_json(value: JsonValue) -> bytes:
    """The one JSON spelling of `value`: sorted keys, no spaces, UTF-8.

    Raises: ValueError for NaN and infinities, which JSON cannot hold.
    """
    return _ENCODER.encode(value).encode("utf-8", "surrogatepass")


def fingerprint(value: JsonValue) -> str:
    """The sha256 of `canonical_json(value)`, 64 hexadecimal digits."""
    return hashlib.sha256(canonical_json(value)).hexdigest()
