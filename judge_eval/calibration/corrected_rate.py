"""The corrected pass rate: what share of a run's items a person would pass, by a calibration record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from judge_eval.calibration.estimator import estimator_for
from judge_eval.calibration.thresholds import UNDECIDED_MOVED
from judge_eval.core.calibration import CalibrationRecord, Confusion
from judge_eval.core.label import Draw
from judge_eval.stats.correction.design_effect import effect_on_double_sampling, effect_on_mean, few_clusters
from judge_eval.stats.correction.double_sampling import DRAWS, double_sampling
from judge_eval.stats.correction.human_rate import human_rate
from judge_eval.stats.correction.judged import JudgedItems
from judge_eval.stats.correction.rate import Rate, Refusal
from judge_eval.stats.correction.rogan_gladen import rogan_gladen
from judge_eval.stats.correction.rule_share import RuledItems, with_rule_share
from judge_eval.stats.correction.strata import Strata, decision_strata, probability_strata
from judge_eval.stats.correction.verdict_draw import as_drawn_by_class
from judge_eval.stats.intervals.two_rates import two_proportion_p


@dataclass(frozen=True, slots=True)
class Assumption:
    """What a correction by labels of other items takes for granted."""

    measured_on: tuple[str, ...]
    date: str
    n: int
    holds_for: tuple[str, ...]

    def __str__(self) -> str:
        origin = ", ".join(filter(None, (self.date, f"n = {self.n}")))
        here, there = _names(self.measured_on) or "the labels", _names(self.holds_for) or "this agent"
        return f"assumes that sensitivity and specificity measured on {here} ({origin}) hold for {there}"


@dataclass(frozen=True, slots=True)
class CorrectedRate:
    """The corrected pass rate over all items, or why there is none, and what is printed beside it.

    `humans` is the rate of labels alone, where they were drawn at random from this run and their interval is the
    narrower one. `few_clusters` and `undecided_moved` are warnings: the interval may be too narrow; the agent is
    another and its share of undecided items too.
    """

    rate: Rate | Refusal
    humans: Rate | None = None
    assumption: Assumption | None = None
    few_clusters: bool = False
    undecided_moved: bool = False


def corrected_rate(
    items: JudgedItems,
    record: CalibrationRecord,
    *,
    from_this_run: bool,
    agents: Sequence[str] = (),
    ruled: RuledItems | None = None,
    draws: int = DRAWS,
) -> CorrectedRate:
    """The share of a run's items that people would pass, by the estimator that the record's labels allow.

    `from_this_run` says that the record's labels were drawn from these very items, and stand in `items.labels`;
    otherwise those are not looked at. `agents` made this run. `ruled` are items that a rule decided; `items` has none
    of them. `draws` are those of a posterior.
    """
    clusters = len(set(items.clusters.tolist()))
    if clusters < 2:
        return CorrectedRate(Refusal("none: one cluster" if clusters else "none: no judged items"))
    if estimator_for(record.drawn, from_this_run=from_this_run) != "double_sampling":
        return _by_rogan_gladen(items, clusters, record, tuple(agents), ruled)
    if items.labelled.count == 0:
        return CorrectedRate(Refusal("none: no labels"))
    return _by_double_sampling(items, clusters, record.drawn, ruled, draws)


def _by_double_sampling(
    items: JudgedItems, clusters: int, drawn: Draw, ruled: RuledItems | None, draws: int
) -> CorrectedRate:
    strata = _strata(items, drawn)
    judged = double_sampling(strata, effect_on_double_sampling(strata, items), draws=draws)
    rate = _over_all(judged, items, ruled)
    humans = None
    if drawn == "random":
        alone = _over_all(human_rate(items), items, ruled)
        humans = alone if alone.width < rate.width else None
    return CorrectedRate(rate, humans, few_clusters=few_clusters(clusters, judged.point))


def _strata(items: JudgedItems, drawn: Draw) -> Strata:
    """Groups of a distribution judge's probabilities where any item was as likely to be drawn, else of decisions."""
    if items.probabilities is None or drawn != "random":
        return decision_strata(items)
    return probability_strata(items, items.probabilities)


def _by_rogan_gladen(
    items: JudgedItems, clusters: int, record: CalibrationRecord, agents: tuple[str, ...], ruled: RuledItems | None
) -> CorrectedRate:
    passed = items.passed
    measured_on = record.population.agents if record.population else ()
    measured = by_class(record)
    if isinstance(measured, Refusal):
        judged = measured
    else:
        effect = effect_on_mean(passed, items.clusters)
        judged = rogan_gladen(float(passed.sum()), items.count, measured, record.spread, effect)
    return CorrectedRate(
        judged if isinstance(judged, Refusal) else _over_all(judged, items, ruled),
        assumption=Assumption(measured_on, record.date, record.n, agents),
        few_clusters=isinstance(judged, Rate) and few_clusters(clusters, judged.point),
        undecided_moved=set(measured_on) != set(agents) and _undecided_moved(items, record),
    )


def by_class(record: CalibrationRecord) -> Confusion | Refusal:
    """What the labels say of sensitivity and specificity; those drawn by verdict are first put right."""
    if record.drawn != "by_verdict":
        return record.confusion
    if record.population is None:
        return Refusal("not estimable: labels were drawn by verdict, and not known from how many items of this judge")
    return as_drawn_by_class(record.confusion, record.population.strata)


def _undecided_moved(items: JudgedItems, record: CalibrationRecord) -> bool:
    """Whether the share of undecided items is another than in the population of the labels, where that is known."""
    if record.population is None or record.population.n == 0 or items.count == 0:
        return False
    then, now = record.population.strata.get("undecided", 0), items.undecided
    return two_proportion_p(then, record.population.n, now, items.count) < UNDECIDED_MOVED


def _over_all(judged: Rate, items: JudgedItems, ruled: RuledItems | None) -> Rate:
    return judged if ruled is None else with_rule_share(judged, items.clusters, ruled)


def _names(agents: tuple[str, ...]) -> str:
    return ", ".join(agents)
