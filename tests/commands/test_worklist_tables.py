"""Worklists as spreadsheets give them back: marks, separators, line ends and the texts in between."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path

import pytest

from judge_eval.adapters.files.labels.labels import read_labels
from judge_eval.core.label import Label
from tests.small_suite import called

METRIC = "final_response_match_v2"
SAID = (
    "=1+1 RIGHT",
    "RIGHT; twice\nand more",
    'RIGHT "quoted"',
    "RIGHT\u2028apart\x0bhere\x85",
    "WRONG, alas",
    "WRONG",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A scored suite whose answers hold what tables stumble on, with a worklist of all of them."""
    names = range(len(SAID))
    cases = [{"id": f"c{n}", "turns": [{"user": f"-q {n}", "reference": f"ref {n}"}]} for n in names]
    runs = [{"case_id": f"c{n}", "turns": [{"user": f"-q {n}", "final_response": SAID[n]}]} for n in names]
    (tmp_path / "s.cases.jsonl").write_text("".join(f"{json.dumps(case)}\n" for case in cases))
    (tmp_path / "s.runs.jsonl").write_text("".join(f"{json.dumps(run)}\n" for run in runs))
    (tmp_path / "judge.yaml").write_text('rules:\n  - {when: "RIGHT", replies: ["yes"]}\n  - {replies: ["no"]}\n')
    asked = ("--judge", "scripted:judge.yaml", "--metric", METRIC, "--worklist", "random:6")
    assert called(tmp_path, "score", "s.cases.jsonl", *asked).code == 0
    return tmp_path


def table(folder: Path) -> list[dict[str, str]]:
    """The rows of the worklist."""
    text = (folder / "worklist-final_response_match.csv").read_text(encoding="utf-8-sig")
    return list(csv.DictReader(StringIO(text, newline="")))


def saved(folder: Path, *, separator: str, said: str = "", mark: str = "\ufeff", good: str = "TRUE") -> Path:
    """The worklist as a spreadsheet saves it, with a label in each row."""
    rows = table(folder)
    for row in rows:
        row["label"] = good if "RIGHT" in row["response"] else "FALSE"
    text = StringIO()
    writer = csv.DictWriter(text, rows[0].keys(), delimiter=separator, lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(rows)
    path = folder / "worklist-final_response_match.csv"
    path.write_bytes(f"{mark}{said}{text.getvalue()}".encode())
    return path


def test_a_spreadsheet_sees_utf8_and_runs_nothing(folder: Path) -> None:
    """A byte order mark first; ids that are no numbers; what begins like a formula is quoted."""
    text = (folder / "worklist-final_response_match.csv").read_bytes()
    assert text.startswith(b"\xef\xbb\xbf")
    rows = table(folder)
    assert all(row["id"].startswith("w-") for row in rows)
    assert any(row["response"] == "'=1+1 RIGHT" for row in rows)
    assert all(row["prompt"].startswith("'-q ") for row in rows)


@pytest.mark.parametrize(
    ("separator", "said", "mark", "good"),
    [(";", "", "\ufeff", "WAHR"), (",", "", "", "VRAI"), ("\t", "", "\ufeff", "1"), (";", "sep=;\r\n", "", "yes")],
)
def test_every_row_comes_back_as_it_was_judged(folder: Path, separator: str, said: str, mark: str, good: str) -> None:
    """All six rows with their marks, and the very responses, whatever the spreadsheet did to the cells."""
    read = read_labels([saved(folder, separator=separator, said=said, mark=mark, good=good)])
    (found,) = read.sets
    assert sorted(label.response for label in found.labels) == sorted(SAID)
    assert all(label.y == ("RIGHT" in label.response) for label in found.labels)
    assert (found.drawn, len(read.drawn), read.notes) == ("random", 6, ())


def test_rows_left_empty_are_counted(folder: Path) -> None:
    """Who labels four of six rows has four labels, still drawn at random."""
    path = saved(folder, separator=",")
    text = path.read_text(encoding="utf-8-sig").replace("FALSE", "")
    path.write_text(text, encoding="utf-8", newline="")
    read = read_labels([path])
    assert len(read.sets[0].labels) == 4
    assert read.notes == ("2 rows carry no label yet, and are left out",)


def test_the_item_is_judged_and_measured_as_in_the_run(folder: Path) -> None:
    """Without a new call: the same items have the same fingerprints, and the formula's quote is no token of a text."""
    path = saved(folder, separator=";")
    ended = called(folder, "calibrate", path.name, "--judge", "scripted:judge.yaml", "--budget-calls", "1")
    assert ended.code == 0
    (found,) = read_labels([path]).sets
    assert isinstance(found.labels[0], Label)
    assert all(label.reference is not None and label.reference.startswith("ref ") for label in found.labels)
