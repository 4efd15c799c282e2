"""The interval of a mean difference between two scores of the same items."""

from __future__ import annotations

from dataclasses import replace

from judge_eval.stats.arrays import Codes, Floats
from judge_eval.stats.intervals.mean import Interval, mean_interval


def difference_interval(differences: Floats, clusters: Codes, level: float = 0.95) -> Interval:
    """The interval of the mean of differences in [-1, 1], as `mean_interval` makes it on half that scale.

    In general that is plus-two cluster t with pseudo-clusters of -1 and +1: two scores that never differ still
    leave an error.
    """
    halved = mean_interval((differences + 1) / 2, clusters, bounded=True, level=level)
    if halved.low is None or halved.high is None:
        return halved
    return replace(halved, low=2 * halved.low - 1, high=2 * halved.high - 1)
