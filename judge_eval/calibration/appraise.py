"""From judged labels to the appraisal of the judge, and the record that later scores go by."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import fmean

from judge_eval.calibration.certificates import certificate_for
from judge_eval.calibration.counting import confusion_of, spread_of
from judge_eval.calibration.cut_off import CutOff, cut_off_for
from judge_eval.calibration.disagreements import disagreements
from judge_eval.calibration.figures import Figures, figures_of, of_criterion
from judge_eval.calibration.files_apart import files_apart
from judge_eval.calibration.judged_labels import JudgedLabels
from judge_eval.calibration.people import people_of
from judge_eval.calibration.predictiveness import Fitted, fit
from judge_eval.calibration.sentences import of_certificate, of_draw, of_labels, of_people, of_rates, of_rest, of_use
from judge_eval.calibration.thresholds import JUDGE_CUT_OFF, LEAST_LABELS_A_CRITERION
from judge_eval.calibration.wavering import wavering_of
from judge_eval.core.appraisal import Appraisal, CriterionAppraisal, People
from judge_eval.core.calibration import CalibrationRecord, Certificate, CriterionRecord, JudgeIdentity, LabelledItem
from judge_eval.core.label import LabelSet
from judge_eval.core.observation import Observation
from judge_eval.core.run import Tokens
from judge_eval.stats.agreement.observed import Observed


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What an appraisal depends on besides labels and verdicts.

    `date` is today's, ISO 8601; `target` is the error to certify, if any; `looks` counts the looks at labels of this
    draw for a certificate, this one included.
    """

    date: str
    version: str
    target: float | None = None
    looks: int = 0


def appraise(judged: JudgedLabels, circumstances: Circumstances) -> Appraisal:
    """The appraisal; its record is None where nothing was asked of the judge.

    Raises: InputError where a certificate is wanted that these labels cannot give.
    """
    observed, labels = Observed(judged.telling), judged.labels
    # Labels drawn from a run stand for the decisions that were made there, at the cut-off that made them.
    declared = JUDGE_CUT_OFF if labels.cut_off is None else labels.cut_off
    cut = cut_off_for(observed, declared, may_choose=labels.population is None)
    # Which items another judge passed is no function of what this one says of them, and would bend its model.
    fitted = fit(observed) if judged.drawn_by_own else None
    certificate = None
    if circumstances.target is not None:
        certificate = certificate_for(observed, labels, circumstances.target, max(circumstances.looks, 1))
    apart = _files_apart(judged, _decided(observed, cut))
    record = None
    if judged.judge is not None and observed.count and not apart and judged.whole:
        record = _record(judged, judged.judge, cut, fitted, certificate, circumstances)
    found = _appraisal(judged, observed, cut, fitted, record)
    return found.model_copy(update={"apart": apart, "sentences": (*apart, *found.sentences)})


def _appraisal(
    judged: JudgedLabels, observed: Observed, cut: CutOff, fitted: Fitted | None, record: CalibrationRecord | None
) -> Appraisal:
    labels, people = judged.labels, people_of(cut.measured)
    figures = figures_of(cut.measured, labels, judged.fingerprint)
    return Appraisal(
        question=labels.question,
        judge=judged.judge.spec if judged.judge is not None else "",
        labels=len(labels.labels),
        sources=labels.sources,
        made_by=labels.made_by,
        drawn=labels.drawn,
        policy=labels.policy,
        by_rule=judged.by_rule,
        not_applicable=judged.not_applicable,
        not_judged=len(judged.not_judged),
        why_not=next((one.reason for one in judged.not_judged), ""),
        unmarked=sum(label.y is None for label in labels.labels),
        clusters=observed.n_clusters,
        confusion=confusion_of(cut.measured),
        figures=figures,
        people=people,
        wavering=wavering_of(observed),
        predictiveness=None if fitted is None else fitted.predictiveness,
        criteria=tuple(_criteria(cut.measured, labels)),
        disagreements=disagreements(_decided(observed, cut), () if fitted is None else fitted.predictions),
        sentences=tuple(_sentences(judged, figures, people, cut, record)),
        record=record,
        seconds_a_verdict=_seconds(observed),
        tokens=Tokens.total(one.tokens for one in observed.observations),
    )


def _files_apart(judged: JudgedLabels, decided: tuple[Observation, ...]) -> tuple[str, ...]:
    """Why the files of labels do not pool; those drawn from one run are parts of one draw."""
    return () if judged.labels.population is not None else tuple(files_apart(decided, judged.file_of))


def _sentences(
    judged: JudgedLabels, figures: Figures, people: People, cut: CutOff, record: CalibrationRecord | None
) -> Iterator[str]:
    question = judged.labels.question
    yield from of_labels(judged.labels)
    yield from of_rates(question, figures)
    yield from of_people(question, people)
    yield from _of_cut_off(cut)
    if not judged.whole:
        yield from of_rest(len(judged.not_judged), len(judged.observations))
    if not judged.drawn_by_own:
        yield from of_draw()
    elif record is not None:
        yield from of_use(record)
    if record is not None:
        yield from of_certificate(record.certificate)


def _record(
    judged: JudgedLabels,
    judge: JudgeIdentity,
    cut: CutOff,
    fitted: Fitted | None,
    certificate: Certificate | None,
    circumstances: Circumstances,
) -> CalibrationRecord:
    labels, measured = judged.labels, cut.measured
    # Items that another judge's verdicts drew stand for no strata of this one's.
    population = labels.population if judged.drawn_by_own else None
    drawn_from_run = population is not None and labels.drawn in ("random", "by_verdict")
    return CalibrationRecord(
        question=labels.question,
        judge=judge,
        labels=labels.fingerprint,
        sources=labels.sources,
        made_by=labels.made_by,
        drawn=labels.drawn,
        population=population,
        n=measured.count,
        clusters=measured.n_clusters,
        confusion=confusion_of(measured),
        spread=spread_of(measured),
        criteria={wording: _criterion_record(part) for wording, part in measured.by_wording().items()},
        policy=judged.policy,
        cut_off=cut.value,
        probability=None if fitted is None else fitted.model,
        certificate=certificate,
        looks=circumstances.looks,
        items=tuple(map(_labelled, measured.observations)) if drawn_from_run else (),
        date=circumstances.date,
        version=circumstances.version,
    )


def _labelled(one: Observation) -> LabelledItem:
    return LabelledItem(key=one.key, y=one.y, value=one.people_value, cluster=one.cluster)


def _criterion_record(part: Observed) -> CriterionRecord:
    return CriterionRecord(text=_text(part), confusion=confusion_of(part), spread=spread_of(part))


def _criteria(measured: Observed, labels: LabelSet) -> Iterator[CriterionAppraisal]:
    """Each criterion that enough labels are about, by itself."""
    for part in measured.by_wording().values():
        if part.count >= LEAST_LABELS_A_CRITERION:
            table, figures = confusion_of(part), of_criterion(part, labels)
            yield CriterionAppraisal(text=_text(part), n=part.count, confusion=table, figures=figures)


def _text(part: Observed) -> str:
    """The text of the criterion that these items are all about."""
    return part.observations[0].criterion or ""


def _decided(observed: Observed, cut: CutOff) -> tuple[Observation, ...]:
    return observed.observations if cut.value is None else observed.decided_at(cut.value).observations


def _of_cut_off(cut: CutOff) -> Iterator[str]:
    if cut.chosen_on:
        yield (
            f"It passes from P(pass) {cut.value:.3g} on: chosen on {cut.chosen_on} of the labels, and measured on the "
            f"other {cut.measured.count}, on which all figures here rest."
        )


def _seconds(observed: Observed) -> float | None:
    taken = [one.seconds for one in observed.observations if one.seconds > 0]
    return fmean(taken) if taken else None
