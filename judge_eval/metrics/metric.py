"""What a deterministic metric is: a pure function with its own settings and unit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from judge_eval.core.case import Case
from judge_eval.core.frozen import Frozen
from judge_eval.core.run import Run
from judge_eval.core.score import Aspect, Score


class Options(Frozen):
    """The settings of a metric that has none."""


OptionsT = TypeVar("OptionsT", bound=Options)

Unit = Literal["share", "count", "tokens", "seconds"]
"""`share` is in [0, 1] and may have a threshold; the other units are reported only, less being better."""


@dataclass(frozen=True, slots=True)
class Metric(Generic[OptionsT]):
    """A metric by `name`: `measure` gives the run's score, with the turns' scores under it."""

    name: str
    measure: Callable[[Case, Run, OptionsT], Score]
    options: type[OptionsT]
    unit: Unit = "share"
    aspect: Aspect = "trajectory"
