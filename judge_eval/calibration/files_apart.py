"""Label files that tell different things of one judge, so that they make no one record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from judge_eval.calibration.counting import confusion_of
from judge_eval.core.calibration import Confusion
from judge_eval.core.observation import Observation
from judge_eval.stats.agreement.observed import Observed
from judge_eval.stats.intervals.two_rates import fisher_p

DIFFERENT = 0.05
"""The p under which sensitivity or specificity is another in one file than in another."""


def files_apart(observations: Sequence[Observation], file_of: Mapping[str, str]) -> Iterator[str]:
    """How the judge's rates part between files, a sentence a rate and a pair; `file_of` goes by the label's id.

    A pool of such files would tell the rate of their mixture, which no later run has.
    """
    by_file: dict[str, list[Observation]] = {}
    for one in observations:
        by_file.setdefault(file_of.get(one.id, ""), []).append(one)
    tables = {file: confusion_of(Observed(tuple(ones))) for file, ones in sorted(by_file.items())}
    for one, other in combinations(tables, 2):
        yield from _apart(tables[one], tables[other], one, other)


def _apart(first: Confusion, second: Confusion, one: str, other: str) -> Iterator[str]:
    rates = {
        "of what people pass it passes": ((first.pass_good, first.good), (second.pass_good, second.good)),
        "of what people fail it passes": ((first.pass_bad, first.bad), (second.pass_bad, second.bad)),
    }
    for said, ((passed, of), (others, of_others)) in rates.items():
        p = fisher_p(int(passed), int(of), int(others), int(of_others))
        if p < DIFFERENT:
            yield (
                f"The files do not pool: {said} {passed:g} of {of:g} in {one}, {others:g} of {of_others:g} in {other} "
                f"(Fisher's p = {p:.2g}). No record is written: calibrate them one by one, each into an --out of its "
                "own, and name with score --calibration the one whose items are like those that you score."
            )
