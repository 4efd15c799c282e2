"""What labels drawn by verdict say of the judge elsewhere: as many labels drawn by class as would tell the same."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from judge_eval.core.calibration import Confusion
from judge_eval.stats.arrays import Floats
from judge_eval.stats.correction.double_sampling import DRAWS, posterior
from judge_eval.stats.correction.judged import JudgeDecision
from judge_eval.stats.correction.rate import Refusal
from judge_eval.stats.correction.strata import LEAST_LABELS, Strata


def as_drawn_by_class(
    labels: Confusion, judged: Mapping[JudgeDecision, int], draws: int = DRAWS
) -> Confusion | Refusal:
    """The table whose sensitivity and specificity, and their errors, are those of the population that was labelled.

    `judged` has the judged items of each decision. Labels drawn by verdict hold too much of one decision: of a judge at
    .9/.8 the raw table reads .74/.93, and a correction by that would be wrong. With p_k the share of judged items and
    q_k that of good labels in stratum k, sensitivity is the sum of p_k q_k over what passes, divided by that over all,
    specificity likewise; each counts as the labels of a Beta distribution with the posterior's mean and variance, and
    as no more than there are.
    """
    strata = _strata(labels, judged)
    if 0 in strata.judged or 0 in strata.labelled:
        return Refusal("not estimable: of what the judge passes, or of what it does not, nothing is labelled")
    drawn = posterior(strata, draws=draws)
    q = strata.good / strata.labelled
    passes = np.array(strata.passes, np.float64)
    right, wrong = _beta_counts(strata.shares * q, drawn.shares * drawn.good, passes, labels.good)
    refuted, missed = _beta_counts(strata.shares * (1 - q), drawn.shares * (1 - drawn.good), 1 - passes, labels.bad)
    return Confusion(pass_good=right, fail_good=wrong, pass_bad=missed, fail_bad=refuted)


def _strata(labels: Confusion, judged: Mapping[JudgeDecision, int]) -> Strata:
    """The strata of decisions, as counts alone; what is undecided stands with what fails where few of it are labelled.

    Undecided and failing items are labelled at rates of their own, so that they stay apart where they can.
    """
    rows = np.array(
        [
            (judged.get("fail", 0), labels.fail_good + labels.fail_bad, labels.fail_good),
            (judged.get("undecided", 0), labels.undecided_good + labels.undecided_bad, labels.undecided_good),
            (judged.get("pass", 0), labels.pass_good + labels.pass_bad, labels.pass_good),
        ],
        np.float64,
    )
    passes = (False, False, True)
    if rows[1, 1] < LEAST_LABELS or 0 in rows[0, :2]:
        rows = np.stack((rows[0] + rows[1], rows[2]))
        passes = (False, True)
    return Strata(np.zeros(0, np.int64), rows[:, 0], rows[:, 1], rows[:, 2], passes)


def _beta_counts(at: Floats, drawn: Floats, chosen: Floats, labels: float) -> tuple[float, float]:
    """The labels on which the judge is right and wrong, from the mass that the chosen strata have of all."""
    if labels == 0:
        return 0.0, 0.0
    share = float(at @ chosen / at.sum())
    shares = (drawn @ chosen) / drawn.sum(axis=1)
    mean = float(shares.mean())
    count = min(mean * (1 - mean) / float(shares.var()) - 1, labels)
    return share * count, (1 - share) * count
