"""The corrected estimates of a suite: each judged metric's, by the record that is in force for its judge."""

from __future__ import annotations

from collections.abc import Iterable

from judge_eval.calibration.corrected_rate import CorrectedRate, corrected_rate
from judge_eval.calibration.in_force import InForce, Uncalibrated
from judge_eval.core.estimate import Estimate, HumanRate
from judge_eval.pipeline.correction.correct_score import corrected_score
from judge_eval.pipeline.correction.judged_items import JudgedItemsByMetric, JudgedItemsOf
from judge_eval.pipeline.correction.record_in_use import RecordInUse, record_in_use, records_of
from judge_eval.pipeline.plan import Plans
from judge_eval.stats.correction.rate import Rate, Refusal


def corrected(
    estimates: Iterable[Estimate], judged: JudgedItemsByMetric, plans: Plans, *, allow_stale: bool
) -> tuple[Estimate, ...]:
    """The estimates, those of judged metrics corrected where a record is in force; elsewhere they say why none is.

    Corrected are the pass rate, and the mean of criteria that have a scale.
    """
    return tuple(_corrected(estimate, judged, plans, allow_stale=allow_stale) for estimate in estimates)


def _corrected(estimate: Estimate, judged: JudgedItemsByMetric, plans: Plans, *, allow_stale: bool) -> Estimate:
    items = judged.by_metric.get(estimate.metric, JudgedItemsOf())
    if estimate.kind == "score" and not items.scaled:
        return estimate
    agents = sorted(judged.agents)
    used = record_in_use(items, records_of(plans, estimate.metric), agents, allow_stale=allow_stale)
    if isinstance(used, Uncalibrated):
        return estimate.model_copy(update={"uncalibrated": used.why})
    if estimate.kind == "score":
        return corrected_score(estimate, items, used)
    return _corrected_rate(estimate, items, used, agents)


def _corrected_rate(estimate: Estimate, items: JudgedItemsOf, used: RecordInUse, agents: list[str]) -> Estimate:
    """The pass rate as people would give it, with the raw one beside it; the raw one, and why, where that is refused.

    Items on which no judge could be asked stay open: they widen the bounds and the interval by their share.
    """
    here = used.labelled is not None
    labelled = {item.key: item.y for item in used.labelled or ()}
    found = corrected_rate(items.items(labelled), used.record, from_this_run=here, agents=agents, ruled=items.ruled())
    if isinstance(found.rate, Refusal):
        return estimate.model_copy(update={"uncalibrated": f"{used.found.name}: {found.rate.reason}"})
    corrected_one = _with_rate(estimate, used.found, found, found.rate, items.open)
    if here or used.record.certificate is None:
        return corrected_one
    promised = "its certificate was made for the run that labels were drawn from: that it holds for this one is assumed"
    return corrected_one.model_copy(update={"warnings": (*corrected_one.warnings, promised)})


def _with_rate(estimate: Estimate, record: InForce, found: CorrectedRate, rate: Rate, n_open: int) -> Estimate:
    """The estimate with the corrected rate in the place of the raw one."""
    open_share = n_open / estimate.n if estimate.n else 0.0
    kept = 1 - open_share
    value, humans = rate.point * kept, found.humans
    return estimate.model_copy(
        update={
            "value": value,
            "value_low": value,
            "value_high": value + open_share,
            "low": rate.low * kept,
            "high": rate.high * kept + open_share,
            "method": rate.method,
            "raw": estimate.value,
            "calibration": record.said(),
            "stale": record.stale or None,
            "assumption": str(found.assumption) if found.assumption is not None else None,
            "humans": None if humans is None else HumanRate(value=humans.point, low=humans.low, high=humans.high),
            "warnings": tuple(_warnings(found)),
        }
    )


def _warnings(found: CorrectedRate) -> Iterable[str]:
    if found.few_clusters:
        yield "the interval may be too narrow: under 40 clusters, and a rate near 1"
    if found.undecided_moved:
        yield "the agent is another, and the share of undecided items has moved: label some of its own, --worklist 40"
