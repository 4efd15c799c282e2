"""The figures of a judge against people, as far as the draw of the labels allows them."""

from __future__ import annotations

from collections.abc import Mapping
from math import fsum

from judge_eval.calibration.counting import confusion_of, spread_of
from judge_eval.core.appraisal import NOT_FROM_THIS_DRAW, Figure, FigureName
from judge_eval.core.calibration import Confusion
from judge_eval.core.label import LabelSet
from judge_eval.stats.agreement.agreement import AgreementLimits, ac1, agreement_limits, kappa
from judge_eval.stats.agreement.auc import auc
from judge_eval.stats.agreement.confusion import accuracy, balanced_accuracy, count_confusion
from judge_eval.stats.agreement.draw_weights import weighted_rate
from judge_eval.stats.agreement.observed import Observed
from judge_eval.stats.arrays import Floats
from judge_eval.stats.correction.design_effect import effect_on_double_sampling
from judge_eval.stats.correction.double_sampling import double_sampling, judge_rates
from judge_eval.stats.correction.human_rate import human_rate
from judge_eval.stats.correction.judged import CODE_OF, PASS, JudgedItems
from judge_eval.stats.correction.rate import Rate, Refusal
from judge_eval.stats.correction.strata import decision_strata
from judge_eval.stats.intervals.chance import SEED, chance_of
from judge_eval.stats.intervals.interval import Limits, wilson

OF_THE_POPULATION: tuple[FigureName, ...] = (
    "pass_precision",
    "false_omission",
    "accuracy",
    "prevalence",
    "kappa",
    "ac1",
)
"""What follows the share of good items, which labels drawn by class or by convenience do not show."""

OF_THE_JUDGE: tuple[FigureName, ...] = ("sensitivity", "specificity", "balanced_accuracy", "auc")
"""What does not."""

UNLABELLED = "none of these items is labelled"
ONE_KIND = "one kind of label is missing"

Figures = dict[FigureName, Figure]


def figures_of(observed: Observed, labels: LabelSet, judge: str | None = None) -> Figures:
    """Every figure; those that the draw does not allow say so. Empty where nothing was judged.

    `judge` is the fingerprint of the one that is measured: labels may have been drawn by the verdicts of another.
    """
    if observed.count == 0:
        return {}
    if labels.drawn == "by_verdict":
        found = _by_verdict(observed, labels) if labels.drawn_by(judge) else _by_weight(observed)
    elif labels.drawn == "random":
        found = of_the_judge(observed) | _of_the_population(observed)
    else:
        found = of_the_judge(observed) | dict.fromkeys(OF_THE_POPULATION, Figure(why=NOT_FROM_THIS_DRAW))
    return {name: found[name] for name in (*OF_THE_JUDGE, *OF_THE_POPULATION)}


def of_criterion(observed: Observed, labels: LabelSet) -> Figures:
    """What the labels of one criterion show of the judge, whatever the share of good items is."""
    if labels.drawn != "by_verdict":
        return of_the_judge(observed)
    # The population is counted over all criteria together: of one alone only the probabilities are known.
    found = _by_weight(observed)
    return {name: found[name] for name in OF_THE_JUDGE}


def of_the_judge(observed: Observed) -> Figures:
    """What holds whatever the share of good items is: Wilson's intervals over the design effects."""
    table, spread = confusion_of(observed), spread_of(observed)
    limits, balanced = _limits(observed), balanced_accuracy(table)
    area = auc(observed.log_odds, observed.labels, observed.clusters)
    lacking = Figure(n=table.n, why=ONE_KIND)
    return {
        "sensitivity": _wilson(table.pass_good, table.good, spread.of_good),
        "specificity": _wilson(table.not_passed_bad, table.bad, spread.of_bad),
        "balanced_accuracy": _figure_of(balanced, limits and limits.balanced_accuracy, table.n, lacking),
        "auc": lacking if area is None else Figure.of(area.value, area, table.n),
    }


def _of_the_population(observed: Observed) -> Figures:
    """What a random draw shows besides."""
    return {
        "pass_precision": _rate_of_labels(observed.where_passed(True)),
        "false_omission": _rate_of_labels(observed.where_passed(False)),
        "prevalence": _rate_of_labels(observed),
        **_agreement(confusion_of(observed), _limits(observed)),
    }


def _by_verdict(observed: Observed, labels: LabelSet) -> Figures:
    """What labels drawn by verdict show, each standing for the items of its stratum."""
    if labels.population is None:
        return dict.fromkeys((*OF_THE_JUDGE, *OF_THE_POPULATION), Figure(why=NOT_FROM_THIS_DRAW))
    judged = labels.population.strata
    strata = {CODE_OF[word]: count for word, count in judged.items()}
    items = observed.within(strata)
    layers = decision_strata(items)
    of_judge = judge_rates(layers, effect_on_double_sampling(layers, items))
    table = confusion_of(observed)
    not_passed = {code: count for code, count in strata.items() if code != PASS}
    return {
        "sensitivity": _figure(of_judge.sensitivity, table.good),
        "specificity": _figure(of_judge.specificity, table.bad),
        "auc": Figure(why=NOT_FROM_THIS_DRAW),
        "pass_precision": _rate_of_labels(observed.where_passed(True)),
        "false_omission": _sampled(observed.where_passed(False), not_passed),
        "prevalence": _sampled(observed, strata),
        **_weighed_agreement(observed, strata),
    }


def _weighed_agreement(observed: Observed, strata: Mapping[int, int]) -> Figures:
    """Agreement with each label weighing as much as the items that it stands for."""
    bare = [word for word, code in CODE_OF.items() if strata.get(code) and code not in observed.decisions]
    if bare:
        why = f"{NOT_FROM_THIS_DRAW}: none of the items decided {bare[0]} is labelled"
        return dict.fromkeys(("balanced_accuracy", "accuracy", "kappa", "ac1"), Figure(why=why))
    return _weighed(observed, observed.weights(strata))


def _by_weight(observed: Observed) -> Figures:
    """The same by each label's own probability: of those drawn by verdicts that are not the ones looked at."""
    weights = observed.inverse_probabilities
    if weights is None:
        return dict.fromkeys((*OF_THE_JUDGE, *OF_THE_POPULATION), Figure(why=NOT_FROM_THIS_DRAW))
    good, passed = observed.labels, observed.passed

    def rate(values: Floats, among: Floats) -> Figure:
        found = weighted_rate(values, weights * among, observed.clusters)
        return Figure(n=0, why=UNLABELLED) if found is None else _figure(found, fsum(among))

    return {
        "sensitivity": rate(passed, good),
        "specificity": rate(1 - passed, 1 - good),
        "auc": Figure(why=NOT_FROM_THIS_DRAW),
        "pass_precision": rate(good, passed),
        "false_omission": rate(good, 1 - passed),
        "prevalence": rate(good, good + (1 - good)),
        **_weighed(observed, weights),
    }


def _weighed(observed: Observed, weights: Floats) -> Figures:
    """Agreement where each label stands for so many items."""
    table, limits = count_confusion(observed.labels, observed.passed, weights), _limits(observed, weights)
    balanced, lacking = balanced_accuracy(table), Figure(n=table.n, why=ONE_KIND)
    return {
        "balanced_accuracy": _figure_of(balanced, limits and limits.balanced_accuracy, table.n, lacking),
        **_agreement(table, limits),
    }


def _agreement(table: Confusion, limits: AgreementLimits | None) -> Figures:
    certain = Figure(n=table.n, why="chance alone would bring full agreement")
    return {
        "accuracy": _figure_of(accuracy(table), limits and limits.accuracy, table.n, certain),
        "kappa": _figure_of(kappa(table), limits and limits.kappa, table.n, certain),
        "ac1": _figure_of(ac1(table), limits and limits.ac1, table.n, certain),
    }


def _limits(observed: Observed, weights: Floats | None = None) -> AgreementLimits | None:
    return agreement_limits(observed.labels, observed.passed, observed.clusters, chance_of(SEED), weights)


def _sampled(observed: Observed, strata: Mapping[int, int]) -> Figure:
    """The share of good items in these strata of the population."""
    if observed.count == 0:
        return Figure(n=0, why=UNLABELLED)
    items: JudgedItems = observed.within(strata)
    layers = decision_strata(items)
    return _figure(double_sampling(layers, effect_on_double_sampling(layers, items)), observed.count)


def _rate_of_labels(observed: Observed) -> Figure:
    """The share of good ones among items that were drawn alike."""
    if observed.count == 0:
        return Figure(n=0, why=UNLABELLED)
    items = JudgedItems(observed.decisions, observed.labels, observed.clusters)
    return _figure(human_rate(items), observed.count)


def _wilson(count: float, n: float, effect: float) -> Figure:
    if n == 0:
        return Figure(n=0, why=UNLABELLED)
    return Figure.of(count / n, wilson(count / effect, n / effect), n)


def _figure(rate: Rate | Refusal, n: float) -> Figure:
    if isinstance(rate, Refusal):
        return Figure(n=n, why=rate.reason)
    return Figure.of(rate.point, rate, n)


def _figure_of(value: float | None, limits: Limits | None, n: float, lacking: Figure) -> Figure:
    return lacking if value is None else Figure.of(value, limits, n)
