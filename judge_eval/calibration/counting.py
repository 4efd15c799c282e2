"""Labelled items counted by what the judge decided and people say, and how much less they tell for their clusters."""

from __future__ import annotations

from math import fsum

from judge_eval.core.calibration import Confusion, Spread
from judge_eval.stats.agreement.observed import Observed
from judge_eval.stats.correction.design_effect import effect_on_mean


def confusion_of(observed: Observed) -> Confusion:
    """The counts; a tie among people counts half to each side."""
    cells: dict[str, list[float]] = {}
    for one in observed.observations:
        cells.setdefault(f"{one.decision}_good", []).append(one.y)
        cells.setdefault(f"{one.decision}_bad", []).append(1 - one.y)
    return Confusion(**{name: fsum(parts) for name, parts in cells.items()})


def spread_of(observed: Observed) -> Spread:
    """The design effects of sensitivity and of specificity; 1 where every item is a cluster of its own."""
    good, bad = observed.where_good(), observed.where_bad()
    return Spread(
        of_good=effect_on_mean(good.passed, good.clusters) if good.count else 1.0,
        of_bad=effect_on_mean(bad.passed, bad.clusters) if bad.count else 1.0,
    )
