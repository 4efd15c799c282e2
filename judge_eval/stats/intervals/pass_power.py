"""pass^k: the chance that k runs of a case all pass, from the repeats at hand."""

from __future__ import annotations

from math import comb


def pass_power(passed: int, repeats: int, k: int) -> float:
    """The share of all choices of `k` among the repeats in which each one passes: C(passed, k) / C(repeats, k).

    It is without bias for p^k where repeats pass independently, each with the chance p; (passed/repeats)^k is too high.
    Source: the same count as the unbiased pass@k of Chen et al. 2021 (arXiv 2107.03374, eq. 1), for passes; tau-bench,
    Yao et al. 2024 (arXiv 2406.12045), section 3.

    Raises: ValueError where k is not in 1 to `repeats`, or `passed` not in 0 to `repeats`.
    """
    if not (1 <= k <= repeats and 0 <= passed <= repeats):
        raise ValueError(f"{k} of {repeats} repeats, {passed} of them passed")
    return comb(passed, k) / comb(repeats, k)
