"""The corrected pass rate: which estimator is picked, and what is said beside its figure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from judge_eval.calibration.corrected_rate import corrected_rate
from judge_eval.calibration.estimator import Estimator, estimator_for
from judge_eval.core.calibration import CalibrationRecord, Confusion, JudgeIdentity
from judge_eval.core.label import Draw, Population
from judge_eval.stats.correction.human_rate import human_rate
from judge_eval.stats.correction.judged import JudgedItems
from judge_eval.stats.correction.rate import Rate, Refusal
from judge_eval.stats.correction.rule_share import RuledItems
from judge_eval.stats.trials.simulation import (
    MadeRun,
    World,
    label_at_random,
    label_by_verdict,
    make_run,
    seeded,
)
from tests.made_items import decided, with_probabilities

MEASURED = Confusion(pass_good=90, fail_good=10, pass_bad=20, fail_bad=80)


def _record(drawn: Draw, confusion: Confusion = MEASURED, undecided: int = 0) -> CalibrationRecord:
    population = Population(
        fingerprint="f",
        agents=("agent A",),
        n=200,
        strata={"pass": 150, "undecided": undecided, "fail": 50 - undecided},
    )
    return CalibrationRecord(
        question="final_response_match",
        judge=JudgeIdentity(spec="local", fingerprint="j", parts={}),
        labels="l",
        made_by="human",
        drawn=drawn,
        population=population,
        n=200,
        clusters=200,
        confusion=confusion,
        date="2026-11-30",
    )


@pytest.mark.parametrize(
    ("drawn", "from_this_run", "estimator"),
    (
        ("random", True, "double_sampling"),
        ("by_verdict", True, "double_sampling"),
        ("random", False, "rogan_gladen"),
        ("by_verdict", False, "rogan_gladen"),
        ("class_balanced", True, "rogan_gladen"),
        ("class_balanced", False, "rogan_gladen"),
        ("convenience", True, "rogan_gladen"),
        ("convenience", False, "rogan_gladen"),
        (None, True, "raw"),
        (None, False, "raw"),
    ),
)
def test_the_draw_decides_the_estimator(drawn: Draw | None, from_this_run: bool, estimator: Estimator) -> None:
    """Random and by-verdict draws from this run allow double sampling, any other record Rogan–Gladen, none nothing."""
    assert estimator_for(drawn, from_this_run=from_this_run) == estimator


def test_labels_of_this_run_assume_nothing() -> None:
    """Double sampling comes without an assumption; people alone are left out where their interval is wider."""
    items = decided(passing=(160, 40, 38), failing=(40, 10, 1))
    corrected = corrected_rate(items, _record("random"), from_this_run=True)
    assert isinstance(corrected.rate, Rate)
    assert corrected.rate.method.startswith("double sampling")
    assert corrected.rate.point == pytest.approx(0.8 * 38.5 / 41 + 0.2 * 1.5 / 11)
    assert (corrected.assumption, corrected.humans, corrected.undecided_moved) == (None, None, False)


def test_people_alone_stand_beside_where_they_are_narrower() -> None:
    """A judge without a clue makes the interval wider than labels alone, which are then printed beside it."""
    items = decided(passing=(500, 10, 8), failing=(500, 90, 72))
    corrected = corrected_rate(items, _record("random"), from_this_run=True)
    assert corrected.humans == human_rate(items)
    by_verdict = corrected_rate(items, _record("by_verdict"), from_this_run=True)
    assert by_verdict.rate == corrected.rate
    assert by_verdict.humans is None


def test_probabilities_group_items_of_a_random_draw_only() -> None:
    """A distribution judge's strata are groups of P(pass) for a random draw, and decisions for one by verdict."""
    items = with_probabilities(np.linspace(0, 1, 200), 60)
    random, by_verdict = (
        corrected_rate(items, _record(drawn), from_this_run=True).rate for drawn in ("random", "by_verdict")
    )
    assert isinstance(random, Rate)
    assert isinstance(by_verdict, Rate)
    assert random.method == "double sampling, 60 labels in 4 strata"
    assert by_verdict.method == "double sampling, 60 labels in 1 stratum"


def test_labels_from_elsewhere_come_with_their_assumption() -> None:
    """Rogan–Gladen says on whom the judge was measured, when, on how many labels, and for whom that is to hold."""
    items = decided(passing=(152, 0, 0), failing=(48, 0, 0))
    corrected = corrected_rate(items, _record("class_balanced"), from_this_run=False, agents=("agent B",))
    assert isinstance(corrected.rate, Rate)
    assert corrected.rate.point == pytest.approx(0.8)
    assert str(corrected.assumption) == (
        "assumes that sensitivity and specificity measured on agent A (2026-11-30, n = 200) hold for agent B"
    )


def test_an_assumption_without_names_says_so() -> None:
    """Without a population, a date and agents the sentence still says what is taken for granted."""
    record = _record("convenience").model_copy(update={"population": None, "date": ""})
    corrected = corrected_rate(decided(passing=(80, 0, 0), failing=(20, 0, 0)), record, from_this_run=False)
    assert str(corrected.assumption) == (
        "assumes that sensitivity and specificity measured on the labels (n = 200) hold for this agent"
    )
    assert not corrected.undecided_moved


def test_labels_by_verdict_are_put_right_elsewhere() -> None:
    """Half and half labels of a run at .8 read .74/.93; a later run that passes .76 is at .8 again, not at 1.

    Raw they would give (.76 + .93 - 1)/(.74 + .93 - 1) = 1.03.
    """
    labels = Confusion(pass_good=900 / 19, pass_bad=50 / 19, fail_good=50 / 3, fail_bad=100 / 3)
    record = _record("by_verdict", labels).model_copy(
        update={
            "population": Population(fingerprint="f", agents=("agent A",), n=1000, strata={"pass": 760, "fail": 240})
        }
    )
    items = decided(passing=(760, 0, 0), failing=(240, 0, 0))
    rate = corrected_rate(items, record, from_this_run=False, agents=("agent B",)).rate
    assert isinstance(rate, Rate)
    assert rate.point == pytest.approx(0.8)
    unknown = record.model_copy(update={"population": None})
    assert corrected_rate(items, unknown, from_this_run=False).rate == Refusal(
        "not estimable: labels were drawn by verdict, and not known from how many items of this judge"
    )


def test_a_refusal_is_handed_on() -> None:
    """Where labels cannot correct there is a reason and no figure, and no warning about one."""
    record = _record("class_balanced", Confusion(pass_good=9, fail_bad=30))
    corrected = corrected_rate(decided(passing=(80, 0, 0), failing=(20, 0, 0)), record, from_this_run=False)
    assert corrected.rate == Refusal("not estimable: 9 good labels, 10 are needed")
    assert not corrected.few_clusters


@pytest.mark.parametrize(
    ("undecided", "agents", "moved"), ((40, ("B",), True), (40, ("agent A",), False), (3, ("B",), False))
)
def test_another_agent_with_other_undecided_items_is_warned_of(
    undecided: int, agents: tuple[str, ...], moved: bool
) -> None:
    """Of 200 items 40 undecided against 2 before: moved for another agent; for the same, or with 3, it is not."""
    items = decided(passing=(150, 0, 0), undecided=(undecided, 0, 0), failing=(50 - undecided, 0, 0))
    corrected = corrected_rate(items, _record("random", undecided=2), from_this_run=False, agents=agents)
    assert corrected.undecided_moved is moved


def test_few_clusters_near_one_are_warned_of() -> None:
    """A rate above .9 from under 40 conversations carries the warning; from more it does not."""
    few, many = (decided(passing=(200, 100, 98), failing=(10, 5, 1), size=size) for size in (10, 2))
    assert corrected_rate(few, _record("random"), from_this_run=True).few_clusters
    assert not corrected_rate(many, _record("random"), from_this_run=True).few_clusters
    assert corrected_rate(few, _record("class_balanced"), from_this_run=False).few_clusters


@pytest.mark.parametrize(
    ("items", "reason"),
    (
        (decided(passing=(0, 0, 0)), "none: no judged items"),
        (decided(passing=(5, 5, 5), size=5), "none: one cluster"),
        (decided(passing=(50, 0, 0)), "none: no labels"),
    ),
)
def test_nothing_comes_of_nothing(items: JudgedItems, reason: str) -> None:
    """Without items, with one conversation, or without labels of this run there is a reason instead of a rate."""
    assert corrected_rate(items, _record("random"), from_this_run=True).rate == Refusal(reason)


@pytest.mark.parametrize(("drawn", "from_this_run"), (("random", True), ("class_balanced", False)))
def test_ruled_items_enter_both_rates(drawn: Draw, from_this_run: bool) -> None:
    """Items that a rule decided move the figure by their share, whichever estimator serves the judged ones."""
    items = decided(passing=(76, 40, 38), failing=(24, 10, 1))
    ruled = RuledItems(np.ones(100), np.arange(100, 200))
    judged, all_items = (
        corrected_rate(items, _record(drawn), from_this_run=from_this_run, ruled=some).rate for some in (None, ruled)
    )
    assert isinstance(judged, Rate)
    assert isinstance(all_items, Rate)
    assert all_items.point == pytest.approx(0.5 + judged.point / 2)
    assert all_items.method == f"{judged.method}; 100 of 200 decided by rule"


@pytest.mark.parametrize("label", (label_at_random, label_by_verdict))
def test_the_order_of_items_changes_nothing(label: Callable[[MadeRun, int, np.random.Generator], JudgedItems]) -> None:
    """A shuffled run gives the same rate: counts alone seed the draws."""
    source = seeded(1, "order")
    items = label(make_run(World(0.8, undecided=0.3, cluster_size=4, correlation=0.5), 400, source), 80, source)
    order = source.permutation(items.count)
    shuffled = replace(
        items, decisions=items.decisions[order], labels=items.labels[order], clusters=items.clusters[order]
    )
    first, second = (corrected_rate(one, _record("by_verdict"), from_this_run=True).rate for one in (items, shuffled))
    assert isinstance(first, Rate)
    assert isinstance(second, Rate)
    assert (second.point, second.low, second.high) == (first.point, first.low, first.high)
