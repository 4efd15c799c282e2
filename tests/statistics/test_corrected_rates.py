"""The corrected pass rate against known truth, cell by cell of the grid that `judge-eval selftest` reruns."""

from __future__ import annotations

import pytest

from judge_eval.calibration.selftest import (
    LABELS,
    QUICK_REPETITIONS,
    RATES,
    REPETITIONS,
    Cell,
    corrected,
    grid,
    row_of,
)
from judge_eval.stats.correction.rate import Rate
from judge_eval.stats.trials.simulation import World, seeded

GRID = grid()


def _name(cell: Cell) -> str:
    world = cell.world
    kind = (
        f"clusters of {world.cluster_size}"
        if world.correlation
        else "probability"
        if world.probabilities
        else "decision"
    )
    if cell.labelled_at is not None:
        kind = f"labelled at {cell.labelled_at}"
    return f"{kind}-{cell.drawn}-{cell.judged}-{cell.labels}-{world.rate}-{world.sensitivity}-{world.undecided}"


@pytest.mark.parametrize("cell", GRID, ids=_name)
def test_the_corrected_rate_holds_the_truth(cell: Cell) -> None:
    """What `score` would pick holds the truth in .93 of made runs (.87: see `promised`), less two standard errors."""
    assert row_of(cell, QUICK_REPETITIONS).holds


@pytest.mark.slow
@pytest.mark.parametrize("cell", GRID, ids=_name)
def test_the_corrected_rate_holds_the_truth_in_full(cell: Cell) -> None:
    """The same over 1,200 made runs a cell, where two standard errors are .015."""
    assert row_of(cell, REPETITIONS).holds


def test_the_grid_is_whole() -> None:
    """Every rate, count of labels, run and draw is in it: n <= N/2, and the lesser judge from 50 labels on."""
    combinations = {
        (cell.drawn, cell.judged, cell.labels, cell.world.rate, cell.world.sensitivity, cell.world.specificity)
        for cell in GRID
        if cell.world == World(cell.world.rate, cell.world.sensitivity, cell.world.specificity)
        and cell.labelled_at is None
    }
    wanted = {
        (drawn, judged, labels, rate, sensitivity, specificity)
        for drawn in ("random", "by_verdict", "class_balanced")
        for judged in (200, 1000)
        for labels in LABELS
        for rate in RATES
        for sensitivity, specificity in ((0.9, 0.8), (0.8, 0.7))
        if labels <= judged / 2 and (sensitivity == 0.9 or labels >= 50)
    }
    assert combinations == wanted


def test_a_row_is_the_same_for_a_seed() -> None:
    """A row depends on its cell, the repetitions and the seed alone, not on the cells before it."""
    first = row_of(GRID[0], 20)
    assert row_of(GRID[1], 20) != first
    assert row_of(GRID[0], 20) == first
    assert row_of(GRID[0], 20, seed=2) != first


def test_a_cell_that_is_always_refused_promises_nothing() -> None:
    """A judge that tells nothing is refused in every made run, and the row says so with no coverage."""
    row = row_of(Cell(World(0.8, 0.5, 0.5), 200, 50, "class_balanced"), 20)
    assert row.refused == 20
    assert row.coverage != row.coverage
    assert row.holds


def test_a_rate_is_seldom_refused_where_labels_are_of_this_run() -> None:
    """Double sampling holds without the refusals that bind Rogan–Gladen: it always gives a rate."""
    source = seeded(1, "refusals")
    cell = Cell(World(0.95, 0.8, 0.7), 200, 30, "random")
    assert all(isinstance(corrected(cell, source).rate, Rate) for _ in range(100))
