"""The files of `--out` together: all there, and what depends on the invocation kept out of those that must not."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.small_suite import scored, write_suite

STABLE = ("cases.jsonl", "runs.jsonl", "verdicts.jsonl", "results.json", "eval-report.json")
OF_THE_INVOCATION = ("session.json", "report.html", "junit.xml", "summary.md")
COMMIT = "1f3c0de000000000000000000000000000000000"


def test_every_file_is_written(tmp_path: Path) -> None:
    """All nine files, and no other; the page, the summary and the test report tell the same suite."""
    write_suite(tmp_path)
    assert scored(tmp_path, "--out", "out").code == 0
    assert {path.name for path in (tmp_path / "out").iterdir()} == {*STABLE, *OF_THE_INVOCATION}
    assert 'class="case">{"id":"capital"' in (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert "## judge-eval: passed" in (tmp_path / "out" / "summary.md").read_text(encoding="utf-8")
    assert len(list(ElementTree.parse(tmp_path / "out" / "junit.xml").iter("testcase"))) == 6
    [row, *_] = json.loads((tmp_path / "out" / "eval-report.json").read_text(encoding="utf-8"))
    assert list(row) == ["metric", "average", "baseline", "delta", "floor", "passed"]


def test_the_commit_is_in_the_reports_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another commit and another day change no byte of the results; the page and the summary name the commit."""
    write_suite(tmp_path)
    monkeypatch.delenv("GITHUB_SHA", raising=False)
    scored(tmp_path, "--out", "before")
    monkeypatch.setenv("GITHUB_SHA", COMMIT)
    scored(tmp_path, "--out", "after")
    for name in STABLE:
        assert (tmp_path / "before" / name).read_bytes() == (tmp_path / "after" / name).read_bytes()
    for name in OF_THE_INVOCATION:
        assert COMMIT in (tmp_path / "after" / name).read_text(encoding="utf-8")


def test_references_are_told_as_the_runs_that_they_stood_for(tmp_path: Path) -> None:
    """With `--runs reference` the page shows the references as responses."""
    write_suite(tmp_path, runs=None)
    scored(tmp_path, "--runs", "reference", "--out", "out")
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert '"reference":"It is Paris.","response":"It is Paris."' in page


def test_a_workflow_s_page_gets_the_summary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where GitHub Actions names a file, the summary is appended; where it cannot be, a note says so and no more."""
    write_suite(tmp_path)
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "page.md"))
    scored(tmp_path, "--out", "out")
    assert (tmp_path / "page.md").read_bytes() == (tmp_path / "out" / "summary.md").read_bytes()
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "none" / "page.md"))
    ended = scored(tmp_path, "--out", "out")
    assert ended.code == 0 and "note    the summary is not in " in ended.stderr


def test_a_metric_that_decides_nothing_is_said_to(tmp_path: Path) -> None:
    """Without any threshold or floor the summary says that nothing decides."""
    write_suite(tmp_path, config="metrics: {response_match_score: }\n")
    scored(tmp_path, "--out", "out")
    text = (tmp_path / "out" / "summary.md").read_text(encoding="utf-8")
    assert "nothing decides: no threshold and no floor is set" in text
    assert ElementTree.parse(tmp_path / "out" / "junit.xml").getroot().find("testsuite[@name='cases']") is not None
