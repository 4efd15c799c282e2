"""What labels tell of a judge, by how they were drawn, against a known truth: from the draw to the figure."""

from __future__ import annotations

from math import sqrt
from statistics import fmean, stdev
from typing import Literal

import numpy as np
import pytest

from judge_eval.calibration.figures import figures_of
from judge_eval.core.appraisal import FigureName
from judge_eval.core.label import Draw, LabelSet, Population
from judge_eval.core.observation import Observation
from judge_eval.stats.agreement.observed import Observed

RATE, SENSITIVITY, SPECIFICITY = 0.8, 0.9, 0.8
JUDGED, LABELS = 1_000, 100
REPETITIONS = 150
RATES: dict[FigureName, float] = {"sensitivity": SENSITIVITY, "specificity": SPECIFICITY}
OF_ALL: dict[FigureName, float] = {"accuracy": 0.88, "prevalence": RATE, "balanced_accuracy": 0.85}

Drawn = Literal["by_verdict", "class_balanced", "by_other_verdict", "random"]


def world(source: np.random.Generator) -> tuple[list[bool], list[bool], list[bool]]:
    """People's word on each item, this judge's decision, and that of another, which shares half of its errors."""
    good = source.random(JUDGED) < RATE
    right = source.random(JUDGED) < np.where(good, SENSITIVITY, SPECIFICITY)
    passed = good == right
    other = np.where(source.random(JUDGED) < 0.5, passed, source.random(JUDGED) < np.where(good, 0.8, 0.3))
    return good.tolist(), passed.tolist(), other.astype(bool).tolist()


def labelled(by: list[bool], source: np.random.Generator) -> dict[int, float]:
    """The places that are drawn, half of them of each kind of `by`, with the probability of that."""
    found: dict[int, float] = {}
    for kind in (True, False):
        places = [place for place, one in enumerate(by) if one == kind]
        count = min(LABELS // 2, len(places))
        for place in source.choice(places, count, replace=False).tolist():
            found[place] = count / len(places)
    return found


def observed(drawn: Drawn, source: np.random.Generator) -> tuple[Observed, LabelSet]:
    """One draw of labels with what the judge makes of them."""
    good, passed, other = world(source)
    if drawn == "random":
        chosen = dict.fromkeys(source.choice(JUDGED, LABELS, replace=False).tolist(), LABELS / JUDGED)
    else:
        chosen = labelled({"by_verdict": passed, "class_balanced": good, "by_other_verdict": other}[drawn], source)
    ones = tuple(
        Observation(
            id=f"i{place}",
            key=f"k{place}",
            cluster=f"c{place}",
            y=float(good[place]),
            probability=chance,
            decision="pass" if passed[place] else "fail",
            passing=int(passed[place]),
            failing=int(not passed[place]),
        )
        for place, chance in sorted(chosen.items())
    )
    by = other if drawn == "by_other_verdict" else passed
    how: Draw = "by_verdict" if drawn == "by_other_verdict" else drawn
    strata = {"pass": sum(by), "undecided": 0, "fail": JUDGED - sum(by)}
    population = Population.model_validate({"fingerprint": "p", "n": JUDGED, "strata": strata})
    whole = None if drawn == "class_balanced" else population
    judge = "other" if drawn == "by_other_verdict" else "own"
    return Observed(ones), LabelSet(question="safety", labels=(), drawn=how, population=whole, judge=judge)


@pytest.mark.parametrize("drawn", ["random", "by_verdict", "class_balanced", "by_other_verdict"])
def test_sensitivity_and_specificity_are_those_of_the_judge(drawn: Drawn) -> None:
    """Over many draws their mean is .9 and .8, within three standard errors and what a ratio of few labels bends.

    Raw shares of labels drawn by verdict would read .71 and .94: half of them are of the 260 of 1,000 that fail.
    """
    source = np.random.default_rng(4)
    found = {name: list[float]() for name in RATES}
    held = dict.fromkeys(found, 0)
    for _ in range(REPETITIONS):
        figures = figures_of(*observed(drawn, source), "own")
        for name, truth in RATES.items():
            one = figures[name]
            if one.value is None or one.low is None or one.high is None:
                continue
            found[name].append(one.value)
            held[name] += one.low <= truth <= one.high
    for name, truth in RATES.items():
        values = found[name]
        assert len(values) > 0.9 * REPETITIONS
        assert abs(fmean(values) - truth) < 3 * stdev(values) / sqrt(len(values)) + 0.012
        assert held[name] / len(values) >= 0.93 - 2 * sqrt(0.93 * 0.07 / len(values))


@pytest.mark.parametrize("drawn", ["random", "by_verdict", "by_other_verdict"])
def test_agreement_is_that_of_the_population(drawn: Drawn) -> None:
    """Accuracy .8·.9 + .2·.8 = .88, and the share of good items .8, from draws that hold half of each decision."""
    source = np.random.default_rng(5)
    found = {name: list[float]() for name in OF_ALL}
    for _ in range(REPETITIONS):
        figures = figures_of(*observed(drawn, source), "own")
        for name in OF_ALL:
            value = figures[name].value
            assert value is not None
            found[name].append(value)
    for name, truth in OF_ALL.items():
        assert fmean(found[name]) == pytest.approx(truth, abs=0.015)


def test_a_draw_by_class_says_what_it_does_not_tell() -> None:
    """No number stands where half of the labels are bad by choice."""
    figures = figures_of(*observed("class_balanced", np.random.default_rng(6)), "own")
    silent = {name: one.why for name, one in figures.items() if one.value is None}
    assert silent.keys() == {"pass_precision", "false_omission", "accuracy", "prevalence", "kappa", "ac1"}
    assert set(silent.values()) == {"not estimable from this draw"}


def test_labels_by_verdict_without_their_probabilities_tell_nothing_of_another_judge() -> None:
    """Neither weights nor strata of its own: every figure says so."""
    ones, labels = observed("by_other_verdict", np.random.default_rng(7))
    bare = Observed(tuple(one.model_copy(update={"probability": None}) for one in ones.observations))
    assert all(one.why == "not estimable from this draw" for one in figures_of(bare, labels, "own").values())
