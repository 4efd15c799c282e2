"""Which estimator corrects a pass rate: decided by how the labels were drawn, and from what."""

from __future__ import annotations

from typing import Literal

from judge_eval.core.label import Draw

Estimator = Literal["double_sampling", "rogan_gladen", "raw"]
"""How a pass rate is corrected; `raw`: not at all."""


def estimator_for(drawn: Draw | None, *, from_this_run: bool) -> Estimator:
    """The estimator for labels `drawn` so (None: there is no record), whose rows match items of this run or do not.

    Strata of this run hold nothing but labels of this run: a random draw from an earlier one is not random for it (at
    .6, labels of a run at .8 would cover .15). Labels chosen by their outcome never are.
    """
    if drawn is None:
        return "raw"
    return "double_sampling" if from_this_run and drawn in ("random", "by_verdict") else "rogan_gladen"
