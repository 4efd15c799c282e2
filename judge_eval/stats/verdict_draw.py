"""What labels drawn by verdict say of the judge elsewhere: as many labels drawn by class as would tell the same."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from judge_eval.core.calibration import Confusion
from judge_eval.stats.clusters import Floats
from judge_eval.stats.double_sampling import DRAWS, posterior
from judge_eval.stats.judged import JudgeDecision
from judge_eval.stats.rate import Refusal
from judge_eval.stats.strata import Strata


def as_drawn_by_class(
    labels: Confusion, judged: Mapping[JudgeDecision, int], draws: int = DRAWS
) -> Confusion | Refusal:
    """The table whose sensitivity and specificity, and their errors, are those of the population that was labelled.

    `judged` has the judged items of each decision. Labels drawn by verdict hold too much of one decision: of a judge at
    .9/.8 the raw table reads .74/.93, and a correction by that would be wrong. With p_k the share of judged items and
    q_k that of good labels in what passes and what does not, sensitivity is p_1 q_1 / (p_1 q_1 + p_0 q_0), specificity
    likewise; each counts as the labels of a Beta distribution with the posterior's mean and variance. Each kind is
    counted as no more labels than there are.
    """
    passing = float(judged.get("pass", 0))
    not_passing = float(sum(judged.values())) - passing
    of_passing, of_others = labels.pass_good + labels.pass_bad, labels.n - labels.pass_good - labels.pass_bad
    if 0 in (passing, not_passing, of_passing, of_others):
        return Refusal("not estimable: of what the judge passes, or of what it does not, nothing is labelled")
    strata = Strata(
        codes=np.zeros(0, np.int64),
        judged=np.array([not_passing, passing]),
        labelled=np.array([of_others, of_passing]),
        good=np.array([labels.not_passed_good, labels.pass_good]),
    )
    drawn = posterior(strata, draws=draws)
    q = strata.good / strata.labelled
    right, wrong = _beta_counts(strata.shares * q, drawn.shares * drawn.good, 1, labels.good)
    refuted, missed = _beta_counts(strata.shares * (1 - q), drawn.shares * (1 - drawn.good), 0, labels.bad)
    return Confusion(pass_good=right, fail_good=wrong, pass_bad=missed, fail_bad=refuted)


def _beta_counts(at: Floats, drawn: Floats, chosen: int, labels: float) -> tuple[float, float]:
    """The labels on which the judge is right and wrong, from the mass that the chosen stratum has of both strata."""
    if labels == 0:
        return 0.0, 0.0
    share = float(at[chosen] / at.sum())
    shares = drawn[:, chosen] / drawn.sum(axis=1)
    mean = float(shares.mean())
    count = min(mean * (1 - mean) / float(shares.var()) - 1, labels)
    return share * count, (1 - share) * count
