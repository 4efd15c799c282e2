"""Giving each expected call a call of its own, where one call may fit several."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence


class Assignment:
    """Expected calls with the actual ones that they hold; placing one may move others, none loses its place.

    Source: augmenting paths, as for the greatest matching of a bipartite graph (Berge 1957). Taking the first call
    that fits would be wrong with matchers: one that fits anything could take the only call that fits another.
    """

    def __init__(self, actual: Sequence[int], fits: Callable[[int, int], bool]) -> None:
        """`actual` are the places of the calls to give away; `fits(expected, actual)` says who may hold which."""
        self._actual = actual
        self._fits = fits
        self._holder: dict[int, int] = {}

    @property
    def held(self) -> frozenset[int]:
        """The places of the calls that are given away."""
        return frozenset(self._holder)

    def place(self, expected: int) -> bool:
        """Whether `expected` could be given a call that fits, beside all that were placed before."""
        wanted_by: dict[int, int] = {}
        waiting = deque([expected])
        while waiting:
            seeker = waiting.popleft()
            for actual in self._actual:
                if actual in wanted_by or not self._fits(seeker, actual):
                    continue
                wanted_by[actual] = seeker
                if actual not in self._holder:
                    self._hand_over(actual, wanted_by, expected)
                    return True
                waiting.append(self._holder[actual])
        return False

    def _hand_over(self, free: int, wanted_by: dict[int, int], last: int) -> None:
        """Gives each seeker on the way from the free call back to `last` the call that it found."""
        given_up = {holder: actual for actual, holder in self._holder.items()}
        actual = free
        while True:
            seeker = wanted_by[actual]
            self._holder[actual] = seeker
            if seeker == last:
                return
            actual = given_up[seeker]
