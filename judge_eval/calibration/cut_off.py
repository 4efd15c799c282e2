"""The cut-off of a judge that gives probabilities: the declared one, unless the labels plainly want another."""

from __future__ import annotations

from dataclasses import dataclass

from judge_eval.calibration.thresholds import LEAST_GAIN, LEAST_LABELS_TO_CHOOSE
from judge_eval.stats.agreement.confusion import balanced_accuracy
from judge_eval.stats.agreement.observed import Observed
from judge_eval.stats.prediction.cut_off import best_cut_off, measure_cut_off


@dataclass(frozen=True, slots=True)
class CutOff:
    """The labelled items that tell how the judge decides at `value`; `chosen_on` of the labels had to choose it.

    `value` None: the judge gives no probabilities. Without a choice all labels tell.
    """

    value: float | None
    measured: Observed
    chosen_on: int = 0


def cut_off_for(observed: Observed, declared: float, *, may_choose: bool) -> CutOff:
    """The declared cut-off, measured on all labels; or a better one, chosen on one half and measured on the other.

    It is chosen where it raises the balanced accuracy on the choosing half by `LEAST_GAIN`. Measured on the same
    labels it would flatter itself: .85 to .92 of its intervals would hold.
    """
    if observed.probabilities is None:
        return CutOff(None, observed)
    kept = CutOff(declared, observed.decided_at(declared))
    choosing, measuring = observed.halves()
    if not may_choose or min(choosing.count, measuring.count) < LEAST_LABELS_TO_CHOOSE:
        return kept
    values, labels = choosing.probabilities, choosing.labels
    best = None if values is None else best_cut_off(values, labels)
    if values is None or best is None:
        return kept
    there = balanced_accuracy(measure_cut_off(best, values, labels)) or 0.0
    here = balanced_accuracy(measure_cut_off(declared, values, labels)) or 0.0
    if there - here < LEAST_GAIN:
        return kept
    return CutOff(best, measuring.decided_at(best), choosing.count)
