"""A suite's ruling together with its comparison: what a baseline decides beside thresholds and floors."""

from __future__ import annotations

from collections.abc import Iterable

from judge_eval.core.comparison import Comparison, MetricChange
from judge_eval.core.estimate import Estimate, headlines
from judge_eval.core.results import EstimateRow
from judge_eval.pipeline.gate import Ruling

BY_CHANGE = ("statistical", "tolerance")
"""The rules that look at the change; floors and thresholds are decided without a baseline."""


def with_comparison(ruling: Ruling, comparison: Comparison, baseline: Iterable[Estimate]) -> Ruling:
    """The ruling with each estimate beside the baseline's, and with what the changes decide.

    `baseline` holds the baseline's estimates. Of several rules the one is named that decides: a fail before
    what is open before a pass.
    """
    failed, incomplete, undecided = [*ruling.failed], [*ruling.incomplete], [*ruling.undecided]
    for change in comparison.changes:
        if change.rule in BY_CHANGE:
            said = f"{change.metric}: {change.rule} against the baseline: {change.why}"
            into = {"fail": failed, None: incomplete, "pass": []}.get(change.decision, undecided)
            into.append(said)
    headline, before = headlines(ruling.estimates), headlines(baseline)
    rows = tuple(
        _beside(row, before.get(row.metric), comparison.of(row.metric)) if row is headline[row.metric] else row
        for row in ruling.estimates
    )
    return Ruling(rows, tuple(failed), tuple(incomplete), tuple(undecided), ruling.held)


def _beside(row: EstimateRow, before: Estimate | None, change: MetricChange | None) -> EstimateRow:
    update: dict[str, object] = {}
    if before is not None and before.value is not None:
        update["baseline"] = before.value
        if row.value is not None and (row.calibration is None) == (before.calibration is None):
            update["delta"] = row.value - before.value  # a corrected rate less a raw one would be no change
    if change is not None and change.rule in BY_CHANGE and _decides(row, change):
        update["decided_by"] = change.rule
        update["passed"] = {"fail": False, "pass": True}.get(change.decision or "")
    return row.model_copy(update=update)


def _decides(row: EstimateRow, change: MetricChange) -> bool:
    """Whether the change, and not the row's own bar, is what decides."""
    if row.decided_by is None or row.passed is None:
        return row.decided_by is None or change.decision == "fail"
    return row.passed and change.decision != "pass"
