"""What people alone say of the rate: labels drawn at random, and no judge."""

from __future__ import annotations

from judge_eval.stats.correction.design_effect import effect_on_mean
from judge_eval.stats.correction.judged import JudgedItems
from judge_eval.stats.correction.rate import Rate
from judge_eval.stats.intervals.interval import wilson


def human_rate(items: JudgedItems, level: float = 0.95) -> Rate:
    """The share of labels that are good, with Wilson's interval of n over its design effect.

    Labels must be a random draw: those drawn by verdict have no unweighted rate.

    Raises: ValueError where nothing is labelled.
    """
    labelled = items.labelled
    if labelled.count == 0:
        raise ValueError("a rate of labels needs at least one label")
    effect = effect_on_mean(labelled.labels, labelled.clusters)
    good, n = float(labelled.labels.sum()), float(labelled.count)
    limits = wilson(good / effect, n / effect, level)
    method = f"people alone: Wilson score, {n:g} labels"
    return Rate(good / n, limits.low, limits.high, f"{method}, design effect {effect:.1f}" if effect > 1 else method)
