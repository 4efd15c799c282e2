"""Made runs of which the truth is known, to see how often an interval holds it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from judge_eval.core.calibration import Confusion
from judge_eval.core.fingerprint import fingerprint
from judge_eval.stats.arrays import Codes, Floats
from judge_eval.stats.correction.judged import FAIL, PASS, UNDECIDED, JudgedItems
from judge_eval.stats.intervals.chance import Chance


@dataclass(frozen=True, slots=True)
class World:
    """A population of items, and a judge of them.

    `rate` of the items are good; the judge passes `sensitivity` of these and does not pass `specificity` of the others,
    and leaves `undecided` of what it does not pass open. Conversations have `cluster_size` items that are good together
    at `correlation` (beta-binomial). With `probabilities` the judge gives P(pass), without a cut-off that matters.
    """

    rate: float
    sensitivity: float = 0.9
    specificity: float = 0.8
    undecided: float = 0.0
    cluster_size: int = 1
    correlation: float = 0.0
    probabilities: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class MadeRun:
    """A run's judged items, none labelled yet, and what people would say of each."""

    items: JudgedItems
    good: Floats

    def labelled(self, chosen: Codes) -> JudgedItems:
        """The items with the labels of those that are `chosen`, by number."""
        labels = np.full(self.items.count, np.nan)
        labels[chosen] = self.good[chosen]
        return replace(self.items, labels=labels)


def make_run(world: World, judged: int, source: Chance) -> MadeRun:
    """A run of so many items from this world."""
    clusters = np.arange(judged) // world.cluster_size
    good = source.random(judged) < _rates(world, int(clusters[-1]) + 1, source)[clusters]
    passes = source.random(judged) < np.where(good, world.sensitivity, 1 - world.specificity)
    decisions = np.where(passes, PASS, np.where(source.random(judged) < world.undecided, UNDECIDED, FAIL))
    chances = None
    if world.probabilities:
        chances = np.where(good, source.beta(4.0, 1.0, judged), source.beta(1.0, 2.5, judged))
        decisions = np.where(chances >= 0.5, PASS, FAIL)
    unlabelled = np.full(judged, np.nan)
    return MadeRun(JudgedItems(decisions, unlabelled, clusters, chances), good.astype(np.float64))


def label_at_random(run: MadeRun, n: int, source: Chance) -> JudgedItems:
    """The run's items with labels of `n` of them, each as likely to be drawn."""
    return run.labelled(source.permutation(run.items.count)[:n])


def label_by_verdict(run: MadeRun, n: int, source: Chance) -> JudgedItems:
    """The run's items with labels of `n` of them: half of what passes and half of what does not, as far as there is."""
    order = source.permutation(run.items.count)
    passing = run.items.decisions[order] == PASS
    of_passing = max(min(n // 2, int(passing.sum())), n - int((~passing).sum()))
    return run.labelled(np.append(order[passing][:of_passing], order[~passing][: n - of_passing]))


def measure_judge(world: World, good: int, bad: int, source: Chance) -> Confusion:
    """What the judge does to so many good and bad items from elsewhere."""
    passed, failed = source.binomial(good, world.sensitivity), source.binomial(bad, world.specificity)
    return Confusion(pass_good=passed, fail_good=good - passed, pass_bad=bad - failed, fail_bad=failed)


def count_labels(items: JudgedItems) -> Confusion:
    """The labelled items by decision and label."""
    labelled = items.labelled
    labels, passed, undecided = labelled.labels, labelled.passed, (labelled.decisions == UNDECIDED).astype(np.float64)
    failed = 1 - passed - undecided
    return Confusion(
        pass_good=float(labels @ passed),
        pass_bad=float((1 - labels) @ passed),
        undecided_good=float(labels @ undecided),
        undecided_bad=float((1 - labels) @ undecided),
        fail_good=float(labels @ failed),
        fail_bad=float((1 - labels) @ failed),
    )


def _rates(world: World, clusters: int, source: Chance) -> Floats:
    """The rate of good items of each conversation."""
    if world.correlation == 0:
        return np.full(clusters, world.rate)
    spread = (1 - world.correlation) / world.correlation
    return source.beta(world.rate * spread, (1 - world.rate) * spread, clusters)


def seeded(seed: int, name: str) -> Chance:
    """The random source of what has this name, under this seed."""
    return np.random.default_rng([seed, int(fingerprint(name), 16)])
