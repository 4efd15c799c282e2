"""An appraisal in plain words, first things first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from judge_eval.calibration.corrected_rate import by_class
from judge_eval.core.appraisal import Figure, FigureName, People
from judge_eval.core.calibration import CalibrationRecord, Certificate
from judge_eval.core.label import LabelSet
from judge_eval.stats.correction.rate import Refusal
from judge_eval.stats.correction.rogan_gladen import refusal_of
from judge_eval.stats.intervals.exact import zero_events_bound

NOUNS = MappingProxyType(
    {
        "final_response_match": "answers",
        "rubric": "criteria",
        "grounding": "responses",
        "safety": "responses",
        "task_success": "conversations",
        "outcome": "conversations",
    }
)
"""What the items of each question are called."""

_MADE = MappingProxyType(
    {
        "model": "The labels were made by a model, not by people: this says how far two models agree.",
        "construction": "The labels stand by construction: whoever wrote a response meant it to be good or bad.",
    }
)


def of_rates(question: str, figures: Mapping[FigureName, Figure]) -> Iterator[str]:
    """What the judge does to what people fail and pass, and what its word is worth."""
    noun = NOUNS[question]
    specificity, sensitivity = figures.get("specificity", Figure()), figures.get("sensitivity", Figure())
    if specificity.value is not None:
        yield f"Of {noun} that people failed, this judge passes {_share(_complement(specificity))}."
    if sensitivity.value is not None:
        yield f"Of {noun} that people passed, it passes {_share(sensitivity)}."
    precision = figures.get("pass_precision", Figure())
    if precision.value is not None:
        yield f"Of {noun} that it passes, people pass {_share(precision)}."


def of_people(question: str, people: People) -> Iterator[str]:
    """How well people agree, and the judge in a person's place."""
    if people.pairwise.value is None:
        yield f"How well people agree with each other is not known: {people.why}."
        return
    yield f"Two people agree on {_share(people.pairwise)} of {NOUNS[question]}."
    if people.gap.value is not None and people.ceiling.value is not None and people.judge.value is not None:
        yield (
            f"One person agrees with the majority of the others on {people.ceiling.value:.0%}, the judge with the same "
            f"majorities on {people.judge.value:.0%}: a gap of {_points(people.gap)}."
        )


def of_use(record: CalibrationRecord) -> Iterator[str]:
    """Whether later scores can be corrected by these labels."""
    measured = by_class(record)
    refusal = measured if isinstance(measured, Refusal) else refusal_of(measured, record.spread)
    if refusal is not None:
        yield f"Its pass rates on other runs cannot be corrected: {refusal.reason}."


def of_draw() -> Iterator[str]:
    """What labels that another judge's verdicts chose do not tell."""
    yield (
        "These labels were drawn by the verdicts of another judge: figures are weighed by each label's probability, "
        "and no pass rate is corrected by them. Labels that serve several judges are drawn at random: "
        "score --worklist random:N."
    )


def of_labels(labels: LabelSet) -> Iterator[str]:
    """Who made the labels, where that was not people."""
    if labels.made_by in _MADE:
        yield _MADE[labels.made_by]


def of_rest(n_not_judged: int, count: int) -> Iterator[str]:
    """What becomes of labels that were not judged."""
    yield (
        f"No record is written: {n_not_judged} of {count} labels were not judged. The same command again asks the rest."
    )


def of_certificate(certificate: Certificate | None) -> Iterator[str]:
    """What is certified, and what would certify the rest."""
    if certificate is None:
        return
    scale = "P(pass)" if certificate.scale == "probability" else "vote margin"
    promise = f"at most {certificate.alpha:.0%} of them are wrong, with {1 - certificate.delta:.0%} confidence"
    for side, words in ((certificate.pass_side, "or more pass"), (certificate.fail_side, "or less fail")):
        if side is not None:
            seen = f"{side.errors} of {side.n} labels say otherwise, {side.at_most:.0%} at most"
            yield f"Items with a {scale} of {side.threshold:.3g} {words}: {promise} ({seen})."
    if certificate.look > 1:
        yield (
            f"This was look {certificate.look} at labels of this draw: each look spends a part of the confidence, so "
            "that this one asks for more than the first."
        )
    if certificate.remedy:
        yield f"Not certified: {certificate.remedy}."


def _complement(figure: Figure) -> Figure:
    value, low, high = (None if part is None else 1 - part for part in (figure.value, figure.high, figure.low))
    return figure.model_copy(update={"value": value, "low": low, "high": high})


def _share(figure: Figure) -> str:
    if figure.value == 0 and figure.n:
        # Of no event an interval says less than the bound that one-sided tests give.
        return f"none of {figure.n:g}: {zero_events_bound(round(figure.n)):.0%} at most"
    error = "" if figure.low is None or figure.high is None else f" ({figure.low:.0%} to {figure.high:.0%})"
    return f"{figure.value:.0%}{error}"


def _points(figure: Figure) -> str:
    value, low, high = (None if part is None else 100 * part for part in (figure.value, figure.low, figure.high))
    error = "" if low is None or high is None else f" ({low:+.0f} to {high:+.0f})"
    return f"{value:+.0f} points{error}"
