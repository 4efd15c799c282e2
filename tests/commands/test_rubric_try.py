"""`judge-eval rubric try`: verdicts on one response, and what changed since the last try."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from judge_eval.adapters.files.rubric_tries import keep_try, last_try
from judge_eval.cli.rubric_try import changes
from judge_eval.core.rubric_try import RubricTry
from judge_eval.errors import InputError
from tests.rubric_project import ASKED, CASES, JUDGE, changed, folder, no_key, no_model, tried
from tests.small_suite import called

__all__ = ["folder", "no_key", "no_model"]


def test_try_prints_verdicts_with_votes_and_reasons(folder: Path) -> None:
    """A line a criterion, then the rubric: (1 + 0) / 2; the first try has nothing to compare with."""
    ended = tried(folder, "--response", "Paris")
    assert ended.code == 0
    lines = ended.stdout.splitlines()
    assert lines[1].split(maxsplit=3)[:3] == ["city", "1.00", "✓"] and "2–0" in lines[1]
    assert "0.00 ✗ 0:2" in lines[2] and "0: 2 of 2: The script says so." in lines[2]
    assert lines[3] == "rubric: 0.50 ✗ 2–0 0:2"


def test_try_tells_what_changed_since_the_last_try(folder: Path) -> None:
    """The verdict that turned, the criterion that is new, the one that is gone, the words that changed."""
    tried(folder, "--response", "Paris")
    (folder / "judge.yaml").write_text(JUDGE.replace('["yes"]', '["no"]').replace('["0"]', '["1"]'))
    changed(folder, "The reply names the city.", "The answer names the city.")
    changed(folder, "pass_at: 1", "pass_at: 2\n  - {id: more, text: It has more.}")
    ended = tried(folder, "--response", "Paris")
    assert "was pass, reworded" in ended.stdout
    assert "was 0.00, reworded" in ended.stdout
    assert "new" in ended.stdout
    changed(folder, "  - {id: more, text: It has more.}", "")
    again = tried(folder, "--response", "Rome")
    assert "gone since the last try: more" in again.stdout
    assert "the last try was on other work" in again.stdout
    assert "same " in again.stdout and "same, reworded" not in again.stdout


def test_try_keeps_its_folder_out_of_git(folder: Path) -> None:
    """The last try lies under .judge-eval, with a .gitignore of its own."""
    tried(folder, "--response", "Paris")
    assert (folder / ".judge-eval" / "tries" / ".gitignore").read_text() == "*\n"


def test_try_takes_a_file_a_case_and_recorded_runs(folder: Path) -> None:
    """A text file is the response; under a case it ends its conversation; of runs, the case's own is taken."""
    (folder / "answer.txt").write_text("Paris\n")
    under = tried(folder, "--response", "answer.txt", "--case", "s.cases.yaml:capital")
    assert (under.code, under.stdout.count("city")) == (0, 1)
    assert "city turn 2" in tried(folder, "--response", "s.runs.jsonl", "--case", "capital").stdout
    assert tried(folder, "--response", "a long answer " * 400).code == 0
    first = tried(folder, "--response", "s.runs.jsonl")
    assert "no final response" in first.stdout


def test_try_refuses_what_is_not_there(folder: Path) -> None:
    """A case that nobody wrote, with the nearest; a run that the file lacks; a rubric that is broken."""
    ended = tried(folder, "--response", "x", "--case", "capitol")
    assert ended.code == 2 and "did you mean 'capital'" in ended.stderr
    (folder / "s.cases.yaml").write_text(CASES + "- {id: third, turns: [{user: x}]}\n")
    ended = tried(folder, "--response", "s.runs.jsonl", "--case", "third")
    assert ended.code == 2 and "there is no run of case 'third' in this file" in ended.stderr
    changed(folder, "id: tone", "id: [")
    assert tried(folder, "--response", "x").code == 2


@pytest.mark.parametrize("verb", ["try", "show", "attack"])
@pytest.mark.parametrize("name", ["answer.txt", "ANSWER.MD", "answers/first", "./answer.json", "/nowhere"])
def test_a_file_that_is_not_there_is_no_response(folder: Path, verb: str, name: str) -> None:
    """Its name would be judged in its place."""
    ended = called(folder, "rubric", verb, "tone", "--response", name, *ASKED)
    assert ended.code == 2
    assert f"--response: there is no such file; found '{name}' (name one that is there" in ended.stderr


@pytest.mark.parametrize(
    "answer",
    [
        "Paris",
        "N/A",
        "24/7",
        "and/or",
        "https://a.test/b.html",
        '{"a":"long/path"}',
        "see answer.txt",
        "long/" * 50_000,
    ],
)
def test_an_answer_with_a_stroke_is_an_answer(folder: Path, answer: str) -> None:
    """What people write with strokes, addresses, JSON and long codes are no names of files."""
    assert tried(folder, "--response", answer).code == 0


@pytest.mark.usefixtures("no_key")
@pytest.mark.parametrize("flags", [(), ("--watch",)])
def test_try_without_a_judge_is_incomplete(folder: Path, flags: tuple[str, ...]) -> None:
    """Exit 3, with the remedy; there is nothing to watch either."""
    judge = ("--judge", "gemini:gemini-2.5-flash")
    ended = called(folder, "rubric", "try", "tone", "--response", "x", *judge, *flags)
    assert ended.code == 3 and "GEMINI_API_KEY" in ended.stderr


@pytest.mark.usefixtures("no_model")
def test_try_without_a_model_is_incomplete(folder: Path) -> None:
    """Exit 3, with the command that fetches it."""
    ended = called(folder, "rubric", "try", "tone", "--response", "x", "--judge", "local")
    assert ended.code == 3 and "judge-eval model fetch" in ended.stdout


def test_try_exits_3_where_something_stays_undecided(folder: Path) -> None:
    """A verdict that is none is no success."""
    (folder / "judge.yaml").write_text('rules: [{replies: ["unknown"]}]\n')
    assert tried(folder, "--response", "x").code == 3


def test_try_of_a_rubric_on_calls_sees_recorded_calls(folder: Path) -> None:
    """A tool-use rubric is put to the calls of a recorded run."""
    turn = {"user": "x", "final_response": "y", "calls": [{"name": "find", "args": {"q": 1}}]}
    (folder / "t.runs.jsonl").write_text(json.dumps({"case_id": "t", "turns": [turn]}) + "\n")
    (folder / "judge.yaml").write_text('rules: [{when: "find.*q.*1", replies: ["yes"]}, {replies: ["no"]}]\n')
    ended = called(folder, "rubric", "try", "tool-use", "--response", "t.runs.jsonl", *ASKED)
    assert "serves-request" in ended.stdout and "yes 2 of 2" in ended.stdout


def test_a_watch_tries_again_when_a_file_changes(tmp_path: Path) -> None:
    """At once, then after each change of any file; a look without a change is none."""
    file = tmp_path / "a.yaml"
    file.write_text("one")
    looks = iter(["", "", "write", "", "delete", ""])

    def sleep(seconds: float) -> None:
        step = next(looks)
        if step == "write":
            os.utime(file, ns=(1, 1))
        elif step == "delete":
            file.unlink()

    steps: Iterator[None] = changes([file, tmp_path / "absent"], sleep)
    assert len(list(islice(steps, 3))) == 3
    assert list(looks) == [""]


def test_a_watch_goes_on_over_a_broken_rubric(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is wrong while a person writes is told; Ctrl-C ends the watch, and nothing has failed."""

    def sleep(seconds: float) -> None:
        text = (folder / "rubrics" / "tone.yaml").read_text()
        if "id: [" in text:
            raise KeyboardInterrupt
        changed(folder, "id: tone", "id: [")

    monkeypatch.setattr("judge_eval.cli.rubric_try.time.sleep", sleep)
    ended = tried(folder, "--response", "Paris", "--watch")
    assert ended.code == 0
    assert "city" in ended.stdout and "error: rubrics/tone.yaml:3: this is no YAML" in ended.stderr
    assert ended.stderr.endswith("no longer watched\n")


def test_a_watch_waits_for_a_response_that_is_gone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Editors put a new file in the place of the old one; the name of one that is gone is no answer."""
    file = folder / "answer"
    file.write_text("Paris")
    steps = iter([file.unlink, lambda: file.write_text("Paris")])

    def sleep(seconds: float) -> None:
        step = next(steps, None)
        if step is None:
            raise KeyboardInterrupt
        step()

    monkeypatch.setattr("judge_eval.cli.rubric_try.time.sleep", sleep)
    ended = tried(folder, "--response", "answer", "--watch")
    assert (ended.code, ended.stdout.count("rubric: ")) == (0, 2)
    assert "the last try was on other work" not in ended.stdout
    assert ended.stderr.count("note    answer is gone: it is tried again when it is back\n") == 1


def test_a_torn_try_is_none(tmp_path: Path) -> None:
    """What cannot be read is not compared with; another rubric's file neither."""
    keep_try(tmp_path, RubricTry(rubric="a", work="w"))
    assert last_try(tmp_path, "a") == RubricTry(rubric="a", work="w")
    (file,) = tmp_path.glob("*.json")
    file.write_text('{"rubric": "b", "work": "w"}')
    assert last_try(tmp_path, "a") is None
    file.write_text("{")
    assert last_try(tmp_path, "a") is None
    with pytest.raises(InputError, match="this file cannot be written: "):
        keep_try(file, RubricTry(rubric="a", work="w"))
