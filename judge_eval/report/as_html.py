"""report.html: a scored suite as one page that opens from disk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from judge_eval.core.comparison import Comparison
from judge_eval.core.results import EstimateRow
from judge_eval.report.as_comparison import named, said
from judge_eval.report.as_estimates import bar_of, notes_of
from judge_eval.report.page_case import page_case
from judge_eval.report.page_shell import page
from judge_eval.report.provenance import provenance
from judge_eval.report.scored_suite import A_REASON_TO_LOOK, STATUS, ScoredSuite, accepted_at
from judge_eval.report.told_case import ToldCase


def report_html(suite: ScoredSuite, cases: Iterable[ToldCase]) -> Iterator[str]:
    """The page in pieces, a case at a time."""
    title = f"judge-eval: {STATUS[suite.head.status].lower()}"
    return page(title, ("draw.js", "conversation.js", "cases.js", "report.js"), _data(suite, cases))


def _data(suite: ScoredSuite, cases: Iterable[ToldCase]) -> Iterator[tuple[str, Any]]:
    head = {
        "status": suite.head.status,
        "word": STATUS[suite.head.status],
        "reasons": [sentence for _, sentence in suite.reasons],
        "caveat": A_REASON_TO_LOOK,
        "facts": provenance(suite.head, suite.session),
        "notes": suite.session.notes,
        "estimates": [_estimate(row, suite) for row in suite.head.estimates],
        "informational": sorted(suite.informational),
        "comparison": _compared(suite.comparison) if suite.comparison is not None else None,
    }
    yield "head", head
    for told in cases:
        yield "case", page_case(told)


def _compared(comparison: Comparison) -> dict[str, Any]:
    """What the baseline decides, what turned since, and what is not compared."""
    return {
        "accepted": accepted_at(comparison),
        "changes": [
            {"metric": change.metric, "decision": change.decision, "said": said(change, comparison)}
            for change in comparison.changes
            if change.rule is not None
        ],
        "items": [item.model_dump(mode="json") for item in comparison.items],
        "named": list(named(comparison)),
    }


def _estimate(row: EstimateRow, suite: ScoredSuite) -> dict[str, Any]:
    plain = row.model_dump(mode="json", exclude={"warnings"}, exclude_none=True)
    return {**plain, "bar": bar_of(row, suite.pass_share), "notes": list(notes_of(row))}
