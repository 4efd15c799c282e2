"""Criteria with a scale: people's points read, kept, and put in the place of the judge's in the suite's mean."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from judge_eval.adapters.files.labels.labels import read_labels
from judge_eval.core.label import Label, Mark
from judge_eval.core.rubric import Criterion
from judge_eval.errors import InputError
from tests.small_suite import Ended, called

METRIC = "rubric_based_final_response_quality_v1"
CLARITY = Criterion(id="clarity", text="How clear?", scale={0: "not", 1: "half", 2: "wholly"}, pass_at=1)
N_CASES = 100
RUBRIC = """\
id: tone
criteria:
  - {id: clarity, text: How clear is it?, scale: {0: not, 1: half, 2: wholly}, pass_at: 2}
"""
# The judge gives a point more than people do, but at the top.
JUDGE = """\
rules:
  - {when: "ZERO", replies: ["1"]}
  - {replies: ["2"]}
"""
POINT = {"ZERO": 0, "ONE": 1, "TWO": 2}


def word(number: int) -> str:
    """Of 10 answers 2 are worth nothing, 3 half, 5 all."""
    return ("ZERO", "ZERO", "ONE", "ONE", "ONE", "TWO", "TWO", "TWO", "TWO", "TWO")[number % 10]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A suite whose one criterion has a scale, with its runs and a judge."""
    numbers = range(N_CASES)
    cases = [{"id": f"c{n:03}", "turns": [{"user": f"q {n}"}]} for n in numbers]
    runs = [
        {"case_id": f"c{n:03}", "agent": "a@1", "turns": [{"user": f"q {n}", "final_response": f"{word(n)} {n}"}]}
        for n in numbers
    ]
    (tmp_path / "s.cases.jsonl").write_text("".join(f"{json.dumps(case)}\n" for case in cases))
    (tmp_path / "s.runs.jsonl").write_text("".join(f"{json.dumps(run)}\n" for run in runs))
    (tmp_path / "rubrics").mkdir()
    (tmp_path / "rubrics" / "tone.yaml").write_text(RUBRIC)
    (tmp_path / "judge.yaml").write_text(JUDGE)
    (tmp_path / "judge-eval.yaml").write_text(f"metrics: {{{METRIC}: {{rubrics: [tone]}}}}\n")
    return tmp_path


def scored(folder: Path, *arguments: str) -> Ended:
    """The suite scored with the judge."""
    asked = ("--judge", "scripted:judge.yaml", "--votes", "fixed:1", "--format", "json")
    return called(folder, "score", "s.cases.jsonl", *asked, *arguments)


def score_of(ended: Ended) -> dict[str, Any]:
    """The mean score in results printed as JSON."""
    return next(row for row in json.loads(ended.stdout)["estimates"] if row["kind"] == "score")


def labelled(folder: Path, how: str) -> Ended:
    """A worklist drawn `how`, filled in by a person who writes points, and calibrated."""
    scored(folder, "--worklist", how)
    path = folder / "worklist-rubric.csv"
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        assert row["criterion"] == "How clear is it?\n0: not\n1: half\n2: wholly"
        row["label"] = str(POINT[row["response"].split()[0]])
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    return called(
        folder, "calibrate", path.name, "--judge", "scripted:judge.yaml", "--votes", "fixed:1", "--format", "json"
    )


@pytest.mark.parametrize(
    ("marks", "label", "value"),
    [
        ((0, 1, 2), None, 0.5),
        ((2, 2), None, 1.0),
        ((2, 2), 1, 0.5),
        ((2, None, "not_applicable"), None, 1.0),
        ((2, True), None, None),
        ((None,), None, None),
    ],
)
def test_points_are_worth_their_share_of_the_scale(marks: tuple[Mark, ...], label: Mark, value: float | None) -> None:
    """The mean over annotators, or the adjudicated point; a bare yes has no place on a scale."""
    assert Label(id="a", question="rubric", criterion=CLARITY, labels=marks, label=label).value == value


def test_an_answer_without_a_scale_has_no_point() -> None:
    """Yes and no are decisions."""
    assert Label(id="a", question="rubric", criterion="It is kind.", label=True).value is None


@pytest.mark.parametrize(("criterion", "mark"), [("It is kind.", 2), (CLARITY.model_dump(mode="json"), 3)])
def test_a_number_that_is_no_point_is_refused(tmp_path: Path, criterion: Any, mark: int) -> None:
    """A 2 of a criterion without a scale, or a 3 where it ends at 2, would else count as a yes."""
    row = {"id": "a", "question": "rubric", "prompt": "p", "response": "r", "criterion": criterion, "label": mark}
    (tmp_path / "labels.jsonl").write_text(json.dumps(row) + "\n")
    with pytest.raises(InputError, match=f"no mark; found {mark}"):
        read_labels([tmp_path / "labels.jsonl"])


def test_the_mean_of_a_scale_is_corrected_by_labels_of_this_run(folder: Path) -> None:
    """People: (0·2 + ½·3 + 1·5)/10 = .65, the judge (½·2 + 1·8)/10 = .9; where all are labelled, PPI++ says .65."""
    assert labelled(folder, "random:100").code == 0
    row = score_of(scored(folder, "--calibration", "calibration"))
    assert row["raw"] == pytest.approx(0.9)
    assert row["value"] == pytest.approx(0.65)
    assert row["method"].startswith("PPI++")
    assert row["low"] < 0.65 < row["high"]


def test_points_under_pass_at_fail_though_they_are_above_zero(folder: Path) -> None:
    """pass_at is 2: of 100 the 50 that people give a 2 pass, and none of the 30 that they give a 1."""
    (found,) = json.loads(labelled(folder, "random:100").stdout)["appraisals"]
    assert found["record"]["confusion"] | {"undecided_good": 0.0, "undecided_bad": 0.0} == {
        "pass_good": 50.0,
        "pass_bad": 30.0,
        "undecided_good": 0.0,
        "undecided_bad": 0.0,
        "fail_good": 0.0,
        "fail_bad": 20.0,
    }


@pytest.mark.parametrize(("how", "told"), [("60", "only by labels drawn at random"), ("random:9", "10 are needed")])
def test_a_mean_of_scales_stays_raw_where_labels_do_not_tell_it(folder: Path, how: str, told: str) -> None:
    """Labels drawn by verdict, or too few of them: the raw mean, and why."""
    labelled(folder, how)
    row = score_of(scored(folder, "--calibration", "calibration"))
    assert row["raw"] is None and row["value"] == pytest.approx(0.9)
    assert told in row["uncalibrated"]


def test_a_mean_that_weighs_criteria_stays_raw(folder: Path) -> None:
    """Labels count items alike: where a criterion counts twice, the score is another mean."""
    second = "  - {id: kind, text: It is kind., weight: 2}\n"
    (folder / "rubrics" / "tone.yaml").write_text(RUBRIC + second)
    (folder / "judge.yaml").write_text('rules:\n  - {when: "It is kind", replies: ["no"]}\n' + JUDGE.partition("\n")[2])
    scored(folder, "--worklist", "random:200")
    path = folder / "worklist-rubric.csv"
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        row["label"] = "1"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    called(folder, "calibrate", path.name, "--judge", "scripted:judge.yaml", "--votes", "fixed:1")
    row = score_of(scored(folder, "--calibration", "calibration"))
    assert "weigh differently" in row["uncalibrated"]


def test_another_scale_under_the_same_text_voids_the_labels(folder: Path) -> None:
    """What a point means is part of what was asked."""
    labelled(folder, "random:100")
    (folder / "rubrics" / "tone.yaml").write_text(RUBRIC.replace("pass_at: 2", "pass_at: 1"))
    results = json.loads(scored(folder, "--calibration", "calibration").stdout)
    rate = next(row for row in results["estimates"] if row["kind"] == "pass_rate")
    assert "1 of 1 criteria have no labels of this wording" in rate["uncalibrated"]
