"""pass^k over all that may happen: it is without bias, and what it says of k hangs together."""

from __future__ import annotations

from math import comb, fsum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge_eval.stats.intervals.pass_power import pass_power

REPEATS = st.integers(1, 12)


@given(REPEATS, st.integers(1, 12), st.floats(0, 1))
def test_it_is_without_bias(repeats: int, k: int, chance: float) -> None:
    """Over all counts of passes, weighed as likely as they are, it comes to the chance that k runs all pass."""
    k = min(k, repeats)
    counts = range(repeats + 1)
    likely = [comb(repeats, passed) * chance**passed * (1 - chance) ** (repeats - passed) for passed in counts]
    expected = fsum(weight * pass_power(passed, repeats, k) for passed, weight in enumerate(likely))
    assert expected == pytest.approx(chance**k)


@given(REPEATS, st.data())
def test_more_runs_are_harder_to_pass(repeats: int, data: st.DataObject) -> None:
    """It falls with k and grows with the passes; for one run it is the share that passes, for all it is all or none."""
    passed = data.draw(st.integers(0, repeats))
    powers = _powers(passed, repeats)
    assert powers == sorted(powers, reverse=True)
    assert powers[0] == passed / repeats
    assert powers[-1] == float(passed == repeats)
    if passed < repeats:
        assert all(more >= less for more, less in zip(_powers(passed + 1, repeats), powers, strict=True))


def _powers(passed: int, repeats: int) -> list[float]:
    return [pass_power(passed, repeats, k) for k in range(1, repeats + 1)]
