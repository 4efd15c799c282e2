"""Whether two rates differ by more than chance: the probability of a difference as large, were they equal."""

from __future__ import annotations

from math import erfc, exp, lgamma, sqrt


def two_proportion_p(first: float, of_first: float, second: float, of_second: float) -> float:
    """The two-sided p of the pooled z-test that two rates are equal: `first` of `of_first`, `second` of `of_second`.

    For many items; where a count is small use `fisher_p`. Where all items agree, it is 1.

    Raises: ValueError where a count is not in [0, its total], or a total is not above 0.
    """
    for count, total in ((first, of_first), (second, of_second)):
        if not (total > 0 and 0 <= count <= total):
            raise ValueError(f"{count} of {total} is no rate")
    pooled = (first + second) / (of_first + of_second)
    error = sqrt(pooled * (1 - pooled) * (1 / of_first + 1 / of_second))
    return erfc(abs(first / of_first - second / of_second) / error / sqrt(2)) if error > 0 else 1.0


def fisher_p(first: int, of_first: int, second: int, of_second: int) -> float:
    """The two-sided p of Fisher's exact test that two rates are equal: the tables no likelier than this one.

    Raises: ValueError where a count is not in [0, its total].
    """
    for count, total in ((first, of_first), (second, of_second)):
        if not 0 <= count <= total:
            raise ValueError(f"{count} of {total} is no rate")
    both = first + second
    least, most = max(0, both - of_second), min(both, of_first)
    logs = [_log_choose(of_first, k) + _log_choose(of_second, both - k) for k in range(least, most + 1)]
    total = _log_choose(of_first + of_second, both)
    # Tables that are equally likely differ by rounding.
    limit = logs[first - least] + 1e-7
    return min(1.0, sum(exp(log - total) for log in logs if log <= limit))


def _log_choose(n: int, k: int) -> float:
    """The logarithm of the number of ways to choose k of n."""
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)
