"""What people alone say of the rate: labels drawn at random, and no judge."""

from __future__ import annotations

from dataclasses import replace

from judge_eval.stats.correction.design_effect import wilson_over
from judge_eval.stats.correction.judged import JudgedItems
from judge_eval.stats.correction.rate import Rate


def human_rate(items: JudgedItems, level: float = 0.95) -> Rate:
    """The share of labels that are good, with Wilson's interval of n over its design effect.

    Labels must be a random draw: those drawn by verdict have no unweighted rate.

    Raises: ValueError where nothing is labelled.
    """
    labelled = items.labelled
    if labelled.count == 0:
        raise ValueError("a rate of labels needs at least one label")
    rate = wilson_over(labelled.labels, labelled.clusters, level)
    return replace(rate, method=f"people alone: {rate.method}")
