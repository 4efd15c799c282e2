"""How much of a change among people a judge shows: sensitivity + specificity - 1, by a calibration record."""

from __future__ import annotations

from collections.abc import Collection

from judge_eval.core.calibration import CalibrationRecord
from judge_eval.stats.correction.rate import Refusal
from judge_eval.stats.correction.rogan_gladen import refusal_of
from judge_eval.stats.correction.verdict_draw import as_drawn_by_class


def youden_of(record: CalibrationRecord, wordings: Collection[str] = ()) -> float | None:
    """Youden's J of the judge; None where the record's labels do not tell it.

    `wordings` are the criteria that were judged, which must be all that the record is made of. Source: Youden 1950.
    """
    if record.criteria and set(wordings) != set(record.criteria):
        return None
    table = record.confusion
    if record.drawn == "by_verdict":
        drawn = None if record.population is None else as_drawn_by_class(table, record.population.strata)
        if drawn is None or isinstance(drawn, Refusal):
            return None
        table = drawn
    if refusal_of(table, record.spread) is not None:
        return None
    return table.pass_good / table.good + table.not_passed_bad / table.bad - 1
