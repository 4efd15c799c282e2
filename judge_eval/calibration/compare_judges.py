"""Several judges on the same labels, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge_eval.calibration.judged_labels import JudgedLabels
from judge_eval.core.appraisal import Comparison, Figure, JudgeStanding, Split
from judge_eval.core.observation import Observation
from judge_eval.core.run import Tokens
from judge_eval.stats.agreement.observed import Observed
from judge_eval.stats.intervals.differences import difference_interval
from judge_eval.stats.intervals.mean import mean_interval, mean_of


def compare_judges(judged: Sequence[JudgedLabels]) -> Comparison:
    """The judges in their order, each against the first, on the items that all of them decided."""
    shared = {one.id for one in judged[0].telling}
    for each in judged[1:]:
        shared &= {one.id for one in each.telling}
    sides = [Observed(tuple(one for one in each.telling if one.id in shared)) for each in judged]
    return Comparison(
        question=judged[0].labels.question,
        n=len(shared),
        judges=tuple(_standing(each, side, sides[0]) for each, side in zip(judged, sides, strict=True)),
        splits=tuple(_splits(sides)),
    )


def _standing(judged: JudgedLabels, side: Observed, first: Observed) -> JudgeStanding:
    every = judged.observations
    agreement = difference = Figure(n=0, why="no item was decided by all judges")
    if side.count:
        held = mean_interval(side.agreements, side.clusters, bounded=True)
        agreement = Figure.of(mean_of(side.agreements), held, side.count)
        gaps = side.agreements - first.agreements
        difference = Figure.of(mean_of(gaps), difference_interval(gaps, side.clusters), side.count)
    return JudgeStanding(
        judge=judged.judge.spec if judged.judge is not None else "",
        agreement=agreement,
        difference=difference if side is not first else Figure(n=side.count, why="the first judge"),
        calls=sum(one.asked for one in every),
        tokens=Tokens.total(one.tokens for one in every),
        seconds=sum(one.seconds for one in every),
    )


def _splits(sides: Sequence[Observed]) -> Iterator[Split]:
    for ones in zip(*(side.observations for side in sides), strict=True):
        decisions = tuple(one.decision or "" for one in ones)
        if len(set(decisions)) > 1:
            first: Observation = ones[0]
            people = "tied" if first.y == 0.5 else "good" if first.y else "bad"
            yield Split(id=first.id, response=first.response, people=people, decisions=decisions)
