"""One side of a comparison: scored results, with the cases and runs behind them as far as they are at hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from judge_eval.core.case import Case
from judge_eval.core.comparison import Baseline
from judge_eval.core.results import CaseResult, Results, ScoreRow
from judge_eval.core.run import Run
from judge_eval.core.verdict import Decision
from judge_eval.judge import catalog as questions


class ItemKey(NamedTuple):
    """What is compared: a metric on a case, on one of its turns, or a criterion on a turn."""

    metric: str
    case_id: str
    turn: int | None
    criterion: str | None

    @property
    def rank(self) -> tuple[str, str, int, str]:
        """What sorts keys, the same whatever order they came in."""
        return self.metric, self.case_id, -1 if self.turn is None else self.turn, self.criterion or ""


@dataclass(frozen=True, slots=True)
class Side:
    """Results under the name that a person knows them by; `head` is without its cases, which `results` gives anew.

    `case` and `runs_of` find the rest by the case's id; they find nothing where `has_cases` or `has_runs` is False.
    `p_pass` holds the judge's own probabilities of a pass, by repeat, for metrics that look at them.
    """

    name: str
    fingerprint: str
    head: Results
    results: Callable[[], Iterable[CaseResult]]
    case: Callable[[str], Case | None]
    runs_of: Callable[[str], Sequence[Run]]
    has_cases: bool = True
    has_runs: bool = True
    partial: bool = False
    """Whether only a selection of its cases was scored: what it lacks was not asked for."""
    accepted: Baseline | None = None
    p_pass: Mapping[tuple[ItemKey, int], float] = field(default_factory=dict[tuple[ItemKey, int], float])


@dataclass(slots=True)
class SideItem:
    """One item on one side: its row in each repeat that the metric applies to."""

    rows: dict[int, ScoreRow] = field(default_factory=dict[int, ScoreRow])

    @property
    def value(self) -> float:
        """The mean over repeats."""
        return sum(value_of(row) for _, row in sorted(self.rows.items())) / len(self.rows)

    @property
    def is_open(self) -> bool:
        """Whether it is undecided, or could not be judged, in any repeat."""
        return any(is_open(row) for row in self.rows.values())

    @property
    def wording(self) -> str | None:
        """The fingerprint of the criterion's wording, where it is one."""
        return next(iter(self.rows.values())).wording


@dataclass(slots=True)
class SideItems:
    """All items of a side, and why each case without any has none."""

    items: dict[ItemKey, SideItem] = field(default_factory=dict[ItemKey, SideItem])
    cases: set[str] = field(default_factory=set[str])
    """The cases that were scored in at least one repeat."""
    unscored: dict[str, str] = field(default_factory=dict[str, str])
    set_aside: dict[str, str] = field(default_factory=dict[str, str])
    """Cases that decide nothing, as they are skipped or in quarantine."""

    @property
    def known(self) -> set[str]:
        """Every case that was selected."""
        return self.cases | self.unscored.keys() | self.set_aside.keys()


def items_of(side: Side) -> SideItems:
    """The items of a side, whatever the order of its cases."""
    found = SideItems()
    for result in side.results():
        if result.skip is not None or result.quarantine is not None:
            found.set_aside[result.id] = "skipped" if result.skip is not None else "in quarantine"
        elif not result.scores:
            found.unscored[result.id] = result.error or "it could not be scored"
        else:
            found.cases.add(result.id)
            for row in _compared_rows(result):
                if row.status != "not_applicable" and row.decision != "not_applicable":
                    key = ItemKey(row.metric, result.id, row.turn, row.criterion)
                    found.items.setdefault(key, SideItem()).rows[result.repeat] = row
    return found


def worth(decision: Decision | None) -> float:
    """What the decision on a judged item is worth: 1, 0, or ½ while the item is open."""
    return {"pass": 1.0, "fail": 0.0}.get(decision or "", 0.5)


def value_of(row: ScoreRow) -> float:
    """What an item is worth: a judged one what its decision is; any other its own value, or ½ without one."""
    if row.metric in questions.NAMES:
        return worth(row.decision)
    return 0.5 if row.value is None else row.value


def is_open(row: ScoreRow) -> bool:
    """Whether an item is neither passed nor failed, for want of an answer."""
    if row.metric in questions.NAMES:
        return row.decision not in ("pass", "fail")
    return row.value is None


def _compared_rows(result: CaseResult) -> Iterable[ScoreRow]:
    """The rows that are items: of deterministic metrics the run's, of judged ones what one verdict decides."""
    rows_below = {row.metric for row in result.scores if row.turn is not None}
    with_criteria = {(row.metric, row.turn) for row in result.scores if row.criterion is not None}
    for row in result.scores:
        if row.metric not in questions.NAMES or row.metric not in rows_below:
            if row.turn is None:
                yield row
        elif row.turn is not None and (row.criterion is not None or (row.metric, row.turn) not in with_criteria):
            yield row
