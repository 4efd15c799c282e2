"""The page of an appraisal in a real browser, as `judge-eval calibrate` writes it beside the record."""

from __future__ import annotations

import json
import re
from collections.abc import Generator
from pathlib import Path

import pytest

from tests.chromium import Page, browser, needs_chromium
from tests.small_suite import called

JUDGE = """\
rules:
  - {when: "RIGHT|LUCKY", replies: [{shares: {"yes": 0.9, "no": 0.1}}]}
  - {when: "HALF", replies: [{shares: {"yes": 0.6, "no": 0.4}}]}
  - {replies: [{shares: {"yes": 0.2, "no": 0.8}}]}
"""
KINDS = (("RIGHT", 30, True), ("HALF", 12, True), ("HALF", 12, False), ("WRONG", 30, False), ("LUCKY", 6, False))

pytestmark = [needs_chromium, pytest.mark.xdist_group("chromium")]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a judge on 90 labels by two people."""
    folder = tmp_path_factory.mktemp("labels")
    rows = [
        {
            "id": f"{word}-{good}-{number}",
            "question": "final_response_match",
            "prompt": "Where is my order?",
            "reference": f"reference {good} {number}",
            "response": f"{word} answer {number} <b>bold</b>",
            "labels": [good, good if number % 5 else not good],
        }
        for word, n, good in KINDS
        for number in range(n)
    ]
    (folder / "judge.yaml").write_text(JUDGE)
    (folder / "labels.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    asked = ("--judge", "scripted:judge.yaml", "--no-cache", "--drawn", "random")
    ended = called(folder, "calibrate", "labels.jsonl", *asked)
    path = Path("calibration", "final_response_match", "scripted-judge.yaml.html")
    assert f"written: {path}" in ended.stderr
    return folder / path


@pytest.fixture(scope="module")
def page(file: Path, tmp_path_factory: pytest.TempPathFactory) -> Generator[Page]:
    """A tab in which it was loaded from disk."""
    with browser(tmp_path_factory.mktemp("profile")) as tab:
        tab.open(file)
        yield tab


def test_it_draws_itself_from_disk_alone(page: Page, file: Path) -> None:
    """No complaint on the console, no request but the file, and the plain sentences first."""
    assert page.complaints == [] and page.requests == [file.as_uri()]
    assert page.texts(".sentences li")[0].startswith("Of answers that people failed, this judge passes ")
    assert page.text("header").index("this judge passes") < page.text("header").index("labels.jsonl")


def test_the_judge_s_decisions_stand_against_people_s(page: Page) -> None:
    """Right, half-right and lucky answers pass, wrong ones fail; where people part, half goes to each side."""
    n = {word: [0.0, 0.0] for word in ("pass", "fail")}
    for word, count, good in KINDS:
        for number in range(count):
            share = float(good) if number % 5 else 0.5
            side = n["fail" if word == "WRONG" else "pass"]
            side[0] += share
            side[1] += 1 - share
    shown = [[float(cell) for cell in line.split("\t")[1:]] for line in page.texts("#confusion tbody tr")]
    assert shown == [n["pass"], n["fail"], [n["pass"][0] + n["fail"][0], n["pass"][1] + n["fail"][1]]]


def test_figures_have_bars_and_probabilities_a_plot(page: Page) -> None:
    """Each known figure has a bar with its interval; each bin of the plot has its whisker, and a row of the table."""
    assert page.count("#figures .bar .interval") == page.count("#figures .bar .value") == 10
    assert page.count(".plot .bin") == page.count(".plot .whisker") == page.count("#reliability tbody tr") > 1
    assert page.count(".plot .diagonal") == 1
    assert page.count("#people .bar") >= 4


def test_the_worst_disagreements_are_told_as_text(page: Page) -> None:
    """A lucky answer is among them, in the judge's words and people's; its markup stays text."""
    told = page.texts("#disagreements .item")
    assert any("LUCKY answer 1 <b>bold</b>" in one and "people: ✗ bad, judge: ✓ pass" in one for one in told)
    assert page.count("main b") == 0


def test_it_prints(page: Page) -> None:
    """The print takes more than one sheet."""
    assert len(re.findall(rb"/Type\s*/Page\b", page.printed())) > 1
