"""Stacking: which deterministic features help the judge to say how people decide."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from judge_eval.stats.arrays import Codes, Floats
from judge_eval.stats.prediction.cross_fit import CrossFit, fit_probability


@dataclass(frozen=True, slots=True, eq=False)
class Stacked:
    """The model of the judge alone, and the one with the features `kept` (in the order of its further slopes).

    With nothing kept both are one.
    """

    alone: CrossFit
    model: CrossFit
    kept: tuple[str, ...]


def stack(log_odds: Floats, features: Mapping[str, Floats], labels: Floats, clusters: Codes) -> Stacked:
    """The features, taken one by one in their order, that make the cross-fitted log-loss better; and the model.

    Among many features some would help by luck: a handful chosen beforehand is meant.
    """
    columns, kept = [log_odds], list[str]()
    alone = best = fit_probability(np.column_stack(columns), labels, clusters)
    for name, values in features.items():
        tried = fit_probability(np.column_stack([*columns, values]), labels, clusters)
        if tried.log_loss < best.log_loss:
            best = tried
            columns.append(values)
            kept.append(name)
    return Stacked(alone, best, tuple(kept))
