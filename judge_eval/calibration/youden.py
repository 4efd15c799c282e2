"""How much of a change among people a judge shows: sensitivity + specificity - 1, by a calibration record."""

from __future__ import annotations

from collections.abc import Collection

from judge_eval.calibration.corrected_rate import by_class
from judge_eval.core.calibration import CalibrationRecord
from judge_eval.stats.agreement.confusion import youden
from judge_eval.stats.correction.rate import Refusal
from judge_eval.stats.correction.rogan_gladen import refusal_of


def youden_of(record: CalibrationRecord, wordings: Collection[str] = ()) -> float | None:
    """Youden's J of the judge; None where the record's labels do not tell it.

    `wordings` are the criteria that were judged, which must be all that the record is made of.
    """
    if record.criteria and set(wordings) != set(record.criteria):
        return None
    measured = by_class(record)
    if isinstance(measured, Refusal) or refusal_of(measured, record.spread) is not None:
        return None
    return youden(measured)
