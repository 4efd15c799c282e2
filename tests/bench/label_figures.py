"""How what a judge said stands to what people said: rates and the area under the curve, each with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from judge_eval.stats.agreement.auc import auc
from judge_eval.stats.intervals.interval import Limits, wilson
from judge_eval.stats.prediction.cut_off import best_cut_off

COLUMNS = ("n", "balanced accuracy", "sensitivity", "specificity", "AUC", "best cut-off", "undecided", "s a verdict")
_WIDTHS = (4, 18, 18, 18, 18, 13, 10, 12)
_NAME_WIDTH = 46


@dataclass(frozen=True, slots=True)
class Judged:
    """What people said of a row (True: good), what a judge decided, and the value that it ranks the row by."""

    is_good: bool
    passed: bool
    value: float
    undecided: bool = False
    seconds: float | None = None
    """How long the model took; None where none was asked."""


def head() -> str:
    """The line over the figures' columns."""
    return _line("", COLUMNS)


def line_of(name: str, judged: Sequence[Judged]) -> str:
    """The figures of some rows in a line; an undecided row is not passed, and intervals are at 95 %.

    Those of the rates are Wilson's, that of balanced accuracy comes of these by MOVER (Zou & Donner 2008, Statistics
    in Medicine 27), that of the area is Newcombe's (2006, Statistics in Medicine 25, method 5). The best cut-off is
    Youden's on these rows themselves.
    """
    labels = np.array([float(one.is_good) for one in judged])
    values = np.array([one.value for one in judged])
    sensitivity = _Rate.of([one.passed for one in judged if one.is_good])
    specificity = _Rate.of([not one.passed for one in judged if not one.is_good])
    area = auc(values, labels, np.arange(len(judged)))
    cut_off = best_cut_off(values, labels)
    seconds = [one.seconds for one in judged if one.seconds is not None]
    cells = (
        str(len(judged)),
        _Rate.mean(sensitivity, specificity).text,
        sensitivity.text,
        specificity.text,
        "" if area is None else _Rate(area.value, Limits(area.low, area.high)).text,
        "" if cut_off is None else f"{cut_off:.2f}",
        str(sum(one.undecided for one in judged)),
        f"{sum(seconds) / len(seconds):.1f}" if seconds else "",
    )
    return _line(name, cells)


@dataclass(frozen=True, slots=True)
class _Rate:
    value: float
    limits: Limits

    @classmethod
    def of(cls, right: Sequence[bool]) -> _Rate:
        """The share of what is right."""
        return cls(sum(right) / len(right), wilson(sum(right), len(right)))

    @classmethod
    def mean(cls, one: _Rate, other: _Rate) -> _Rate:
        """The mean of two rates of independent rows."""
        value = (one.value + other.value) / 2
        below = sqrt((one.value - one.limits.low) ** 2 + (other.value - other.limits.low) ** 2) / 2
        above = sqrt((one.limits.high - one.value) ** 2 + (other.limits.high - other.value) ** 2) / 2
        return cls(value, Limits(value - below, value + above))

    @property
    def text(self) -> str:
        """As `.75 (.62–.84)`."""
        return f"{_short(self.value)} ({_short(self.limits.low)}–{_short(self.limits.high)})"


def _short(rate: float) -> str:
    return f"{rate:.2f}".removeprefix("0")


def _line(name: str, cells: Sequence[str]) -> str:
    shown = [cell.rjust(width) for cell, width in zip(cells, _WIDTHS, strict=True)]
    return name.ljust(_NAME_WIDTH) + "".join(shown)
