"""A probability for each verdict, by the record in force: what people would say of the item."""

from __future__ import annotations

from judge_eval.calibration.certificates import vote_margin
from judge_eval.calibration.features import features
from judge_eval.calibration.in_force import InForce
from judge_eval.calibration.predictiveness import predicted
from judge_eval.core.calibration import Certificate
from judge_eval.core.case import Case
from judge_eval.core.run import Run
from judge_eval.core.score import Score, Settled
from judge_eval.core.verdict import Verdict
from judge_eval.pipeline.correction.record_in_use import Records
from judge_eval.pipeline.judged_item import weakest_verdict
from judge_eval.stats.prediction.abstention import Thresholds
from judge_eval.stats.prediction.probability import log_odds_of


def with_probabilities(score: Score, case: Case, run: Run, records: Records) -> Score:
    """The score with its items' probabilities, wherever in it they stand."""
    if score.turns or score.criteria:
        turns = tuple(with_probabilities(turn, case, run, records) for turn in score.turns)
        criteria = tuple(with_probabilities(criterion, case, run, records) for criterion in score.criteria)
        return score.model_copy(update={"turns": turns, "criteria": criteria})
    judge = next((verdict.judge for verdict in score.verdicts if verdict.judge is not None), None)
    found = None if judge is None else records.get(judge)
    if not isinstance(found, InForce) or found.record.probability is None or score.decision == "not_applicable":
        return score
    weakest = weakest_verdict(score.verdicts)
    if weakest is None:
        return score.model_copy(update={"calibrated": "abstain"})
    leaning = log_odds_of(weakest.p_pass, weakest.passing, weakest.failing)
    probability = predicted(found.record.probability, leaning, _features(score, case, run))
    said = _certified(weakest, found.record.certificate)
    # Where a feature is missing nothing is known, and nothing is dropped.
    return score.model_copy(
        update={"probability": probability, "calibrated": "abstain" if probability is None and said is None else said}
    )


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
