"""The reports of a suite with a case of every kind, as they are written."""

from __future__ import annotations

from dataclasses import replace

import pytest
from syrupy.assertion import SnapshotAssertion

from judge_eval.report.as_html import report_html
from judge_eval.report.as_junit import junit_xml
from judge_eval.report.as_markdown import summary_markdown
from judge_eval.report.scored_suite import ScoredSuite
from tests.reported_suite import ASPECTS, COMPARISON, SUITE, results, told

COMPARED = replace(SUITE, comparison=COMPARISON)


@pytest.mark.parametrize("suite", [SUITE, COMPARED], ids=["alone", "compared"])
def test_the_summary(suite: ScoredSuite, snapshot: SnapshotAssertion) -> None:
    """summary.md, with a baseline and without."""
    assert summary_markdown(suite, results()) == snapshot


def test_the_junit_report(snapshot: SnapshotAssertion) -> None:
    """junit.xml with a baseline."""
    assert "".join(junit_xml(COMPARED, results, ASPECTS)) == snapshot


def test_the_data_of_the_page(snapshot: SnapshotAssertion) -> None:
    """What report.html carries for its script to draw: the head, then a document a case."""
    lines = "".join(report_html(COMPARED, told())).splitlines()
    assert [line for line in lines if line.startswith('<script type="application/json"')] == snapshot
