"""An agent that got worse: the gate fails, and every report names the cases that broke."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

from tests.small_suite import run_of, scored, write_suite

N = 30
WRONG_BEFORE = {0, 1}
WRONG_NOW = set(range(2, 11))
"""28 of 30 right, then 21 of 30, with two newly fixed."""

CASES = "".join(f'- {{id: n{n:02}, turns: [{{user: "Add {n}", calls: [{{name: add}}]}}]}}\n' for n in range(N))
CONFIG = """\
metrics: {tool_trajectory_avg_score: {threshold: 1.0, rule: statistical}}
gate: {pass_share: 0.0}
"""


def write_agent(folder: Path, wrong: set[int]) -> None:
    """The suite with runs of an agent that calls the wrong tool in these cases."""
    tool = {True: {"name": "guess"}, False: {"name": "add"}}
    runs = [run_of(f"n{n:02}", f"Add {n}", "Done.", tool[n in wrong]) for n in range(N)]
    write_suite(folder, cases=CASES, config=CONFIG, runs=runs)


def test_a_worse_agent_fails_and_all_reports_say_where(tmp_path: Path) -> None:
    """The nine cases that newly broke stand in junit.xml, summary.md and report.html; the two fixed ones do not."""
    write_agent(tmp_path, WRONG_BEFORE)
    assert scored(tmp_path, "--out", "base").code == 0
    write_agent(tmp_path, WRONG_NOW)
    assert scored(tmp_path, "--baseline", "base", "--out", "now").code == 1
    broken = {f"n{n:02}" for n in WRONG_NOW}

    failure = ElementTree.parse(tmp_path / "now" / "junit.xml").find("testsuite[@name='baseline']//failure")
    assert failure is not None and set(re.findall(r"n\d\d", failure.text or "")) == broken
    summary = (tmp_path / "now" / "summary.md").read_text(encoding="utf-8")
    newly = summary.partition("Newly broken: 9")[2].partition("####")[0]
    assert set(re.findall(r"n\d\d", newly)) == broken
    page = (tmp_path / "now" / "report.html").read_text(encoding="utf-8")
    head = json.loads(page.partition('class="head">')[2].partition("</script>")[0])
    items = head["comparison"]["items"]
    assert {item["case_id"] for item in items if item["turned"] == "broken"} == broken
    assert head["status"] == "failed" and "not proof" in head["caveat"]
