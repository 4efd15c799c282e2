"""Several label files of one question: pooled where they were drawn alike and tell the same of the judge."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from judge_eval.adapters.files.labels.labels import read_labels
from judge_eval.core.label import Draw, LabelledPlace, Population
from judge_eval.core.worklist import Worklist, WorklistItem
from judge_eval.errors import InputError
from tests.commands.test_calibrate import label
from tests.small_suite import called

IDS = ("w-00000000000a", "w-00000000000b")


def written(path: Path, rows: Sequence[dict[str, Any]]) -> Path:
    """A label file of these rows."""
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def worklist(
    folder: Path, name: str, drawn: Draw = "random", run: str = "r", ids: Sequence[str] = IDS, beside: bool = True
) -> Path:
    """A filled in worklist of items of the run."""
    items = [
        WorklistItem(id=one, key=f"{run}{one}", place=LabelledPlace(case_id=one), cluster=one, probability=0.5)
        for one in ids
    ]
    population = Population(fingerprint=run, n=4, strata={"pass": 2, "undecided": 0, "fail": 2})
    kept = Worklist(
        question="safety", metric="safety_v1", drawn=drawn, judge="j", population=population, items=tuple(items)
    )
    if beside:
        (folder / f"{name}.draw.json").write_text(kept.model_dump_json(), encoding="utf-8")
    rows = "".join(f"{one},safety,p,r {one},yes\n" for one in ids)
    (folder / f"{name}.csv").write_text(f"id,question,prompt,response,label\n{rows}", encoding="utf-8")
    return folder / f"{name}.csv"


def test_parts_of_one_draw_make_one_set(tmp_path: Path) -> None:
    """Two people share a worklist: what both say alike counts once, and all of it stands for the run."""
    read = read_labels([worklist(tmp_path, "ann"), worklist(tmp_path, "ben", ids=[*IDS, "w-00000000000c"])])
    (found,) = read.sets
    assert (len(found.labels), found.drawn, found.judge) == (3, "random", "j")
    assert found.population is not None and found.population.fingerprint == "r"
    assert read.notes == ("safety: 2 labels stand twice, and count once",)


@pytest.mark.parametrize(
    ("second", "told"),
    [
        ({"drawn": "by_verdict", "ids": ["w-00000000000c"]}, "were not drawn alike"),
        ({"run": "other"}, "come from different runs or judges"),
    ],
)
def test_files_that_were_drawn_otherwise_do_not_pool(tmp_path: Path, second: dict[str, Any], told: str) -> None:
    """One record stands for one draw; the remedy is to calibrate them one by one."""
    with pytest.raises(InputError, match=told) as error:
        read_labels([worklist(tmp_path, "one"), worklist(tmp_path, "two", **second)])
    assert "one by one" in str(error.value)


def test_labels_of_a_run_do_not_pool_with_others(tmp_path: Path) -> None:
    """Labels that somebody had would pass for a part of the random draw."""
    others = written(tmp_path / "had.jsonl", [{"id": "x", "question": "safety", "response": "y", "label": True}])
    with pytest.raises(InputError, match="were not drawn alike") as error:
        read_labels([worklist(tmp_path, "one"), others])
    assert "one.csv random" in str(error.value) and "had.jsonl convenience" in str(error.value)


def test_a_worklist_knows_how_it_was_drawn(tmp_path: Path) -> None:
    """--drawn is for labels that do not know."""
    with pytest.raises(InputError, match="these labels were drawn otherwise"):
        read_labels([worklist(tmp_path, "one")], drawn="class_balanced")
    assert read_labels([worklist(tmp_path, "one")], drawn="random").sets[0].drawn == "random"


def test_a_row_that_was_not_drawn_is_refused(tmp_path: Path) -> None:
    """A row that somebody added, or an id that a spreadsheet changed, would make all others a draw of convenience."""
    path = worklist(tmp_path, "one")
    path.write_text(path.read_text(encoding="utf-8") + "mine,safety,p,r,yes\n", encoding="utf-8")
    with pytest.raises(InputError, match="none of those that were drawn; found 'mine'"):
        read_labels([path])


def test_a_worklist_without_its_draw_is_told(tmp_path: Path) -> None:
    """The table was moved without the file beside it: its labels are of convenience, and a note says why."""
    read = read_labels([worklist(tmp_path, "one", beside=False)])
    assert read.sets[0].drawn == "convenience"
    assert any("whose .draw.json is not beside it" in note for note in read.notes)


def test_labels_by_construction_pool_with_those_of_convenience(tmp_path: Path) -> None:
    """Both tell sensitivity and specificity and nothing of a population; together they are of convenience."""
    row = {"id": "a", "question": "safety", "response": "a", "label": True}
    made = written(tmp_path / "made.jsonl", [{**row, "made_by": "construction"}])
    had = written(tmp_path / "had.jsonl", [{**row, "id": "b", "response": "b"}])
    assert read_labels([made]).sets[0].drawn == "class_balanced"
    assert read_labels([made, had]).sets[0].drawn == "convenience"


def test_files_on_which_the_judge_differs_make_no_record(tmp_path: Path) -> None:
    """It passes 30 of 30 good answers in one file, and 20 of 30 in the other: p = .0008, no record, exit code 2."""
    (tmp_path / "judge.yaml").write_text('rules:\n  - {when: "MISSED", replies: ["no"]}\n  - {replies: ["yes"]}\n')
    easy = [label(number, "RIGHT", good=True) for number in range(30)]
    hard = [label(number, "RIGHT" if number < 20 else "MISSED", good=True) for number in range(30)]
    for row in hard:
        row["prompt"], row["id"] = f"harder {row['prompt']}", f"hard-{row['id']}"
    written(tmp_path / "easy.jsonl", easy)
    written(tmp_path / "hard.jsonl", hard)
    ended = called(
        tmp_path, "calibrate", "easy.jsonl", "hard.jsonl", "--judge", "scripted:judge.yaml", "--no-cache", "--format",
        "json"
    )  # fmt: skip
    assert ended.code == 2
    (found,) = json.loads(ended.stdout)["appraisals"]
    assert found["record"] is None
    assert "passes 30 of 30 in easy.jsonl, 20 of 30 in hard.jsonl (Fisher's p = 0.0008)" in found["apart"][0]
    assert not (tmp_path / "calibration" / "final_response_match" / "scripted-judge.yaml.json").exists()


def test_files_on_which_it_does_not_differ_make_one(tmp_path: Path) -> None:
    """30 of 30 and 28 of 30 are chance: p = .49."""
    (tmp_path / "judge.yaml").write_text('rules:\n  - {when: "MISSED", replies: ["no"]}\n  - {replies: ["yes"]}\n')
    written(tmp_path / "one.jsonl", [label(number, "RIGHT", good=True) for number in range(30)])
    rows = [label(number, "RIGHT" if number < 58 else "MISSED", good=True) for number in range(30, 60)]
    written(tmp_path / "two.jsonl", rows)
    ended = called(tmp_path, "calibrate", "one.jsonl", "two.jsonl", "--judge", "scripted:judge.yaml", "--no-cache")
    assert ended.code == 0
    assert (tmp_path / "calibration" / "final_response_match" / "scripted-judge.yaml.json").is_file()
