"""Appraisals as one JSON document."""

from __future__ import annotations

import json
from collections.abc import Sequence

from judge_eval.core.appraisal import Appraisal, Comparison

SCHEMA = "judge-eval/appraisals/1"


def appraisals_json(appraisals: Sequence[Appraisal], comparisons: Sequence[Comparison]) -> str:
    """The appraisals, and how several judges compare, with a line end."""
    document = {
        "schema": SCHEMA,
        "appraisals": [one.model_dump(mode="json") for one in appraisals],
        "comparisons": [one.model_dump(mode="json") for one in comparisons],
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"
