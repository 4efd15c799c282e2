"""`score` with calibration records: corrected pass rates, refused and stale records, probabilities, worklists."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from tests.commands.test_calibrate import write_labels
from tests.small_suite import Ended, called

METRIC = "final_response_match_v2"
N_CASES = 60


def answer(number: int) -> str:
    """What the agent says: of 60 answers 48 are right, 6 lucky, 5 wrong, and one is the reference itself."""
    if number == 3:
        return "ref 3"
    if number % 5:
        return f"RIGHT ans {number}"
    return f"LUCKY ans {number}" if number % 2 else f"WRONG ans {number}"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A suite with its runs, labels of other answers, and the judge of both."""
    write_labels(tmp_path)
    numbers = range(N_CASES)
    cases = [{"id": f"c{n:02}", "turns": [{"user": f"q {n}", "reference": f"ref {n}"}]} for n in numbers]
    runs = [
        {"case_id": f"c{n:02}", "agent": "a@1", "turns": [{"user": f"q {n}", "final_response": answer(n)}]}
        for n in numbers
    ]
    (tmp_path / "s.cases.jsonl").write_text("".join(f"{json.dumps(case)}\n" for case in cases))
    (tmp_path / "s.runs.jsonl").write_text("".join(f"{json.dumps(run)}\n" for run in runs))
    return tmp_path


def scored(folder: Path, *arguments: str, judge: str = "scripted:judge.yaml") -> Ended:
    """The suite scored with the judge."""
    asked = ("--judge", judge, "--metric", METRIC, "--format", "json")
    return called(folder, "score", "s.cases.jsonl", *asked, *arguments)


def pass_rate(ended: Ended) -> dict[str, Any]:
    """The pass rate in results printed as JSON."""
    return next(row for row in json.loads(ended.stdout)["estimates"] if row["kind"] == "pass_rate")


def calibrated(folder: Path, labels: str = "labels.jsonl", *arguments: str) -> Ended:
    """A record made of these labels."""
    return called(folder, "calibrate", labels, "--judge", "scripted:judge.yaml", *arguments)


def filled_in(folder: Path) -> str:
    """The worklist as a person fills it in, who passes what is right."""
    path = folder / "worklist-final_response_match.csv"
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        row["label"] = "yes" if "RIGHT" in row["response"] else "no"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    return path.name


def test_without_a_record_the_rate_says_so(folder: Path) -> None:
    """54 of 60 pass, and nobody knows how far the judge errs."""
    rate = pass_rate(scored(folder))
    assert (rate["value"], rate["raw"], rate["uncalibrated"]) == (0.9, None, "judge error unknown")


def test_labels_of_other_answers_correct_by_rogan_gladen(folder: Path) -> None:
    """53 of 59 pass by the judge: (53/59 + .8 - 1)/.7 = .9976; with the one by rule (59 · .9976 + 1)/60."""
    calibrated(folder)
    rate = pass_rate(scored(folder, "--calibration", "calibration"))
    assert rate["value"] == pytest.approx((59 * ((53 / 59 + 0.8 - 1) / 0.7) + 1) / 60)
    assert rate["raw"] == 0.9
    assert rate["by_rule"] == 1
    assert "Rogan–Gladen" in rate["method"]
    assert "hold for a@1" in rate["assumption"]
    assert rate["low"] < rate["value"] <= rate["high"]


def test_labels_drawn_from_this_run_correct_by_double_sampling(folder: Path) -> None:
    """All 59 judged items labelled: 48 right ones are good, so that 48 of 59 and the one by rule are, about .81."""
    ended = scored(folder, "--worklist", "59")
    assert "fill in its column 'label'" in ended.stderr
    assert calibrated(folder, filled_in(folder)).code == 0
    rate = pass_rate(scored(folder, "--calibration", "calibration"))
    assert "double sampling, 59 labels" in rate["method"]
    assert rate["assumption"] is None
    # Half a pseudo-label of each kind a stratum moves it by a hundredth at most.
    assert rate["value"] == pytest.approx(48 / 60, abs=0.02)


def test_another_run_is_not_corrected_by_strata_of_this_one(folder: Path) -> None:
    """One answer changed: the labels were drawn from another population, and the correction assumes and says so."""
    scored(folder, "--worklist", "59")
    calibrated(folder, filled_in(folder))
    runs = (folder / "s.runs.jsonl").read_text().replace('RIGHT ans 1"', 'RIGHT indeed 1"').replace("a@1", "b@2")
    (folder / "s.runs.jsonl").write_text(runs)
    rate = pass_rate(scored(folder, "--calibration", "calibration"))
    assert "double sampling" not in rate["method"]
    told = rate["assumption"] or rate["uncalibrated"]
    assert "a@1" in told or "not estimable" in told


def test_the_person_who_labels_sees_no_verdict(folder: Path) -> None:
    """The table holds texts; decisions, probabilities and places stand beside it. It is not overwritten."""
    scored(folder, "--worklist", "random:20")
    table = (folder / "worklist-final_response_match.csv").read_text(encoding="utf-8-sig")
    assert table.splitlines()[0] == "id,question,criterion,prompt,context,reference,response,label,notes"
    assert "0.9" not in table and "pass" not in table
    beside = json.loads((folder / "worklist-final_response_match.draw.json").read_text(encoding="utf-8"))
    assert beside["drawn"] == "random"
    assert {item["probability"] for item in beside["items"]} == {20 / 59}
    again = scored(folder, "--worklist", "20")
    assert again.code == 2 and "may hold labels" in again.stderr


def test_a_worklist_by_verdict_sees_rare_decisions(folder: Path) -> None:
    """Of 53 passed and 6 failed items, 20 drawn by verdict hold at least 5 failed ones, and their probability."""
    scored(folder, "--worklist", "20")
    beside = json.loads((folder / "worklist-final_response_match.draw.json").read_text(encoding="utf-8"))
    shares = sorted({item["probability"] for item in beside["items"]})
    assert len(shares) == 2
    assert sum(item["probability"] == shares[1] for item in beside["items"]) >= 5


def test_each_verdict_has_a_probability_and_abstentions_are_counted(folder: Path) -> None:
    """Every judged row has one of pass, fail and abstain; a row that a rule decided has none."""
    calibrated(folder)
    results = json.loads(scored(folder, "--calibration", "calibration").stdout)
    rows = [row for case in results["cases"] for row in case["scores"] if row["turn"] == 0]
    assert sum(row["calibrated"] is not None for row in rows) == 59
    assert all((row["probability"] is None) == (row["calibrated"] is None) for row in rows)


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [
        ("yes", "yes ", "model"),
    ],
)
def test_another_model_voids_the_record(folder: Path, old: str, new: str, changed: str) -> None:
    """A scripted judge is its file: one more space is another judge, and what changed is named."""
    calibrated(folder)
    script = folder / "judge.yaml"
    script.write_text(script.read_text().replace(f'"{old}"', f'"{new}"', 1))
    rate = pass_rate(scored(folder, "--calibration", "calibration"))
    assert rate["raw"] is None
    assert "was made with another judge" in rate["uncalibrated"]
    assert changed in rate["uncalibrated"]


def test_another_rule_or_temperature_voids_the_record(folder: Path) -> None:
    """The rule is part of what was measured, and so is the temperature under a rule that samples."""
    (folder / "voting.yaml").write_text("rules:\n  - {when: 'RIGHT|LUCKY', replies: ['yes']}\n  - {replies: ['no']}\n")
    called(folder, "calibrate", "labels.jsonl", "--judge", "scripted:voting.yaml", "--votes", "fixed:3")
    kept = ("--calibration", "calibration")
    same = pass_rate(scored(folder, *kept, "--votes", "fixed:3", judge="scripted:voting.yaml"))
    assert same["raw"] is not None
    rule = pass_rate(scored(folder, *kept, "--votes", "fixed:5", judge="scripted:voting.yaml"))
    assert "rule fixed:3 is now fixed:5" in rule["uncalibrated"]
    (folder / "warm.yaml").write_text(f"judge: {{temperature: 0.2, votes: 'fixed:3'}}\nmetrics: {{{METRIC}: {{}}}}\n")
    warm = pass_rate(scored(folder, *kept, "--config", "warm.yaml", judge="scripted:voting.yaml"))
    assert "temperature 0.7 is now 0.2" in warm["uncalibrated"]


def test_a_stale_record_is_used_only_when_asked_and_marked(folder: Path) -> None:
    """--allow-stale corrects, and every output says that the record is stale and why."""
    calibrated(folder)
    script = folder / "judge.yaml"
    script.write_text(script.read_text().replace("0.2", "0.3").replace("0.8", "0.7"))
    asked = ("--calibration", "calibration", "--allow-stale")
    rate = pass_rate(scored(folder, *asked))
    assert rate["calibration"].startswith("STALE (")
    table = called(folder, "score", "s.cases.jsonl", "--judge", "scripted:judge.yaml", "--metric", METRIC, *asked)
    assert "STALE (" in table.stdout


def test_a_record_of_another_folder_is_found_beside_the_configuration(folder: Path) -> None:
    """`calibration/` beside judge-eval.yaml needs no flag."""
    calibrated(folder)
    (folder / "judge-eval.yaml").write_text(f"metrics: {{{METRIC}: {{}}}}\n")
    assert pass_rate(scored(folder))["raw"] == 0.9


def test_a_folder_that_is_not_there_is_told(folder: Path) -> None:
    """Exit code 2, with how records are made."""
    ended = scored(folder, "--calibration", "nowhere")
    assert ended.code == 2 and "judge-eval calibrate" in ended.stderr
