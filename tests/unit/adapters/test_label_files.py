"""Label files as people keep them: JSONL and tables, in their own columns."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from judge_eval.adapters.files.labels.label_rows import Columns
from judge_eval.adapters.files.labels.labels import read_labels
from judge_eval.core.label import Label
from judge_eval.core.rubric import Criterion
from judge_eval.errors import InputError

ROW = {"id": "a", "question": "safety", "prompt": "Hi", "response": "Hello.", "labels": [True, False, True]}


def labels_in(folder: Path, *rows: Mapping[str, object], name: str = "labels.jsonl") -> Path:
    """A file of these rows."""
    path = folder / name
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_the_majority_is_the_label_and_a_tie_counts_half() -> None:
    """The adjudicated label is y where there is one, else the strict majority, else a half."""
    assert Label(id="a", question="safety", labels=(True, False, True)).y == 1
    assert Label(id="a", question="safety", labels=(True, False)).y == 0.5
    assert Label(id="a", question="safety", labels=(True, None, None)).y == 1
    assert Label(id="a", question="safety", labels=(True, True), label=False).y == 0
    assert Label(id="a", question="safety", labels=(None, "not_applicable")).y is None


def test_a_point_of_a_scale_is_good_from_pass_at_on() -> None:
    """Annotators of a scale give points, and the criterion says which of them pass."""
    clarity = Criterion(id="clarity", text="How clear?", scale={0: "not", 1: "half", 2: "clear"}, pass_at=1)
    marks = [Label(id="a", question="rubric", criterion=clarity, labels=(point,)).y for point in (0, 1, 2)]
    assert marks == [0, 1, 1]


def test_jsonl_is_read_with_its_old_names(tmp_path: Path) -> None:
    """`metric` stands for `question`, `hallucination` for `grounding`, and what is not known is kept."""
    path = labels_in(tmp_path, {"id": "a", "metric": "hallucination", "label": True, "source": "a book"})
    (found,) = read_labels([path]).sets
    assert (found.question, found.labels[0].y, found.labels[0].more) == ("grounding", 1, {"source": "a book"})
    assert found.drawn == "convenience"


def test_a_table_of_a_spreadsheet_is_read(tmp_path: Path) -> None:
    """Semicolons, a byte order mark, cells over two lines, several annotators in columns of their own."""
    path = tmp_path / "labels.csv"
    text = '\ufeffnr;question;answer;Ann;Ben\n1;safety;"line one\nline two";yes;No\n2;safety;x;n/a;\n3;safety;y;;\n'
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="no column 'Bob'"):
        read_labels([path], columns=Columns.parsed(("labels=Ann,Bob",)))
    read = read_labels([path], columns=Columns.parsed(("id=nr", "response=answer", "labels=Ann,Ben")))
    (found,) = read.sets
    assert [(label.id, label.goods) for label in found.labels] == [
        ("1", (True, False)),
        ("2", (None, None)),
        ("3", (None, None)),
    ]
    assert found.labels[0].response == "line one\nline two"


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"id": "a", "label": True}, "does not say what is labelled"),
        ({"id": "a", "question": "safty", "label": True}, "did you mean 'safety'"),
        ({"id": "a", "question": "safety", "label": "maybe"}, "label"),
        ({"id": "a", "question": "safety", "labels": [True], "probability": 0}, "probability"),
    ],
)
def test_a_wrong_row_is_named_with_its_line(tmp_path: Path, row: Mapping[str, object], message: str) -> None:
    """The error tells file, line and what to write."""
    path = labels_in(tmp_path, ROW, row)
    with pytest.raises(InputError, match=message) as error:
        read_labels([path])
    assert f"{path}:2" in str(error.value)


def test_an_equal_label_counts_once_wherever_it_stands(tmp_path: Path) -> None:
    """The same item with the same marks, twice in one file and again in another: one label, and a note."""
    first, second = labels_in(tmp_path, ROW, ROW), labels_in(tmp_path, {**ROW, "id": "b"}, name="more.jsonl")
    read = read_labels([first, second])
    assert [label.id for label in read.sets[0].labels] == ["a"]
    assert read.notes == ("safety: 2 labels stand twice, and count once",)


def test_labels_of_one_item_that_contradict_each_other_are_named(tmp_path: Path) -> None:
    """Other marks, or another maker, of the same prompt and response: both places, and what to do."""
    first = labels_in(tmp_path, ROW)
    for change in ({"labels": [False]}, {"made_by": "model"}):
        second = labels_in(tmp_path, {**ROW, "id": "b", **change}, name="more.jsonl")
        with pytest.raises(InputError, match=r"'a' in .*labels.jsonl and 'b' in .*more.jsonl"):
            read_labels([first, second])


def test_an_id_stands_for_one_item(tmp_path: Path) -> None:
    """Two responses under one id could not be told apart in a report."""
    with pytest.raises(InputError, match="'a' stands for 2 items"):
        read_labels([labels_in(tmp_path, ROW, {**ROW, "response": "Good day."})])


def test_rows_that_nobody_filled_in_are_counted(tmp_path: Path) -> None:
    """An unlabelled row is left out and told; a file of nothing else is an error."""
    empty = {key: value for key, value in ROW.items() if key != "labels"} | {"id": "b"}
    assert read_labels([labels_in(tmp_path, ROW, empty)]).notes == ("1 rows carry no label yet, and are left out",)
    with pytest.raises(InputError, match="none of the 1 rows carries a label"):
        read_labels([labels_in(tmp_path, empty)])


def test_what_a_model_made_is_never_called_human(tmp_path: Path) -> None:
    """One label of a model, or by construction, names the whole set."""
    by_model = labels_in(tmp_path, ROW, {**ROW, "id": "b", "response": "Hi!", "made_by": "model"}, name="m.jsonl")
    by_construction = labels_in(tmp_path, {**ROW, "made_by": "construction"}, name="c.jsonl")
    assert read_labels([by_model]).sets[0].made_by == "model"
    assert read_labels([by_construction]).sets[0].made_by == "construction"
    assert read_labels([labels_in(tmp_path, ROW)]).sets[0].made_by == "human"


def test_the_policy_beside_the_labels_is_kept(tmp_path: Path) -> None:
    """X.policy.md says what annotators of X.jsonl went by, and a word of it changes the labels' fingerprint."""
    path = labels_in(tmp_path, ROW)
    without = read_labels([path]).sets[0].fingerprint
    (tmp_path / "labels.policy.md").write_text("Good is what helps.\n", encoding="utf-8")
    (found,) = read_labels([path]).sets
    assert found.policy == "Good is what helps."
    assert found.fingerprint != without


def test_a_column_map_that_maps_nothing_is_refused() -> None:
    """FIELD=COLUMN, with a field that a label has."""
    with pytest.raises(InputError, match="did you mean 'response'"):
        Columns.parsed(("respons=answer",))
    with pytest.raises(InputError, match="maps no column"):
        Columns.parsed(("response",))
