"""The record in use: what corrects one metric of a scored suite, cut to what was judged there."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from judge_eval.calibration.in_force import InForce, Uncalibrated, model_changed
from judge_eval.core.calibration import CalibrationRecord, Confusion, CriterionRecord, LabelledItem, Spread
from judge_eval.pipeline.correction.judged_items import JudgedItemsOf
from judge_eval.pipeline.plan import Plans

Records = Mapping[str, InForce | Uncalibrated]
"""What is in force for a metric, by the fingerprint of its judge."""


@dataclass(frozen=True, slots=True)
class RecordInUse:
    """The record that is in force, `record` its part about the criteria that were judged.

    `labelled` are its labels of these very items; None where they were drawn from others.
    """

    found: InForce
    record: CalibrationRecord
    labelled: tuple[LabelledItem, ...] | None


def records_of(plans: Plans, metric: str) -> dict[str, InForce | Uncalibrated]:
    """What is in force for a metric, by the fingerprint of its judge."""
    return {judge: found for plan in plans.plans for judge, found in plan.records.get(metric, {}).items()}


def cut_off_of(records: Records, judge: str) -> float | None:
    """The P(pass) from which this judge's distribution passes by its record; None where no record says it."""
    found = records.get(judge)
    return found.record.cut_off if isinstance(found, InForce) else None


def record_in_use(
    items: JudgedItemsOf, records: Records, agents: Collection[str], *, allow_stale: bool
) -> RecordInUse | Uncalibrated:
    """The record that may correct these items of one metric, or why there is none."""
    found = _in_force(items, records, allow_stale=allow_stale)
    if isinstance(found, Uncalibrated):
        return found
    record = _narrowed(found.record, items.wordings)
    if isinstance(record, Uncalibrated):
        return record
    drawn_here = record.population is not None and (
        record.population.fingerprint == items.population(agents).fingerprint
    )
    return RecordInUse(found, record, record.items if drawn_here else None)


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


def _narrowed(record: CalibrationRecord, wordings: Collection[str]) -> CalibrationRecord | Uncalibrated:
    """The record over the criteria of these wordings alone; the reason where labels of one are missing."""
    if not wordings or wordings == record.criteria.keys():
        return record
    unknown = sorted(set(wordings) - record.criteria.keys())
    if unknown:
        return Uncalibrated(f"{len(unknown)} of {len(wordings)} criteria have no labels of this wording")
    if record.drawn == "by_verdict":
        # Labels drawn by verdict stand for all criteria of their population together, and not for some of them.
        drawn, judged = len(record.criteria), len(wordings)
        return Uncalibrated(f"labels drawn by verdict are of {drawn} criteria, and here {judged} are judged")
    parts = [record.criteria[wording] for wording in sorted(wordings)]
    table = Confusion()
    for part in parts:
        table = table.plus(part.confusion)
    return record.model_copy(update={"confusion": table, "n": round(table.n), "spread": _spread(record, parts)})


def _spread(record: CalibrationRecord, parts: list[CriterionRecord]) -> Spread:
    """The criterion's own; several share clusters among them too, up to as much as all do, or each by itself."""
    if len(parts) == 1:
        return parts[0].spread
    every = [record.spread, *(part.spread for part in parts)]
    return Spread(of_good=max(one.of_good for one in every), of_bad=max(one.of_bad for one in every))
