"""The corrected mean of criteria that have a scale: people's points in the place of the judge's."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum, isclose, isnan

from judge_eval.core.estimate import Estimate
from judge_eval.pipeline.correction.judged_items import JudgedItemsOf
from judge_eval.pipeline.correction.record_in_use import RecordInUse
from judge_eval.stats.arrays import Codes, Floats
from judge_eval.stats.correction.ppi import clustered_ppi_rate
from judge_eval.stats.correction.rule_share import with_rule_share

LEAST_SCALED_LABELS = 10
"""Labels under which a mean of scales is left as it is: the interval's Student t needs a variance that is told."""


@dataclass(frozen=True, slots=True)
class _Scaled:
    """A run's items: people's values, NaN where nobody was asked, the judge's, and the clusters."""

    people: Floats
    judge: Floats
    clusters: Codes


def corrected_score(estimate: Estimate, items: JudgedItemsOf, used: RecordInUse) -> Estimate:
    """The mean score as people would give it, by PPI++, with the raw one beside it; else the raw one, and why.

    Only labels drawn at random from this very run tell it: no figure of a judge carries a scale to other items.
    """
    scaled = _scaled(estimate, items, used)
    if isinstance(scaled, str):
        return estimate.model_copy(update={"uncalibrated": f"{used.found.name}: {scaled}"})
    judged = clustered_ppi_rate(scaled.people, scaled.judge, scaled.clusters)
    rate = with_rule_share(judged, scaled.clusters, items.ruled(by_value=True))
    update: dict[str, object] = {"value": rate.point, "value_low": rate.point, "value_high": rate.point}
    update |= {"low": rate.low, "high": rate.high, "method": rate.method}
    update |= {"raw": estimate.value, "calibration": used.found.said(), "stale": used.found.stale or None}
    return estimate.model_copy(update=update)


def _scaled(estimate: Estimate, items: JudgedItemsOf, used: RecordInUse) -> _Scaled | str:
    """People's and the judge's values of this run's items; the reason where they do not stand for its mean."""
    if used.labelled is None or used.record.drawn != "random":
        return "a mean of scales is corrected only by labels drawn at random from this run"
    labelled = {item.key: item.value for item in used.labelled if item.value is not None}
    if len(labelled) < LEAST_SCALED_LABELS:
        return f"{len(labelled)} labels are points of a scale, and {LEAST_SCALED_LABELS} are needed"
    judge = items.values()
    every = [*judge.tolist(), *items.ruled(by_value=True).passed.tolist()]
    if items.open or any(map(isnan, every)):
        return "some items have no value"
    mean = fsum(every) / len(every)
    if estimate.value is None or not isclose(mean, estimate.value, abs_tol=1e-9):
        return "criteria or cases weigh differently, so that the score is no plain mean over what was labelled"
    found = items.items(labelled)
    return _Scaled(found.labels, judge, found.clusters)
