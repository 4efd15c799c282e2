"""`judge-eval calibrate`: a judge measured by labels, its record kept, several judges side by side."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from judge_eval.core.calibration import CalibrationRecord
from tests.small_suite import Ended, called

JUDGE = """\
rules:
  - {when: "RIGHT|LUCKY", replies: [{shares: {"yes": 0.9, "no": 0.1}}]}
  - {replies: [{shares: {"yes": 0.2, "no": 0.8}}]}
"""
SHARP = """\
rules:
  - {when: "RIGHT|UNLUCKY", replies: ["yes"]}
  - {replies: ["no"]}
"""
ASKED = ("--judge", "scripted:judge.yaml", "--no-cache")


def label(number: int, word: str, *, good: bool) -> dict[str, Any]:
    """A label of an answer that holds `word`."""
    return {
        "id": f"{word}-{number}",
        "question": "final_response_match",
        "prompt": f"question {number}",
        "reference": f"reference {number}",
        "response": f"{word} answer {number}",
        "labels": [good, good],
    }


def write_labels(folder: Path) -> Path:
    """40 good answers of which the judge passes 36, 40 bad ones of which it passes 8, and one that needs no judge."""
    rows = [label(number, "RIGHT", good=True) for number in range(36)]
    rows += [label(number, "MISSED", good=True) for number in range(4)]
    rows += [label(number, "WRONG", good=False) for number in range(32)]
    rows += [label(number, "LUCKY", good=False) for number in range(8)]
    rows.append({**label(99, "SAME", good=True), "response": "reference 99"})
    (folder / "judge.yaml").write_text(JUDGE)
    (folder / "sharp.yaml").write_text(SHARP)
    (folder / "labels.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with labels and two judges."""
    return write_labels(tmp_path)


def calibrated(folder: Path, *arguments: str) -> Ended:
    """`judge-eval calibrate labels.jsonl` with the first judge."""
    return called(folder, "calibrate", "labels.jsonl", *ASKED, *arguments)


def record_in(folder: Path) -> CalibrationRecord:
    """The record that was kept."""
    path = folder / "calibration" / "final_response_match" / "scripted-judge.yaml.json"
    return CalibrationRecord.model_validate_json(path.read_bytes())


def test_the_report_says_first_what_the_judge_does_to_bad_answers(folder: Path) -> None:
    """8 of 40 bad answers pass: 20 %, Wilson .105 to .348; 36 of 40 good ones: 90 %, .769 to .960."""
    ended = calibrated(folder)
    assert ended.code == 0
    assert "Of answers that people failed, this judge passes 20% (10% to 35%)." in ended.stdout
    assert "Of answers that people passed, it passes 90% (77% to 96%)." in ended.stdout
    assert "1 decided by rule, and no part of this" in ended.stdout


def test_the_record_keeps_counts_and_what_the_judge_was(folder: Path) -> None:
    """Counts, never only rates; the rule and the prompt; no text of an answer."""
    calibrated(folder)
    record = record_in(folder)
    table = record.confusion
    assert (table.pass_good, table.fail_good, table.pass_bad, table.fail_bad) == (36, 4, 8, 32)
    assert record.judge.parts["rule"] == "distribution"
    assert (record.drawn, record.made_by, record.n, record.cut_off) == ("convenience", "human", 80, 0.5)
    assert "question 1" not in (folder / "calibration/final_response_match/scripted-judge.yaml.json").read_text()


def test_what_a_draw_does_not_allow_is_not_a_number(folder: Path) -> None:
    """Labels drawn by their class tell no precision and no kappa; drawn at random they do: 36 of 44 passed are good."""
    by_class = calibrated(folder, "--drawn", "class_balanced", "--format", "json")
    figures = json.loads(by_class.stdout)["appraisals"][0]["figures"]
    assert figures["kappa"] | {"n": None} == {
        "value": None,
        "low": None,
        "high": None,
        "n": None,
        "why": "not estimable from this draw",
    }
    at_random = calibrated(folder, "--drawn", "random", "--format", "json")
    figures = json.loads(at_random.stdout)["appraisals"][0]["figures"]
    assert figures["pass_precision"]["value"] == pytest.approx(36 / 44)
    assert figures["kappa"]["value"] == pytest.approx(0.7)


def test_two_judges_stand_side_by_side(folder: Path) -> None:
    """The first agrees on 68 of 80, the second on 36 + 40 = 76 of 80 but for the 4 that it misses too."""
    ended = called(
        folder,
        "calibrate",
        "labels.jsonl",
        "--judge",
        "scripted:judge.yaml",
        "--judge",
        "scripted:sharp.yaml",
        "--no-cache",
        "--format",
        "json",
    )
    (comparison,) = json.loads(ended.stdout)["comparisons"]
    first, second = comparison["judges"]
    assert first["agreement"]["value"] == pytest.approx(68 / 80)
    assert second["agreement"]["value"] == pytest.approx(76 / 80)
    assert second["difference"]["value"] == pytest.approx(8 / 80)
    assert len(comparison["splits"]) == 8


def test_nothing_is_promised_of_labels_that_were_not_drawn_from_a_run(folder: Path) -> None:
    """A certificate needs a random draw of a scored run: exit code 2, and how to get one."""
    ended = calibrated(folder, "--target-error", "0.1")
    assert ended.code == 2
    assert "drawn at random from a scored run" in ended.stderr


def test_a_judge_that_is_not_at_hand_is_told(folder: Path) -> None:
    """Exit code 3, as everywhere."""
    ended = called(folder, "calibrate", "labels.jsonl", "--judge", "gemini:gemini-x", "--no-cache", "--no-env-file")
    assert ended.code == 3


def test_labels_that_lack_their_part_are_refused(folder: Path) -> None:
    """An answer cannot be compared with a reference that is not there."""
    (folder / "labels.jsonl").write_text('{"id": "a", "question": "final_response_match", "label": true}\n')
    ended = calibrated(folder)
    assert ended.code == 2
    assert "has no reference" in ended.stderr


def test_judges_side_by_side_are_a_table_and_the_items_on_which_they_differ(folder: Path) -> None:
    """A line a judge with its agreement, then each split with people's word and every decision."""
    two = ("--judge", "scripted:judge.yaml", "--judge", "scripted:sharp.yaml", "--no-cache")
    ended = called(folder, "calibrate", "labels.jsonl", *two)
    assert "2 judges on 80 items that all decided" in ended.stdout
    assert "they differ on 8 items" in ended.stdout
    alone = called(folder, "calibrate", "labels.jsonl", *two[:2], *two[:2], "--no-cache")
    assert "the judges decide every item alike" in alone.stdout
