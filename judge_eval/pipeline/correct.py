"""The corrected pass rates of a suite: each judged metric's, by the record that is in force for its judge."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from judge_eval.calibration.corrected_rate import CorrectedRate, corrected_rate
from judge_eval.calibration.in_force import InForce, Uncalibrated, model_changed
from judge_eval.core.calibration import CalibrationRecord, Confusion
from judge_eval.core.estimate import Estimate, HumanRate
from judge_eval.pipeline.judged_items import JudgedItemsByMetric, JudgedItemsOf
from judge_eval.pipeline.plan import Plans
from judge_eval.stats.rate import Refusal

Records = Mapping[str, InForce | Uncalibrated]
"""What is in force for a metric, by the fingerprint of its judge."""


def corrected(
    estimates: Iterable[Estimate], judged: JudgedItemsByMetric, plans: Plans, *, allow_stale: bool
) -> tuple[Estimate, ...]:
    """The estimates, each judged pass rate corrected where a record is in force; elsewhere it says why none is."""
    return tuple(
        _corrected(
            estimate,
            judged.by_metric.get(estimate.metric, JudgedItemsOf()),
            records_of(plans, estimate.metric),
            judged.agents,
            allow_stale=allow_stale,
        )
        if estimate.kind == "pass_rate"
        else estimate
        for estimate in estimates
    )


def records_of(plans: Plans, metric: str) -> dict[str, InForce | Uncalibrated]:
    """What is in force for a metric, by the fingerprint of its judge."""
    return {judge: found for plan in plans.plans for judge, found in plan.records.get(metric, {}).items()}


def _corrected(
    estimate: Estimate, items: JudgedItemsOf, records: Records, agents: Collection[str], *, allow_stale: bool
) -> Estimate:
    """The pass rate as people would give it, with the raw one beside it; without a record the raw one, and why.

    Items on which no judge could be asked stay open: they widen the bounds and the interval by their share.
    """
    found = _in_force(items, records, allow_stale=allow_stale)
    if isinstance(found, Uncalibrated):
        return estimate.model_copy(update={"uncalibrated": found.why})
    record = _narrowed(found.record, items)
    if isinstance(record, str):
        return estimate.model_copy(update={"uncalibrated": record})
    from_this_run = record.population is not None and (
        record.population.fingerprint == items.population(agents).fingerprint
    )
    labelled = {item.key: item.y for item in record.items} if from_this_run else None
    rate = corrected_rate(
        items.items(labelled), record, from_this_run=from_this_run, agents=sorted(agents), ruled=items.ruled()
    )
    if isinstance(rate.rate, Refusal):
        return estimate.model_copy(update={"uncalibrated": f"{found.name}: {rate.rate.reason}"})
    return _with_rate(estimate, found, rate, items.open)


def _in_force(items: JudgedItemsOf, records: Records, *, allow_stale: bool) -> InForce | Uncalibrated:
    """The record of the one judge that decided all items."""
    if items.count == 0:
        return Uncalibrated("no judge was needed" if not items.open else "no item was judged")
    if len(items.judges) != 1:
        return Uncalibrated(f"{len(items.judges)} judges decided")
    found = records.get(next(iter(items.judges)), Uncalibrated())
    if isinstance(found, Uncalibrated):
        return found
    changed = model_changed(found.record, sorted(items.versions))
    if not changed:
        return found
    if allow_stale:
        return InForce(found.name, found.record, ", ".join(filter(None, (found.stale, changed))))
    return Uncalibrated(f"{found.name} is stale: {changed}")


def _narrowed(record: CalibrationRecord, items: JudgedItemsOf) -> CalibrationRecord | str:
    """The record over the criteria that were judged here alone; the reason where labels of one are missing."""
    if not items.wordings:
        return record
    unknown = items.wordings - record.criteria.keys()
    if unknown:
        return f"{len(unknown)} of {len(items.wordings)} criteria have no labels of this wording"
    if record.drawn == "by_verdict" and items.wordings != record.criteria.keys():
        # Labels drawn by verdict stand for all criteria of their population together, and not for some of them.
        return f"labels drawn by verdict are of {len(record.criteria)} criteria, and here {len(items.wordings)} are judged"
    parts = [record.criteria[wording] for wording in sorted(items.wordings)]
    table = Confusion()
    for part in parts:
        table = table.plus(part.confusion)
    return record.model_copy(update={"confusion": table, "n": round(table.n)})


def _with_rate(estimate: Estimate, found: InForce, rate: CorrectedRate, n_open: int) -> Estimate:
    """The estimate with the corrected rate in the place of the raw one."""
    if isinstance(rate.rate, Refusal):
        raise TypeError("a refusal is no rate")
    open_share = n_open / estimate.n if estimate.n else 0.0
    kept = 1 - open_share
    value = rate.rate.point * kept
    warnings = [
        *(["the interval may be too narrow: under 40 clusters, and a rate near 1"] if rate.few_clusters else []),
        *(["the agent is another, and the share of undecided items has moved"] if rate.undecided_moved else []),
    ]
    return estimate.model_copy(
        update={
            "value": value,
            "value_low": value,
            "value_high": value + open_share,
            "low": rate.rate.low * kept,
            "high": rate.rate.high * kept + open_share,
            "method": rate.rate.method,
            "raw": estimate.value,
            "calibration": found.said(),
            "assumption": str(rate.assumption) if rate.assumption is not None else None,
            "humans": None
            if rate.humans is None
            else HumanRate(value=rate.humans.point, low=rate.humans.low, high=rate.humans.high),
            "warnings": tuple(warnings),
        }
    )
