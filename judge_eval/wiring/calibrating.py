"""Labels and judges from their names: every label judged by every judge, ready to be appraised."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from judge_eval.adapters.files.atomic_write import ANOTHER_OUT, write_file
from judge_eval.adapters.files.labels.label_rows import Columns
from judge_eval.adapters.files.labels.labels import ReadLabels, read_labels
from judge_eval.adapters.files.labels.records import record_name, write_record
from judge_eval.adapters.files.parsing.document import read_document
from judge_eval.adapters.files.parsing.problems import validated
from judge_eval.calibration.appraise import Circumstances, appraise
from judge_eval.calibration.judged_labels import JudgedLabels
from judge_eval.core.appraisal import Appraisal
from judge_eval.core.calibration import CalibrationRecord
from judge_eval.core.config import Config
from judge_eval.core.label import Draw, LabelSet
from judge_eval.core.ports import Progress
from judge_eval.errors import NoJudgeError
from judge_eval.judge.catalog import METRIC_OF
from judge_eval.judge.criteria import METRICS
from judge_eval.pipeline.labelling.observe import observe
from judge_eval.pipeline.labelling.posed import Posed
from judge_eval.pipeline.plan import Judged
from judge_eval.pipeline.redact import redacted_label
from judge_eval.report.as_appraisal_html import appraisal_html
from judge_eval.text.redactor import Redactor
from judge_eval.wiring.completing import policy_of
from judge_eval.wiring.configs import suite_config
from judge_eval.wiring.judges.judging import Judges
from judge_eval.wiring.redacting import redactor_of
from judge_eval.wiring.rubrics.judged_rubric import bound_metric
from judge_eval.wiring.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelSettings:
    """What a person says of label files; each field means what the flag of its name does."""

    labels: tuple[str, ...]
    question: str | None = None
    columns: tuple[str, ...] = ()
    drawn: Draw | None = None

    def read(self) -> ReadLabels:
        """The labels. Raises: InputError with every problem found."""
        return read_labels(
            [Path(name) for name in self.labels],
            columns=Columns.parsed(self.columns),
            question=self.question,
            drawn=self.drawn,
        )


@dataclass(frozen=True, slots=True)
class Appraised:
    """One judge on all label sets: what it made of the labels, and the appraisals in the same order."""

    judged: tuple[JudgedLabels, ...]
    appraisals: tuple[Appraisal, ...]


async def calibrated(
    read: ReadLabels, settings: Settings, progress: Progress, *, target: float | None, folder: Path
) -> Appraised:
    """The judge of `settings` appraised by all labels; `folder` holds earlier records, and with them earlier looks.

    Raises: NoJudgeError where the judge is not at hand; InputError where a label or a target cannot be used.
    """
    judged = await judge_labels(read, settings, progress)
    circumstances = Circumstances(datetime.now(UTC).date().isoformat(), version("judge-eval"), target)
    appraisals = [appraise(one, replace(circumstances, looks=_looks(one, folder, target))) for one in judged]
    return Appraised(tuple(judged), tuple(appraisals))


def keep(found: Sequence[Appraised], folder: Path) -> Iterator[Path]:
    """Writes the record of each appraisal, and its page beside it; gives each file.

    Raises: InputError where the folder cannot be written.
    """
    for appraised in found:
        for appraisal in appraised.appraisals:
            if appraisal.record is not None:
                path = write_record(folder, appraisal.record)
                yield path
                yield write_file(path.parent, path.with_suffix(".html").name, appraisal_html(appraisal), ANOTHER_OUT)


async def judge_labels(read: ReadLabels, settings: Settings, progress: Progress) -> list[JudgedLabels]:
    """Each label set judged by the judge of `settings`.

    Raises: NoJudgeError where it is not at hand; InputError where a label lacks what its question is about.
    """
    config = suite_config(settings.config)
    redactor = redactor_of([config])
    judges = Judges(replace(settings, uncalibrated=True), progress, rules=redactor.rules)
    found: list[JudgedLabels] = []
    progress.begin(sum(label.y is not None for labels in read.sets for label in labels.labels))
    try:
        bound = [(labels, _judged(labels, judges, config)) for labels in read.sets]
        with judges.hushed():
            for labels, judged in bound:
                observations = await observe(
                    judged, list(_posed(labels, read, redactor)), progress, concurrency=settings.concurrency
                )
                identity = judges.identities().get(judged.question.metric)
                files = {id_: file for (name, id_), file in read.file_of.items() if name == labels.question}
                found.append(JudgedLabels(labels, identity, observations, policy_of(judged.options), files))
            await judges.land()
    finally:
        progress.end()
        await judges.aclose()
    return found


def _judged(labels: LabelSet, judges: Judges, config: Config | None) -> Judged:
    """The metric of the labels' question with its judge. Raises: NoJudgeError where that is not at hand."""
    # A label brings its own criterion: those of a suite are not asked about here.
    judged = bound_metric(_metric_of(labels), judges, config)
    if judged.judge is None:
        raise NoJudgeError(judged.not_judged)
    return judged


def _metric_of(labels: LabelSet) -> str:
    """The metric whose settings name the judge; a record holds one judge, so that of the first kind of criterion."""
    kinds = {label.applies_to for label in labels.labels}
    of_kinds = [metric for kind, metric in METRICS.items() if kind in kinds]
    return of_kinds[0] if labels.question == "rubric" else METRIC_OF[labels.question]


def _posed(labels: LabelSet, read: ReadLabels, redactor: Redactor) -> Iterator[Posed]:
    for label in labels.labels:
        yield Posed(redacted_label(label, redactor), read.drawn.get((label.question, label.id)))


def _looks(judged: JudgedLabels, folder: Path, target: float | None) -> int:
    """How often labels of this draw have been looked at for a certificate, this time included, by the kept record."""
    population = judged.labels.population
    if judged.judge is None or population is None:
        return 0 if target is None else 1
    kept = folder / judged.labels.question / record_name(judged.judge.spec)
    record = validated(CalibrationRecord, read_document(kept)) if kept.is_file() else None
    if record is None or record.population is None or record.population.fingerprint != population.fingerprint:
        return 0 if target is None else 1
    again = record.certificate is not None and record.labels == judged.labels.fingerprint
    if target is None or (again and record.certificate is not None and record.certificate.alpha == target):
        return record.looks
    return record.looks + 1
