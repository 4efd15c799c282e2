"""Exact limits and probabilities of a count, for where a guarantee is claimed."""

from __future__ import annotations

import numpy as np

from judge_eval.stats.intervals.interval import Limits
from judge_eval.stats.intervals.quantiles import beta_below, beta_quantile


def clopper_pearson(passed: int, n: int, level: float = 0.95) -> Limits:
    """The exact interval of a rate, `passed` of `n`: it holds the rate with probability `level` or more.

    Source: Clopper & Pearson 1934; quantiles of Beta(k, n-k+1) and Beta(k+1, n-k).

    Raises: ValueError where passed is not in [0, n], or n is not above 0.
    """
    if not (n > 0 and 0 <= passed <= n):
        raise ValueError(f"{passed} of {n} is no rate")
    tail = (1 - level) / 2
    low = 0.0 if passed == 0 else beta_quantile(tail, passed, n - passed + 1)
    high = 1.0 if passed == n else beta_quantile(1 - tail, passed + 1, n - passed)
    return Limits(low, high)


def zero_events_bound(n: int, level: float = 0.95) -> float:
    """The one-sided upper limit of a rate where none of `n` was an event, 1 - (1-level)^(1/n).

    Raises: ValueError where n is not above 0.
    """
    if n <= 0:
        raise ValueError("no items bound nothing")
    return 1 - (1 - level) ** (1 / n)


def at_most(events: float, n: float, rate: float) -> float:
    """The probability of at most so many events in `n` trials of this rate, in (0, 1).

    Counts need not be whole: the binomial distribution function is I(1-rate; n-k, k+1), which fills the gaps.
    """
    return 1.0 if events >= n else float(beta_below(np.array(1 - rate), n - events, events + 1))
