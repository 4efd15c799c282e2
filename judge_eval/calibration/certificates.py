"""Certified thresholds: how sure a judge must be for its decisions to keep a promised error."""

from __future__ import annotations

from collections.abc import Sequence

from judge_eval.calibration.thresholds import CERTIFICATE_DELTA
from judge_eval.core.calibration import Certificate, CertifiedSide
from judge_eval.core.label import LabelSet
from judge_eval.errors import InputError, Problem
from judge_eval.stats.agreement.observed import Observed
from judge_eval.stats.intervals.exact import clopper_pearson
from judge_eval.stats.prediction.certify import VOTE_MARGINS, SideCertificate, certify

N_QUANTILES = 20
"""Steps of the scale of a judge that gives probabilities."""


def vote_margin(passing: int, failing: int) -> float:
    """How clear a vote is, from 4 (all pass, two or more) to -4 (all fail); 0 for a tie, ±1 for a bare majority."""
    for_, against = max(passing, failing), min(passing, failing)
    if for_ == against:
        return 0.0
    least_for = {0: 2, 1: 3, 2: 4}
    level = 4.0 - against if against in least_for and for_ >= least_for[against] else 1.0
    return level if passing > failing else -level


def certificate_for(observed: Observed, labels: LabelSet, target: float, look: int) -> Certificate:
    """What these labels certify at an error of `target`; `look` counts how often labels of this draw were looked at.

    Raises: InputError where they were not drawn at random from a scored run: then nothing can be promised.
    """
    if labels.drawn != "random" or labels.population is None:
        raise InputError(
            Problem(
                "nothing can be certified from these labels",
                place="--target-error",
                found=f"labels drawn {labels.drawn}",
                expected="labels drawn at random from a scored run",
                remedy="draw them with score --worklist random:N",
            )
        )
    chosen = observed.one_a_cluster()
    by_probability = chosen.probabilities is not None
    strict_to_lax = chosen.probability_steps(N_QUANTILES) if by_probability else VOTE_MARGINS
    values = chosen.probabilities if chosen.probabilities is not None else chosen.values_of(vote_margin)
    passes = certify(values, chosen.labels, strict_to_lax, "pass", look, target, CERTIFICATE_DELTA)
    falling = [-step for step in VOTE_MARGINS] if not by_probability else list(reversed(strict_to_lax))
    fails = certify(values, chosen.labels, falling, "fail", look, target, CERTIFICATE_DELTA)
    pass_side, fail_side = _certified(passes), _certified(fails)
    if pass_side is not None and fail_side is not None and pass_side.threshold <= fail_side.threshold:
        fail_side = None  # an item beyond both would pass and fail
    return Certificate(
        alpha=target,
        delta=CERTIFICATE_DELTA,
        look=look,
        scale="probability" if by_probability else "vote_margin",
        pass_side=pass_side,
        fail_side=fail_side,
        remedy="; ".join(_remedies((passes, fails))),
    )


def _certified(side: SideCertificate) -> CertifiedSide | None:
    """The side with the upper limit of its error, by Clopper and Pearson."""
    found = side.certified
    if found is None:
        return None
    most = clopper_pearson(found.errors, found.n, 0.9).high  # one-sided 95 %
    return CertifiedSide(threshold=found.threshold, n=found.n, errors=found.errors, at_most=most)


def _remedies(sides: Sequence[SideCertificate]) -> list[str]:
    """What would certify each side that is not."""
    return [
        f"{side.side}: "
        + (
            f"label about {side.more_labels} more"
            if side.more_labels is not None
            else "no number of labels will do at this error"
        )
        for side in sides
        if side.certified is None
    ]
