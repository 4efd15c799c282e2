"""The source of chance, made from a number so that it gives the same every time."""

from __future__ import annotations

import numpy as np

Chance = np.random.Generator

SEED = 2025
"""The seed of every bootstrap, so that it gives the same interval each time."""


def chance_of(seed: int) -> Chance:
    """A source of random numbers that depends on `seed` alone."""
    return np.random.default_rng(seed)
