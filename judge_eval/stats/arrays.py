"""The arrays that all estimators take: values, and whole numbers that stand for names."""

from __future__ import annotations

from array import array
from hashlib import blake2b

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Codes = npt.NDArray[np.integer]
"""Whole numbers that stand for clusters, decisions or strata; of clusters only their equality matters."""


def floats(values: array[float]) -> Floats:
    """The values of an array of doubles, without a copy."""
    return np.frombuffer(values, np.float64) if values else np.zeros(0)


def codes(values: array[int]) -> Codes:
    """The values of an array of unsigned 64-bit numbers, without a copy."""
    return np.frombuffer(values, np.uint64) if values else np.zeros(0, np.uint64)


def code_of(name: str) -> int:
    """A 64-bit code of a cluster's or an item's name; two of a million share one by chance 3 times in 100 million."""
    return int.from_bytes(blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")
