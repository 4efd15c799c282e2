"""Label files, whatever stands in them: read as written in either form, in any order, or refused with a place."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from judge_eval.adapters.files.labels.labels import ReadLabels, read_labels
from judge_eval.core.label import Label
from judge_eval.errors import InputError

TEXTS = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), max_size=40)
MARKS = st.lists(st.sampled_from([True, False, None, "not_applicable"]), min_size=1, max_size=4)
ROWS = st.lists(st.tuples(TEXTS, TEXTS, MARKS), min_size=1, max_size=8)
WORDS = {True: "yes", False: "No ", None: "", "not_applicable": "n/a"}


def read(name: str, text: str) -> ReadLabels:
    """What is read of a file of this content."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_text(text, encoding="utf-8", newline="")
        return read_labels([path], question="safety")


def as_lines(rows: list[tuple[str, str, list[bool | str | None]]]) -> str:
    """The rows as JSONL."""
    found = [
        {"id": f"i{number}", "prompt": f"{number} {prompt}", "response": response, "labels": marks}
        for number, (prompt, response, marks) in enumerate(rows)
    ]
    return "".join(f"{json.dumps(row)}\n" for row in found)


def as_table(rows: list[tuple[str, str, list[bool | str | None]]], separator: str) -> str:
    """The rows as a spreadsheet writes them, each with the mark of one annotator."""
    text = StringIO()
    writer = csv.writer(text, delimiter=separator, lineterminator="\r\n")
    writer.writerow(["id", "prompt", "response", "label"])
    for number, (prompt, response, marks) in enumerate(rows):
        writer.writerow([f"i{number}", f"{number} {prompt}", response, WORDS[marks[0]]])
    return text.getvalue()


@settings(deadline=None, max_examples=60)
@given(ROWS, st.randoms())
def test_the_order_of_rows_changes_nothing(
    rows: list[tuple[str, str, list[bool | str | None]]], chance: Random
) -> None:
    """The fingerprint of a set is that of its labels, in any order."""
    lines = as_lines(rows).splitlines(keepends=True)
    mixed = chance.sample(lines, len(lines))
    whole, other = read("a.jsonl", "".join(lines)), read("a.jsonl", "".join(mixed))
    assert whole.sets[0].fingerprint == other.sets[0].fingerprint


@settings(deadline=None, max_examples=60)
@given(ROWS)
def test_the_majority_is_what_most_say(rows: list[tuple[str, str, list[bool | str | None]]]) -> None:
    """A label is 1, 0, a half for a tie, or None; it is that of the marks in any order."""
    for label in read("a.jsonl", as_lines(rows)).sets[0].labels:
        goods = [mark for mark in label.goods if mark is not None]
        share = sum(goods) / len(goods) if goods else None
        assert label.y == (None if share is None else 0.5 if share == 0.5 else float(share > 0.5))
        turned = label.model_copy(update={"labels": tuple(reversed(label.labels))})
        assert isinstance(turned, Label) and turned.y == label.y


@settings(deadline=None, max_examples=80)
@given(ROWS, st.sampled_from(",;\t"))
def test_a_table_says_what_jsonl_says(rows: list[tuple[str, str, list[bool | str | None]]], separator: str) -> None:
    """Quotes, separators and line ends in cells come back as they were; an empty mark is a row not labelled yet."""
    try:
        read_table = read("a.csv", as_table(rows, separator))
    except InputError as error:
        assert "carries a label" in str(error)
        assert all(marks[0] is None for _, _, marks in rows)
        return
    table = {label.id: label for labels in read_table.sets for label in labels.labels}
    n_empty = sum(marks[0] is None for _, _, marks in rows)
    assert (f"{n_empty} rows carry no label yet, and are left out" in read_table.notes) == bool(n_empty)
    for number, (prompt, response, marks) in enumerate(rows):
        if marks[0] is not None:
            found = table[f"i{number}"]
            assert (found.prompt, found.response, found.label) == (f"{number} {prompt}", response, marks[0])


@settings(deadline=None, max_examples=100)
@given(st.text(max_size=200), st.sampled_from(["a.jsonl", "a.csv", "a.tsv"]))
def test_nonsense_is_refused_with_its_place(text: str, name: str) -> None:
    """No file makes anything but labels or an input error that names it."""
    text = text.encode("utf-8", "replace").decode()
    try:
        read(name, text)
    except InputError as error:
        assert error.problems and all(problem.place for problem in error.problems)
