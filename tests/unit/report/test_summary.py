"""summary.md: short, safe to paste into a pull request, and added to a workflow's own page."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from judge_eval.core.results import CaseResult
from judge_eval.report.as_estimates import bar_of
from judge_eval.report.as_markdown import MOST_ROWS, summary_markdown
from judge_eval.report.markdown_text import markdown
from judge_eval.wiring.step_summary import MOST_BYTES, VARIABLE, add_to_step_summary
from tests.reported_suite import COMPARISON, SUITE, results


def test_what_newly_broke_stands_before_what_fails_anyway() -> None:
    """With a baseline, its word and both answers come first; the cases that fail follow, without quarantined ones."""
    text = summary_markdown(replace(SUITE, comparison=COMPARISON), results())
    places = [text.index(part) for part in ("## judge-eval: failed", "### Estimates", "Newly broken: 1", "Not passed")]
    assert places == sorted(places)
    assert "“It is Paris.”" in text
    assert re.findall(r"^\| (\S+) \| (failed|error|undecided) \|", text, re.MULTILINE) == [
        ("broke-off", "failed"), ("wrong-answer", "failed"), ("no-run", "error"), ("open", "undecided")
    ]  # fmt: skip


def test_a_floor_is_named_where_it_decides() -> None:
    """An estimate that the baseline decides does not name the floor that it has beside that."""
    row = SUITE.head.estimates[1]
    assert bar_of(row, 1.0) == "floor 0.7"
    assert bar_of(row.model_copy(update={"decided_by": "statistical"}), 1.0) == "statistical"
    assert bar_of(SUITE.head.estimates[0], 0.4) == "threshold 1 in 40 %"


def test_a_long_suite_is_cut_and_says_so() -> None:
    """The first hundred cases by id are told, and how many more there are."""
    cases = [CaseResult(id=f"case-{n:04}", status="failed", error="x" * 5000) for n in reversed(range(2000))]
    text = summary_markdown(SUITE, cases)
    assert text.count("| case-") == MOST_ROWS
    assert "| case-0000 |" in text and f"{2000 - MOST_ROWS:,} more cases in report.html" in text


def test_it_stays_under_github_s_limit() -> None:
    """Even where every character needs an escape, it is under a mebibyte, and says what it left out."""
    item = COMPARISON.items[0]
    worst = item.model_copy(
        update={"base": item.base.model_copy(update={"response": "@#" * 5000, "reason": "@" * 5000})}
    )
    big = COMPARISON.model_copy(update={"items": (worst,) * 500})
    cases = [CaseResult(id=f"{'@' * 300}{n}", status="failed", error="@" * 5000) for n in range(2000)]
    text = summary_markdown(replace(SUITE, comparison=big), cases)
    assert len(text.encode()) < MOST_BYTES
    assert "Left out, for the summary would be too long" in text


@given(st.text(max_size=50))
def test_text_from_outside_makes_no_markup(text: str) -> None:
    """No sign of markup stands unescaped, nothing mentions or links, and it is one line of UTF-8."""
    shown = markdown(text)
    assert not re.search(r"(?<!\\)(?:\\\\)*[`*_\[\]<>|]", shown)
    assert not re.search(r"@(?!&#8203;)|://", shown)
    assert len(shown.splitlines()) <= 1
    shown.encode()


def test_a_workflow_s_page_gets_the_summary(tmp_path: Path) -> None:
    """It is appended to the file that the variable names; without the variable nothing happens."""
    page = tmp_path / "page.md"
    page.write_text("before\n")
    assert add_to_step_summary("ours\n", {VARIABLE: str(page)}) is None
    assert page.read_text() == "before\nours\n"
    assert add_to_step_summary("ours\n", {}) is None


def test_a_page_without_room_is_left_alone(tmp_path: Path) -> None:
    """GitHub drops a page that is too long: then ours is not added, and that is said; so for a place that is none."""
    page = tmp_path / "page.md"
    page.write_bytes(b"x" * MOST_BYTES)
    assert "no room" in (add_to_step_summary("ours\n", {VARIABLE: str(page)}) or "")
    assert page.stat().st_size == MOST_BYTES
    assert "is not in" in (add_to_step_summary("ours\n", {VARIABLE: str(tmp_path / "none" / "page.md")}) or "")
