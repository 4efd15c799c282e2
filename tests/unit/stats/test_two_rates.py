"""Whether two rates differ by more than chance."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from judge_eval.stats.intervals.two_rates import fisher_p, two_proportion_p


def test_the_lady_who_tasted_tea() -> None:
    """Fisher's own table, 3 of 4 against 1 of 4: tables of 3, 4, 1 and 0 are no likelier: (16+1+16+1)/70 = .4857."""
    assert fisher_p(3, 4, 1, 4) == pytest.approx(34 / 70)
    assert fisher_p(4, 4, 0, 4) == pytest.approx(2 / 70)


def test_equal_rates_do_not_differ() -> None:
    """Where shares are equal both tests say 1, also where nothing or all passes, and where nothing was tried."""
    for first, of_first, second, of_second in ((5, 10, 10, 20), (0, 10, 0, 20), (10, 10, 20, 20)):
        assert two_proportion_p(first, of_first, second, of_second) == pytest.approx(1.0)
        assert fisher_p(first, of_first, second, of_second) == pytest.approx(1.0)
    assert fisher_p(0, 0, 3, 5) == 1.0


def test_the_z_test_by_hand() -> None:
    """10 of 100 against 25 of 100: z = .15/sqrt(.175·.825·.02) = 2.791, p = .0052."""
    assert two_proportion_p(10, 100, 25, 100) == pytest.approx(0.0052, abs=1e-4)


@pytest.mark.parametrize("test", (two_proportion_p, fisher_p))
def test_counts_that_are_no_rate_are_refused(test: Callable[[int, int, int, int], float]) -> None:
    """More successes than trials are an error of the caller."""
    with pytest.raises(ValueError, match="5 of 4 is no rate"):
        test(5, 4, 1, 4)
