"""What `calibrate` does not promise: part of the labels, another judge's draw, a second look, a stale record."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from judge_eval.core.calibration import CalibrationRecord
from tests.commands.test_calibrate import calibrated as calibrated_by
from tests.commands.test_calibrate import record_in, write_labels
from tests.commands.test_calibrated_scores import METRIC, calibrated, filled_in, folder, pass_rate, scored
from tests.small_suite import called

__all__ = ["folder"]


def figures(stdout: str) -> dict[str, Any]:
    """The figures of the one appraisal printed as JSON."""
    return json.loads(stdout)["appraisals"][0]["figures"]


def test_labels_that_were_not_judged_make_no_record(tmp_path: Path) -> None:
    """A budget for 30 of 80: exit code 3, the record of before stays, and the sentence says what to do."""
    folder = write_labels(tmp_path)
    assert calibrated_by(folder).code == 0
    before = record_in(folder)
    ended = calibrated_by(folder, "--budget-calls", "30")
    assert ended.code == 3
    assert "No record is written: 50 of 81 labels were not judged." in ended.stdout
    assert record_in(folder) == before


def test_what_was_paid_is_not_paid_again(tmp_path: Path) -> None:
    """The same command goes on where the budget ended it: 80 calls in all."""
    folder = write_labels(tmp_path)
    asked = ("calibrate", "labels.jsonl", "--judge", "scripted:judge.yaml", "--budget-calls", "30")
    assert [called(folder, *asked).code for _ in range(3)] == [3, 3, 0]
    assert record_in(folder).n == 80


def test_a_draw_by_another_judges_verdicts_is_weighed(folder: Path) -> None:
    """Labels drawn by one judge's verdicts over-represent what it fails: weights undo that, and no record corrects.

    The other judge decides alike: 53 of the 59 pass, 6 fail. It passes all that is good, so that its sensitivity is 1.
    Where l of m drawn passes are lucky, each stands for 53/m: its specificity is 6/(6 + l·53/m).
    """
    (folder / "votes.yaml").write_text('rules:\n  - {when: "RIGHT|LUCKY", replies: ["yes"]}\n  - {replies: ["no"]}\n')
    scored(folder, "--worklist", "40")
    asked = ("--judge", "scripted:votes.yaml", "--format", "json")
    table = (folder / filled_in(folder)).read_text(encoding="utf-8")
    ended = called(folder, "calibrate", "worklist-final_response_match.csv", *asked)
    found = figures(ended.stdout)
    raw = json.loads(ended.stdout)["appraisals"][0]["confusion"]
    assert found["sensitivity"]["value"] == 1
    lucky, passed = table.count("LUCKY"), table.count("LUCKY") + table.count("RIGHT")
    assert passed == 34  # and all 6 that fail
    assert found["specificity"]["value"] == pytest.approx(6 / (6 + lucky * 53 / passed))
    assert raw["fail_bad"] / (raw["fail_bad"] + raw["pass_bad"]) > found["specificity"]["value"]
    assert "another judge" in " ".join(json.loads(ended.stdout)["appraisals"][0]["sentences"])
    rate = pass_rate(scored(folder, "--calibration", "calibration", judge="scripted:votes.yaml"))
    assert rate["raw"] is None and "not known from how many items of this judge" in rate["uncalibrated"]


def test_looks_are_counted_where_labels_have_come(folder: Path) -> None:
    """The same labels again are the same look, more of them another, also after a record without a certificate."""
    scored(folder, "--worklist", "random:59")
    path = folder / filled_in(folder)
    whole = path.read_text(encoding="utf-8").splitlines(keepends=True)

    def looked(rows: int, *target: str) -> CalibrationRecord:
        path.write_text("".join(whole[: rows + 1]), encoding="utf-8")
        calibrated(folder, path.name, *target)
        return record_in(folder)

    assert looked(30, "--target-error", "0.2").looks == 1
    assert looked(30, "--target-error", "0.2").looks == 1
    assert looked(40).looks == 1
    second = looked(40, "--target-error", "0.2")
    assert second.certificate is not None
    assert (second.looks, second.certificate.look) == (2, 2)
    assert looked(40, "--target-error", "0.1").looks == 3


def test_a_second_look_is_told(folder: Path) -> None:
    """What was looked at before asks for more."""
    scored(folder, "--worklist", "random:59")
    path = folder / filled_in(folder)
    whole = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(whole[:31]), encoding="utf-8")
    calibrated(folder, path.name, "--target-error", "0.2")
    path.write_text("".join(whole), encoding="utf-8")
    assert "This was look 2 at labels of this draw" in calibrated(folder, path.name, "--target-error", "0.2").stdout


def test_every_verdict_is_settled_or_told(folder: Path) -> None:
    """Passes, fails and abstentions, the one by rule, and nothing else: 60."""
    calibrated(folder)
    rate = pass_rate(scored(folder, "--calibration", "calibration"))
    assert sum(rate["settled"].values()) + rate["by_rule"] == rate["n"] == 60


def test_no_probability_without_the_share_that_it_is_of(folder: Path) -> None:
    """Labels by class that cannot correct do not say how many are good here: all is left to people."""
    (folder / "judge.yaml").write_text(
        'rules:\n  - {when: "RIGHT 1|LUCKY", replies: [{shares: {"yes": 0.9, "no": 0.1}}]}\n'
        '  - {replies: [{shares: {"yes": 0.4, "no": 0.6}}]}\n'
    )
    calibrated(folder)
    results = json.loads(scored(folder, "--calibration", "calibration").stdout)
    rate = next(row for row in results["estimates"] if row["kind"] == "pass_rate")
    assert rate["raw"] is None
    rows = [row for case in results["cases"] for row in case["scores"] if row["calibrated"] is not None]
    assert {(row["probability"], row["calibrated"]) for row in rows} == {(None, "abstain")}
    assert rate["settled"] == {"pass": 0, "fail": 0, "abstain": 59}


def test_a_stale_record_is_named_on_every_output(folder: Path) -> None:
    """Header, table, results.json, eval-report.json."""
    calibrated(folder)
    script = folder / "judge.yaml"
    script.write_text(script.read_text().replace("0.2", "0.3").replace("0.8", "0.7"))
    asked = ("--judge", "scripted:judge.yaml", "--metric", METRIC, "--calibration", "calibration", "--allow-stale")
    ended = called(folder, "score", "s.cases.jsonl", *asked, "--out", "out")
    assert "record  STALE (model" in ended.stderr
    assert "STALE (model" in ended.stdout
    for name in ("results.json", "eval-report.json"):
        assert "STALE (model" in (folder / "out" / name).read_text(encoding="utf-8")


def test_the_cut_off_of_a_record_is_that_of_the_labels_drawn_under_it(folder: Path) -> None:
    """A record set another cut-off, a worklist was drawn by the decisions that it made, and is measured by the same."""
    shares = '  - {{when: "{0}", replies: [{{shares: {{"yes": {1}, "no": {2}}}}}]}}\n'
    rules = shares.format("RIGHT|LUCKY", 0.3, 0.7) + '  - {replies: [{shares: {"yes": 0.1, "no": 0.9}}]}\n'
    (folder / "judge.yaml").write_text(f"rules:\n{rules}")
    calibrated(folder)
    assert record_in(folder).cut_off == pytest.approx(0.2, abs=0.11)
    cut_off = record_in(folder).cut_off
    scored(folder, "--calibration", "calibration", "--worklist", "59")
    beside = json.loads((folder / "worklist-final_response_match.draw.json").read_text(encoding="utf-8"))
    assert beside["cut_off"] == cut_off
    assert calibrated(folder, filled_in(folder)).code == 0
    record = record_in(folder)
    assert record.cut_off == cut_off
    assert (record.confusion.pass_good, record.confusion.pass_bad, record.confusion.fail_bad) == (47, 6, 6)
    assert "double sampling" in pass_rate(scored(folder, "--calibration", "calibration"))["method"]
