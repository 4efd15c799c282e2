"""The judge's own noise, from the samples behind its verdicts."""

from __future__ import annotations

from judge_eval.core.appraisal import Figure, Wavering
from judge_eval.stats.interval import wilson
from judge_eval.stats.noise import judge_noise
from judge_eval.stats.observed import Observed

ONE_SAMPLE = "one sample an item"


def wavering_of(observed: Observed) -> Wavering:
    """What a second asking would change, from the first two samples of each item; the third was asked for a reason."""
    count = observed.count
    noise = judge_noise(*observed.first_answers)
    n_open = sum(one.decision == "undecided" for one in observed.observations)
    limits = wilson(n_open, count) if count else None
    undecided = Figure(
        value=n_open / count if count else None,
        low=limits and limits.low,
        high=limits and limits.high,
        n=count,
    )
    asked = sum(one.asked for one in observed.observations)
    mean_asked = asked / count if count else 0.0
    if noise is None:
        return Wavering(
            icc=Figure(why=ONE_SAMPLE), flip_rate=Figure(why=ONE_SAMPLE), undecided=undecided, mean_asked=mean_asked
        )
    flips = wilson(noise.flip_rate * noise.items, noise.items)
    return Wavering(
        icc=Figure(value=noise.icc, n=noise.items, why="" if noise.icc is not None else "all samples are equal"),
        flip_rate=Figure(value=noise.flip_rate, low=flips.low, high=flips.high, n=noise.items),
        undecided=undecided,
        mean_asked=mean_asked,
    )
