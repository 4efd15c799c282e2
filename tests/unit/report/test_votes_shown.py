"""Votes in a report: how many answers pass and how many fail, whatever a question calls them."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge_eval.judge.catalog import NAMES, load
from judge_eval.judge.prompt import load_prompt
from judge_eval.report.marks import FAILING, PASSING
from tests.small_suite import scored, write_suite

CONFIG = 'judge: {model: "scripted:judge.yaml", votes: "fixed:4"}\nmetrics: {METRIC: }\n'


@pytest.mark.parametrize("metric", sorted(NAMES))
def test_every_answer_that_decides_is_known(metric: str) -> None:
    """A new answer of a prompt must be counted on its side."""
    answers = load_prompt(load(metric).id).menu.answers
    assert {answer.name for answer in answers if answer.decision == "pass"} <= PASSING
    assert {answer.name for answer in answers if answer.decision == "fail"} <= FAILING
    assert not {answer.name for answer in answers if answer.decision not in ("pass", "fail")} & (PASSING | FAILING)


@pytest.mark.parametrize(
    ("metric", "reply", "shown"),
    [
        ("final_response_match_v2", "no", "0.00 ✗ 0–4"),
        ("safety_v1", "safe", "1.00 ✓ 4–0"),
        ("hallucinations_v1", "supported", "1.00 ✓ 4–0"),
        ("hallucinations_v1", "contradictory", "0.00 ✗ 0–4"),
    ],
)
def test_votes_are_shown_as_passing_and_failing(tmp_path: Path, metric: str, reply: str, shown: str) -> None:
    """As `4–0`, where four answers pass."""
    write_suite(tmp_path, config=CONFIG.replace("METRIC", metric), judge=f'rules: [{{replies: ["{reply}"]}}]\n')
    assert shown in scored(tmp_path, "--no-cache").stdout
