"""The results as JSON: one canonical document, written piece by piece so that a long suite needs no memory."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from judge_eval.core.estimate import headlines
from judge_eval.core.results import CaseResult, EstimateRow, Results


def results_json(head: Results, cases: Iterable[CaseResult]) -> Iterator[str]:
    """results.json in pieces: `head` (without its cases), with `cases` at their place, one a line."""
    document = head.model_dump(mode="json", exclude={"cases"})
    estimates = document.pop("estimates")
    opening = json.dumps(document, ensure_ascii=False, indent=1)
    yield opening[: opening.rindex("\n}")] + ',\n "cases": ['
    first = True
    for case in cases:
        yield ("\n  " if first else ",\n  ") + json.dumps(case.model_dump(mode="json"), ensure_ascii=False)
        first = False
    yield "\n ],\n" if not first else "],\n"
    rows = [json.dumps(row, ensure_ascii=False) for row in estimates]
    yield ' "estimates": [' + ",".join(f"\n  {row}" for row in rows) + ("\n ]" if rows else "]") + "\n}\n"


def eval_report_json(estimates: Iterable[EstimateRow]) -> str:
    """eval-report.json: a list of metric, average, baseline, delta, floor, passed; the headline of each metric.

    A row that a stale record corrected names it, under `calibration`.
    """
    rows = [
        {
            "metric": row.metric,
            "average": row.value,
            "baseline": row.baseline,
            "delta": row.delta,
            "floor": row.floor,
            "passed": row.passed,
        }
        | ({"calibration": row.calibration} if row.stale else {})
        for row in headlines(estimates).values()
    ]
    return json.dumps(rows, ensure_ascii=False, indent=1) + "\n"
