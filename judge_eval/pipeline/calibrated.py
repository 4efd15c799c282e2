"""A probability for each verdict, by the record in force, and what can be said of it at a promised error."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import exp, log

from judge_eval.calibration.certificates import vote_margin
from judge_eval.calibration.features import features
from judge_eval.calibration.in_force import InForce
from judge_eval.calibration.predictiveness import predicted
from judge_eval.calibration.thresholds import SURE_ENOUGH
from judge_eval.core.calibration import Certificate, ProbabilityModel
from judge_eval.core.case import Case
from judge_eval.core.estimate import Estimate
from judge_eval.core.results import CaseResult, ScoreRow
from judge_eval.core.run import Run
from judge_eval.core.score import Score, Settled
from judge_eval.core.verdict import Verdict
from judge_eval.pipeline.correct import Records, records_of
from judge_eval.pipeline.judged_items import JudgedItemsByMetric
from judge_eval.pipeline.observe import weakest_verdict
from judge_eval.pipeline.plan import Plans
from judge_eval.stats.abstention import Thresholds
from judge_eval.stats.probability import log_odds_of


@dataclass(frozen=True, slots=True)
class Shift:
    """How far the log-odds of a metric's probabilities move: its labels do not show the suite's share of passes."""

    log_odds: float = 0.0

    def of(self, probability: float) -> float:
        """The probability after the move."""
        moved = log(probability / (1 - probability)) + self.log_odds
        return 1 / (1 + exp(-moved)) if moved >= 0 else exp(moved) / (1 + exp(moved))


def with_probabilities(
    scores: Iterable[Score], case: Case, run: Run, records: Mapping[str, Records]
) -> tuple[Score, ...]:
    """The scores with a probability for each item that a judge with a record decided; `records` stand by metric."""
    return tuple(
        _with(score, case, run, records[score.metric]) if records.get(score.metric) else score for score in scores
    )


def shifts(estimates: Iterable[Estimate], judged: JudgedItemsByMetric, plans: Plans) -> dict[str, Shift]:
    """The move of each metric's probabilities; metrics without a model are left out.

    Labels that were drawn from a population need none: they show its share of passes.
    """
    moves: dict[str, Shift] = {}
    for estimate in estimates:
        items = judged.by_metric.get(estimate.metric)
        if estimate.kind != "pass_rate" or items is None or len(items.judges) != 1:
            continue
        found = records_of(plans, estimate.metric).get(next(iter(items.judges)))
        if isinstance(found, InForce) and found.record.probability is not None:
            drawn_from_run = found.record.population is not None
            moves[estimate.metric] = Shift() if drawn_from_run else shift_for(found.record.probability, estimate)
    return moves


def shift_for(model: ProbabilityModel, corrected: Estimate) -> Shift:
    """The move from the labels' share of good ones to the suite's; none where either is 0 or 1, or not known."""
    share = corrected.value
    if share is None or corrected.raw is None or not (0 < share < 1 and 0 < model.label_share < 1):
        return Shift()
    return Shift(log(share / (1 - share)) - log(model.label_share / (1 - model.label_share)))


def settled(result: CaseResult, shifts: Mapping[str, Shift]) -> CaseResult:
    """The result with final probabilities, and with what they say where no certificate has said it."""
    if not any(row.probability is not None for row in result.scores):
        return result
    return result.model_copy(update={"scores": tuple(_settled(row, shifts) for row in result.scores)})


def _settled(row: ScoreRow, shifts: Mapping[str, Shift]) -> ScoreRow:
    if row.probability is None:
        return row
    probability = shifts.get(row.metric, Shift()).of(row.probability)
    said = row.calibrated or Thresholds(SURE_ENOUGH, 1 - SURE_ENOUGH).settle(probability)
    return row.model_copy(update={"probability": round(probability, 6), "calibrated": said})


def _with(score: Score, case: Case, run: Run, records: Records) -> Score:
    """The score with its items' probabilities, wherever in it they stand."""
    if score.turns or score.criteria:
        turns = tuple(_with(turn, case, run, records) for turn in score.turns)
        criteria = tuple(_with(criterion, case, run, records) for criterion in score.criteria)
        return score.model_copy(update={"turns": turns, "criteria": criteria})
    weakest = weakest_verdict(score.verdicts)
    found = None if weakest is None or weakest.judge is None else records.get(weakest.judge)
    if weakest is None or not isinstance(found, InForce) or found.record.probability is None:
        return score
    leaning = log_odds_of(weakest.p_pass, weakest.passing, weakest.failing)
    probability = predicted(found.record.probability, leaning, _features(score, case, run))
    said = _certified(weakest, found.record.certificate)
    return score.model_copy(update={"probability": probability, "calibrated": said})


def _features(score: Score, case: Case, run: Run) -> dict[str, float]:
    """The deterministic measures of the item's response, as `calibrate` takes them."""
    place = score.turn
    if place is None or place >= len(case.turns) or place >= len(run.turns):
        return {}
    return features(run.turns[place].final_response or "", case.turns[place].reference)


def _certified(verdict: Verdict, certificate: Certificate | None) -> Settled | None:
    """What a certificate says of a verdict; None without one."""
    if certificate is None:
        return None
    by_probability = certificate.scale == "probability"
    value = verdict.p_pass if by_probability else vote_margin(verdict.passing, verdict.failing)
    return Thresholds(certificate.pass_from, certificate.fail_to).settle(value)
