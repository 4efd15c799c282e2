"""Pairing two sequences in order, as many of them as possible."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Alignment(NamedTuple):
    """The pairs (expected, actual), by place and in order, and what they are worth together."""

    pairs: tuple[tuple[int, int], ...]
    worth: int


def align(n_expected: int, n_actual: int, worth: Callable[[int, int], int | None]) -> Alignment:
    """The longest alignment (a longest common subsequence), and of the longest the one worth most.

    `worth(expected, actual)` is what that pair adds; None: they cannot be paired. Of equal ones, pairs stand early.
    """
    best = [[(0, 0)] * (n_actual + 1) for _ in range(n_expected + 1)]
    joined = [[False] * n_actual for _ in range(n_expected)]
    for i in reversed(range(n_expected)):
        for j in reversed(range(n_actual)):
            best[i][j] = max(best[i + 1][j], best[i][j + 1])
            added = worth(i, j)
            if added is None:
                continue
            length, value = best[i + 1][j + 1]
            if (length + 1, value + added) >= best[i][j]:
                best[i][j] = (length + 1, value + added)
                joined[i][j] = True
    pairs: list[tuple[int, int]] = []
    i = j = 0
    while i < n_expected and j < n_actual:
        if joined[i][j]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif best[i + 1][j] == best[i][j]:
            i += 1
        else:
            j += 1
    return Alignment(tuple(pairs), best[0][0][1])
