"""The judge's own noise, from the samples behind its verdicts."""

from __future__ import annotations

from judge_eval.core.appraisal import Figure, Wavering
from judge_eval.stats.agreement.noise import icc_limits, icc_of_pairs
from judge_eval.stats.agreement.observed import Observed
from judge_eval.stats.arrays import Codes, Floats
from judge_eval.stats.correction.design_effect import wilson_over
from judge_eval.stats.intervals.chance import SEED, chance_of

ONE_SAMPLE = "one sample an item"


def wavering_of(observed: Observed) -> Wavering:
    """What a second asking would change, from the first two samples of each item; the third was asked for a reason."""
    if observed.count == 0:
        return Wavering(icc=Figure(why=ONE_SAMPLE), flip_rate=Figure(why=ONE_SAMPLE))
    icc, flip_rate = _noise(observed.asked_twice)
    return Wavering(
        icc=icc,
        flip_rate=flip_rate,
        undecided=_rate(observed.undecided, observed.clusters),
        mean_asked=sum(one.asked for one in observed.observations) / observed.count,
    )


def _noise(twice: Observed) -> tuple[Figure, Figure]:
    """The ICC, and the probability that a second asking brings another answer."""
    if twice.count < 2:
        return Figure(why=ONE_SAMPLE), Figure(why=ONE_SAMPLE)
    firsts, seconds = twice.nth_answers(0), twice.nth_answers(1)
    icc = icc_of_pairs(firsts, seconds)
    flips = _rate(abs(firsts - seconds), twice.clusters)
    if icc is None:
        return Figure(n=twice.count, why="all samples are equal"), flips
    limits = icc_limits(firsts, seconds, twice.clusters, chance_of(SEED))
    return Figure.of(icc, limits, twice.count), flips


def _rate(values: Floats, clusters: Codes) -> Figure:
    """The share of ones, with Wilson's interval over the design effect."""
    rate = wilson_over(values, clusters)
    return Figure.of(rate.point, rate, len(values))
