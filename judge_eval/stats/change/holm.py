"""Holm's adjustment: p values of several metrics, so that together they raise a false alarm no more often than one."""

from __future__ import annotations

from collections.abc import Mapping


def holm(p_values: Mapping[str, float]) -> dict[str, float]:
    """The adjusted p value of each name: the k-th smallest of m times m-k+1, never under a smaller one's, at most 1.

    Source: Holm 1979.
    """
    adjusted: dict[str, float] = {}
    least = 0.0
    for rank, name in enumerate(sorted(p_values, key=lambda name: (p_values[name], name))):
        least = max(least, min(1.0, p_values[name] * (len(p_values) - rank)))
        adjusted[name] = least
    return {name: adjusted[name] for name in p_values}
