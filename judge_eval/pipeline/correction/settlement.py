"""The final word on every verdict: its probability at the suite's own share of good items, and what that says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from judge_eval.calibration.in_force import InForce
from judge_eval.calibration.thresholds import SURE_ENOUGH
from judge_eval.core.calibration import CalibrationRecord
from judge_eval.core.estimate import Estimate
from judge_eval.core.results import CaseResult, ScoreRow
from judge_eval.core.score import Settled
from judge_eval.pipeline.correction.judged_items import JudgedItemsByMetric
from judge_eval.pipeline.correction.record_in_use import records_of
from judge_eval.pipeline.plan import Plans
from judge_eval.stats.prediction.abstention import Thresholds
from judge_eval.stats.prediction.probability import at_share


@dataclass(frozen=True, slots=True)
class Share:
    """The share of good items among a model's labels, and among a suite's items: what its probabilities move by."""

    of_labels: float
    of_suite: float

    def moved(self, probability: float) -> float:
        """The probability as it is in the suite."""
        if self.of_labels == self.of_suite:
            return probability
        return at_share(probability, self.of_labels, self.of_suite)


AS_DRAWN = Share(0.5, 0.5)
"""Labels of a population show the share of good items that it has: nothing moves."""

Shares = Mapping[str, Share | None]
"""The share of each metric whose judge has a probability model; None: that of the suite is not known."""


def shares(estimates: Iterable[Estimate], judged: JudgedItemsByMetric, plans: Plans) -> dict[str, Share | None]:
    """What moves each metric's probabilities; metrics whose judges have no model are left out."""
    found: dict[str, Share | None] = {}
    for estimate in estimates:
        items = judged.by_metric.get(estimate.metric)
        if estimate.kind != "pass_rate" or items is None:
            continue
        records = [records_of(plans, estimate.metric).get(judge) for judge in items.judges]
        models = [one.record for one in records if isinstance(one, InForce) and one.record.probability is not None]
        if models:
            found[estimate.metric] = _share(models[0], estimate) if len(records) == 1 else None
    return found


class Settlement:
    """The final word on every verdict, and how many of each there are: none is dropped."""

    def __init__(self, moves: Shares) -> None:
        """Nothing settled yet."""
        self._moves = moves
        self._counts: dict[str, Counter[Settled]] = {}

    def settle(self, result: CaseResult) -> CaseResult:
        """The result with final probabilities, and with what they say where no certificate has said it."""
        if all(row.calibrated is None and row.probability is None for row in result.scores):
            return result
        scores = tuple(map(self._settled, result.scores))
        if result.quarantine is None:
            self._count(scores)
        return result.model_copy(update={"scores": scores})

    def told(self, estimate: Estimate) -> Estimate:
        """The pass rate with the counts of what is said of its verdicts."""
        counts = self._counts.get(estimate.metric)
        if counts is None or estimate.kind != "pass_rate":
            return estimate
        return estimate.model_copy(update={"settled": {word: counts[word] for word in ("pass", "fail", "abstain")}})

    def _count(self, rows: Iterable[ScoreRow]) -> None:
        for row in rows:
            if row.calibrated is not None:
                self._counts.setdefault(row.metric, Counter())[row.calibrated] += 1

    def _settled(self, row: ScoreRow) -> ScoreRow:
        if row.probability is None and row.calibrated is None:
            return row
        share = self._moves.get(row.metric)
        probability = None
        if share is not None and row.probability is not None:
            probability = round(share.moved(row.probability), 6)
        said = row.calibrated or Thresholds(SURE_ENOUGH, 1 - SURE_ENOUGH).settle(probability)
        return row.model_copy(update={"probability": probability, "calibrated": said})


def _share(record: CalibrationRecord, corrected: Estimate) -> Share | None:
    """What the record's probabilities move by; None where nothing tells the suite's share of good items."""
    if record.population is not None:
        return AS_DRAWN
    if record.probability is None or corrected.value is None or corrected.raw is None:
        return None
    return Share(record.probability.label_share, corrected.value)
