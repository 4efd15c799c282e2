"""The coverage simulation: how often the corrected rate's interval holds a known truth, over a whole grid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from math import nan, sqrt

from judge_eval.calibration.corrected_rate import CorrectedRate, corrected_rate
from judge_eval.core.calibration import CalibrationRecord, Confusion, JudgeIdentity
from judge_eval.core.label import Draw, Population
from judge_eval.stats.correction.judged import JudgeDecision, JudgedItems
from judge_eval.stats.correction.rate import Rate
from judge_eval.stats.intervals.chance import Chance
from judge_eval.stats.trials.simulation import (
    World,
    count_labels,
    label_at_random,
    label_by_verdict,
    make_run,
    measure_judge,
    seeded,
)

PROMISED = 0.93
"""The share of intervals that hold the truth, at least."""
PROMISED_CLUSTERED = 0.87
"""The same of rates of .9 and more among conversations whose items are good together."""
REPETITIONS = 1200
"""Made runs of each cell: the coverage's error is then .007."""
QUICK_REPETITIONS = 120
DRAWS = 1_000
"""Draws of a posterior here, a tenth of what a score takes: their noise costs less coverage than repetitions show."""

RATES = (0.5, 0.7, 0.8, 0.9, 0.95)
LABELS = (30, 50, 100, 200)
JUDGED = (200, 1000)
JUDGES = ((0.9, 0.8, 30), (0.8, 0.7, 50))
"""Sensitivity and specificity of the judges, and the labels from which on they are tried."""
CONVERSATIONS = ((200, 5), (1000, 5), (1000, 25))
"""Items of a run, and of each conversation: 40, 200 and 40 conversations."""
DRAWN: tuple[Draw, ...] = ("random", "by_verdict", "class_balanced")


@dataclass(frozen=True, slots=True)
class Cell:
    """One place of the grid: a world, so many judged items of it, and so many labels, drawn so.

    Labels drawn at random or by verdict are of this run, or of one of another rate, `labelled_at`; others are of items
    from elsewhere, half of them good.
    """

    world: World
    judged: int
    labels: int
    drawn: Draw
    labelled_at: float | None = None

    @property
    def promised(self) -> float:
        """The share of intervals that must hold the truth."""
        return PROMISED_CLUSTERED if self.world.correlation > 0 and self.world.rate >= 0.9 else PROMISED


@dataclass(frozen=True, slots=True)
class Row:
    """What came of a cell: the share of intervals that held the truth, their mean width, and how many were refused.

    Coverage and width are NaN where all were refused.
    """

    cell: Cell
    coverage: float
    width: float
    refused: int
    repetitions: int

    @property
    def holds(self) -> bool:
        """Whether the coverage is as promised, less two standard errors; a cell that is refused promises nothing.

        Of so many cells a few would miss by chance where repetitions are few: then it is three.
        """
        made, promised = self.repetitions - self.refused, self.cell.promised
        allowed = 2 if self.repetitions >= REPETITIONS else 3
        return made == 0 or self.coverage >= promised - allowed * sqrt(promised * (1 - promised) / made)


def grid() -> tuple[Cell, ...]:
    """Every cell of every kind."""
    return (*_independent(), *_undecided(), *_probabilities(), *_reused(), *_conversations())


def _independent() -> Iterator[Cell]:
    """Both judges on items that are good or bad each for itself."""
    for (sensitivity, specificity, least), drawn, judged, labels in product(JUDGES, DRAWN, JUDGED, LABELS):
        if least <= labels <= judged / 2:
            yield from (Cell(World(rate, sensitivity, specificity), judged, labels, drawn) for rate in RATES)


def _undecided() -> Iterator[Cell]:
    """A judge that leaves four in ten of what it does not pass undecided."""
    for drawn, labels, rate in product(DRAWN[:2], (50, 200), (0.5, 0.8, 0.95)):
        yield Cell(World(rate, undecided=0.4), 1000, labels, drawn)


def _probabilities() -> Iterator[Cell]:
    """A judge that gives probabilities."""
    for labels, rate in product(LABELS, RATES):
        yield Cell(World(rate, probabilities=True), 1000, labels, "random")


def _reused() -> Iterator[Cell]:
    """Labels of an earlier run at .8, and one at every rate."""
    for drawn, labels, rate in product(DRAWN[:2], (100, 200), RATES):
        yield Cell(World(rate), 1000, labels, drawn, labelled_at=0.8)


def _conversations() -> Iterator[Cell]:
    """Items of conversations, good together at .5."""
    for drawn, (judged, size), rate in product(DRAWN, CONVERSATIONS, RATES):
        yield Cell(World(rate, cluster_size=size, correlation=0.5), judged, 100, drawn)


def row_of(cell: Cell, repetitions: int, seed: int = 1) -> Row:
    """What comes of one cell; the same for the same seed, whatever other cells there are."""
    source = seeded(seed, repr(cell))
    rates = [rate for _ in range(repetitions) if isinstance(rate := corrected(cell, source).rate, Rate)]
    held = sum(rate.low <= cell.world.rate <= rate.high for rate in rates)
    made = len(rates)
    width = sum(rate.width for rate in rates) / made if made else nan
    return Row(cell, held / made if made else nan, width, repetitions - made, repetitions)


def corrected(cell: Cell, source: Chance) -> CorrectedRate:
    """The corrected rate of one made run of this cell, as `score` would have it."""
    run = make_run(cell.world, cell.judged, source)
    if cell.drawn not in ("random", "by_verdict"):
        half = cell.labels // 2
        record = record_of(cell.drawn, measure_judge(cell.world, half, cell.labels - half, source))
        return corrected_rate(run.items, record, from_this_run=False, draws=DRAWS)
    label = label_at_random if cell.drawn == "random" else label_by_verdict
    if cell.labelled_at is None:
        items = label(run, cell.labels, source)
        return corrected_rate(items, record_from(items, cell.drawn), from_this_run=True, draws=DRAWS)
    earlier = label(make_run(replace(cell.world, rate=cell.labelled_at), cell.judged, source), cell.labels, source)
    return corrected_rate(run.items, record_from(earlier, cell.drawn), from_this_run=False, draws=DRAWS)


def record_from(items: JudgedItems, drawn: Draw) -> CalibrationRecord:
    """A record of these items' labels."""
    passing, undecided = int(items.passed.sum()), items.undecided
    strata: dict[JudgeDecision, int] = {
        "pass": passing,
        "undecided": undecided,
        "fail": items.count - passing - undecided,
    }
    population = Population(fingerprint="made", n=items.count, strata=strata)
    return record_of(drawn, count_labels(items), population)


def record_of(drawn: Draw, confusion: Confusion, population: Population | None = None) -> CalibrationRecord:
    """A record of made labels, drawn so from this population."""
    judge = JudgeIdentity(spec="made", fingerprint="made", parts={})
    return CalibrationRecord(
        question="made",
        judge=judge,
        labels="made",
        made_by="construction",
        drawn=drawn,
        population=population,
        n=round(confusion.n),
        clusters=round(confusion.n),
        confusion=confusion,
    )
