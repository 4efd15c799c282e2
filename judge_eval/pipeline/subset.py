"""The subset of a suite that is scored: a few cases of every kind, the same ones each time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from judge_eval.core.results import SubsetBy


@dataclass(frozen=True, slots=True)
class Candidate:
    """A case that may be drawn, and the stratum it is one of."""

    id: str
    stratum: tuple[str, ...]


def subset(among: Sequence[Candidate], size: int, by: SubsetBy) -> frozenset[str]:
    """The ids of `size` of the candidates, the same in any order of them; of all of them where they are fewer."""
    drawn = _lowest_hashes(among, size) if by == "hash" else _strides(among, size)
    return frozenset(candidate.id for candidate in drawn)


def _lowest_hashes(among: Sequence[Candidate], size: int) -> Sequence[Candidate]:
    """The candidates of the lowest hashes in each stratum, whose shares are as near the strata's as may be.

    Seats go to strata by highest averages (Webster 1832, Sainte-Laguë 1910): the candidate of rank r, from 0, in a
    stratum of n stands at (r + 1/2)/n, and the lowest of all are drawn. One case more lets at most one other go: its
    own stratum gains at most one seat, and no other gains any. With largest remainders, strata of other sizes change
    places among themselves, and one case more can move a case in every stratum.
    """
    strata: dict[tuple[str, ...], list[tuple[str, Candidate]]] = {}
    for candidate in among:
        strata.setdefault(candidate.stratum, []).append((_hash_of(candidate.id), candidate))
    placed = [
        ((rank + 0.5) / len(stratum), hashed, candidate)
        for stratum in strata.values()
        for rank, (hashed, candidate) in enumerate(sorted(stratum, key=lambda one: one[0]))
    ]
    return [candidate for _, _, candidate in sorted(placed, key=lambda one: one[:2])[:size]]


def _strides(among: Sequence[Candidate], size: int) -> Sequence[Candidate]:
    """Candidates evenly spaced in the order of stratum and id, the first of them half a stride from the start."""
    ordered = sorted(among, key=lambda one: (one.stratum, one.id))
    if size >= len(ordered):
        return ordered
    return [ordered[(2 * place + 1) * len(ordered) // (2 * size)] for place in range(size)]


def _hash_of(case_id: str) -> str:
    return sha256(case_id.encode("utf-8", "surrogatepass")).hexdigest()
