"""The cut-off of a judge that gives probabilities: chosen on some labels, measured on others.

Measured where it was chosen it flatters itself: corrected by such rates an interval holds the truth too seldom.
"""

from __future__ import annotations

import numpy as np

from judge_eval.core.calibration import Confusion
from judge_eval.stats.agreement.confusion import count_confusion
from judge_eval.stats.arrays import Floats


def measure_cut_off(value: float, values: Floats, labels: Floats) -> Confusion:
    """The confusion of a cut-off that was declared, or chosen on other labels."""
    return count_confusion(labels, (values >= value).astype(np.float64))


def best_cut_off(values: Floats, labels: Floats) -> float | None:
    """The midpoint between neighbouring values with the best TPR + TNR, the one nearest .5 among equals.

    None where labels are of one class, or values do not differ.
    """
    levels = np.unique(values)
    if labels.sum() == 0 or (1 - labels).sum() == 0 or len(levels) < 2:
        return None
    middles = (levels[1:] + levels[:-1]) / 2
    passed = values >= middles[:, None]
    youden = passed @ labels / labels.sum() - passed @ (1 - labels) / (1 - labels).sum()
    # Rounded, so that sums that differ in their last bits are equals.
    best = middles[np.round(youden, 9) == np.round(youden.max(), 9)]
    return float(min(best, key=lambda middle: (abs(middle - 0.5), middle)))
