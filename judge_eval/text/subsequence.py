"""How much two sequences share in order."""

from __future__ import annotations

from collections.abc import Hashable, Sequence


def common_length(one: Sequence[Hashable], other: Sequence[Hashable]) -> int:
    """The length of the longest common subsequence, in memory that grows with `one` alone.

    Source: Hyyrö, "Bit-parallel LCS-length computation revisited", AWOCA 2004: a row of the usual table is one number,
    in which a zero bit stands where the length grows.
    """
    places: dict[Hashable, int] = {}
    for place, item in enumerate(one):
        places[item] = places.get(item, 0) | 1 << place
    all_ones = (1 << len(one)) - 1
    row = all_ones
    for item in other:
        grows = row & places.get(item, 0)
        row = (row + grows | row - grows) & all_ones
    return len(one) - row.bit_count()
