"""Which criteria hold where: those of the metric, the case and the turn, made one by their ids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from judge_eval.core.case import Case
from judge_eval.core.rubric import AppliesTo, Criterion, Rubric
from judge_eval.errors import InputError, Problem

METRICS: Mapping[AppliesTo, str] = MappingProxyType(
    {
        "final_response": "rubric_based_final_response_quality_v1",
        "tool_use": "rubric_based_tool_use_quality_v1",
        "trajectory": "rubric_based_multi_turn_trajectory_quality_v1",
    }
)
"""The metric that scores the rubrics of each kind, under ADK's names."""


@dataclass(frozen=True, slots=True)
class _Placed:
    criterion: Criterion
    place: str


def criteria_at(
    case: Case, place: int, of_metric: Sequence[str | Rubric], applies_to: AppliesTo, *, whole: bool
) -> tuple[Criterion, ...]:
    """The criteria that hold for the turn at `place`, each id once, in the order metric, case, turn.

    `whole` says that those of metric and case hold there, and not those of the turn alone.

    Raises: InputError where one id stands for two criteria, naming both places.
    """
    found: dict[str, _Placed] = {}
    for placed in _placed(case, place, of_metric, applies_to, whole=whole):
        before = found.setdefault(placed.criterion.id, placed)
        if before.criterion != placed.criterion:
            raise InputError(_conflict(case, before, placed))
    return tuple(placed.criterion for placed in found.values())


def _placed(
    case: Case, place: int, of_metric: Sequence[str | Rubric], applies_to: AppliesTo, *, whole: bool
) -> Iterator[_Placed]:
    if whole:
        yield from _of("the configuration", of_metric, applies_to)
        yield from _of("the case", case.rubrics, applies_to)
    if place < len(case.turns):
        yield from _of(f"turn {place + 1} of the case", case.turns[place].rubrics, applies_to)


def _of(place: str, rubrics: Iterable[str | Rubric], applies_to: AppliesTo) -> Iterator[_Placed]:
    for rubric in rubrics:
        if isinstance(rubric, str):
            raise ValueError(f"the rubric '{rubric}' of {place} was not looked up")
        if rubric.applies_to == applies_to:
            for criterion in rubric.criteria:
                yield _Placed(criterion, f"rubric '{rubric.id}' of {place}")


def _conflict(case: Case, one: _Placed, other: _Placed) -> Problem:
    what = "texts" if one.criterion.text != other.criterion.text else "settings"
    return Problem(
        f"the criterion id '{one.criterion.id}' stands for different {what} in {one.place} and in {other.place}",
        case_id=case.id,
        found=f"'{other.criterion.text}'",
        expected=f"'{one.criterion.text}'",
        remedy="give one of them another id",
    )
