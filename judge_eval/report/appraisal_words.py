"""The words in which every report of an appraisal names its figures, and what tells nothing of the judge."""

from __future__ import annotations

from collections.abc import Iterator

from judge_eval.core.appraisal import Appraisal, Figure, FigureName, People

NAMES: dict[FigureName, str] = {
    "sensitivity": "sensitivity (TPR)",
    "specificity": "specificity (TNR)",
    "balanced_accuracy": "balanced accuracy",
    "auc": "AUC",
    "pass_precision": "precision of a pass (PPV)",
    "false_omission": "good among not passed (FOR)",
    "prevalence": "share of good items",
    "accuracy": "accuracy",
    "kappa": "Cohen's kappa",
    "ac1": "Gwet's AC1",
}

DRAWS = {
    "random": "drawn at random from a scored run",
    "by_verdict": "drawn from a scored run by the judge's verdict",
    "class_balanced": "drawn by their label (class balanced)",
    "convenience": "drawn by convenience: not known how",
}

MAKERS = {"human": "by people", "model": "by a model", "construction": "by construction"}

OF_A_CRITERION: tuple[FigureName, ...] = ("sensitivity", "specificity", "balanced_accuracy")
"""The figures that are shown of one criterion."""


def left_out(appraisal: Appraisal) -> Iterator[str]:
    """The labels that are no part of the figures, with how many they are and why."""
    if appraisal.by_rule:
        yield f"{appraisal.by_rule} decided by rule, and no part of this"
    if appraisal.not_judged:
        yield f"{appraisal.not_judged} not judged: {appraisal.why_not}"
    if appraisal.not_applicable:
        yield f"{appraisal.not_applicable} to which by the judge's word the question does not apply"
    if appraisal.unmarked:
        yield f"{appraisal.unmarked} labelled neither good nor bad, and left out"


def people_figures(people: People) -> dict[str, Figure]:
    """How well people agree, and the judge in a person's place, by name; empty where that is not known."""
    if people.pairwise.value is None:
        return {}
    return {
        "two annotators agree": people.pairwise,
        "Krippendorff's alpha": people.alpha,
        "a person, with the others": people.ceiling,
        "the judge, with the same": people.judge,
        "the judge less a person": people.gap,
    }


def alternatives(people: People) -> Iterator[str]:
    """What the alternative-annotator test says, a sentence an epsilon."""
    for test in people.alternatives:
        verdict = "may" if test.passed else "may not"
        yield (
            f"alternative-annotator test at epsilon {test.epsilon:g}: the judge is shown to replace "
            f"{test.winning_rate:.0%} of the annotators, so it {verdict} stand in for them"
        )
