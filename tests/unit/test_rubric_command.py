"""`judge-eval rubric`: files checked, prompts shown, rubrics tried out."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from judge_eval.adapters.files.rubric_schema import rubric_schema
from judge_eval.adapters.files.rubric_tries import keep_try, last_try
from judge_eval.adapters.files.rubrics import find_rubric, read_rubric
from judge_eval.adapters.files.shipped import shipped_folder
from judge_eval.calibration.thresholds import NEAR_DUPLICATE
from judge_eval.cli.rubric_try import changes
from judge_eval.core.rubric_try import RubricTry
from judge_eval.errors import InputError
from judge_eval.judge.prompt import load_prompt, render
from judge_eval.judge.rubric_advice import advice_on
from tests.small_suite import Ended, called

SHIPPED = ("support-tone", "tool-use", "conversation")
TONE = """\
id: tone
criteria:
  - id: city
    text: The reply names the city.
  - id: kind
    text: How kind is it?
    scale: {0: rude, 1: plain, 2: kind}
    pass_at: 1
"""
JUDGE = """\
rules:
  - {when: "names the city", replies: ["yes"]}
  - {when: "How kind", replies: ["0"]}
  - {replies: ["no"]}
"""
CASES = """\
- {id: capital, turns: [{user: Hello, reference: Hi}, {user: Which city?, reference: Rome}]}
- {id: other, turns: [{user: Bye}]}
"""
ASKED = ("--judge", "scripted:judge.yaml", "--no-cache")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project with a rubric, a judge, a case file and recorded runs."""
    (tmp_path / "rubrics").mkdir()
    (tmp_path / "rubrics" / "tone.yaml").write_text(TONE)
    (tmp_path / "judge.yaml").write_text(JUDGE)
    (tmp_path / "s.cases.yaml").write_text(CASES)
    turns = [{"user": "Hello", "final_response": "Hi"}, {"user": "Which city?", "final_response": "Paris"}]
    lines = [{"case_id": "other", "turns": [{"user": "Bye"}]}, {"case_id": "capital", "turns": turns}]
    (tmp_path / "s.runs.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return tmp_path


def tried(folder: Path, *arguments: str) -> Ended:
    """`judge-eval rubric try tone` with the scripted judge."""
    return called(folder, "rubric", "try", "tone", *ASKED, *arguments)


def changed(folder: Path, old: str, new: str) -> None:
    """Changes the rubric on disk."""
    path = folder / "rubrics" / "tone.yaml"
    path.write_text(path.read_text().replace(old, new))


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_rubric_is_beyond_advice(name: str) -> None:
    """Each is read, found by its id, and needs no mending."""
    folder = shipped_folder("rubrics")
    assert folder is not None
    rubric = find_rubric(name, [folder])
    assert advice_on(rubric, near_duplicate=NEAR_DUPLICATE) == ()
    assert "yaml-language-server: $schema=schema/rubric.schema.json" in (folder / f"{name}.yaml").read_text()


def test_the_starter_is_beyond_advice(tmp_path: Path) -> None:
    """What `judge-eval init` writes passes `rubric check`, under --strict too."""
    called(tmp_path, "init", ".")
    ended = called(tmp_path, "rubric", "check", "first-rubric", "--strict")
    assert (ended.code, ended.stdout) == (0, "rubrics/first-rubric.yaml: nothing to mend\n")


def test_the_shipped_schema_is_the_one_that_is_printed(tmp_path: Path) -> None:
    """So that editors know what the readers know."""
    folder = shipped_folder("rubrics")
    assert folder is not None
    ended = called(tmp_path, "rubric", "schema")
    assert ended.code == 0
    assert ended.stdout == (folder / "schema" / "rubric.schema.json").read_text()


def test_the_schema_describes_every_field() -> None:
    """Completion without an explanation is half a help."""
    schema = rubric_schema()
    fields = [*schema["properties"].values()]
    fields += [field for model in schema["$defs"].values() for field in model["properties"].values()]
    assert all(field.get("description") or "$ref" in field or field.get("title") == "Id" for field in fields)
    assert schema["additionalProperties"] is False
    points = schema["$defs"]["Criterion"]["properties"]["scale"]["anyOf"][0]
    assert points["propertyNames"] == {"pattern": "^[0-9]$"}


def test_a_rubric_may_name_its_schema(tmp_path: Path) -> None:
    """In JSON there are no comments, so the key is passed over."""
    file = tmp_path / "a.json"
    file.write_text(json.dumps({"$schema": "x.json", "id": "a", "criteria": [{"id": "b", "text": "It holds."}]}))
    assert read_rubric(file).id == "a"


def test_check_tells_errors_with_their_lines(folder: Path) -> None:
    """All files are read before the errors are told; the exit code is 2."""
    changed(folder, "pass_at: 1", "pass_at: 7\n    wieght: 2")
    ended = called(folder, "rubric", "check", "tone", "support-tone", "nope")
    assert ended.code == 2
    assert "rubrics/tone.yaml:9: criteria[1].wieght: this key is not known here" in ended.stderr
    assert "there is no rubric 'nope'" in ended.stderr
    assert "support-tone.yaml: nothing to mend" in ended.stdout


def test_check_gives_advice_with_its_line(folder: Path) -> None:
    """Advice alone exits 0, or 1 under --strict."""
    changed(folder, "The reply names the city.", "The reply does not name the city.")
    ended = called(folder, "rubric", "check", "tone")
    assert ended.code == 0
    first, last = ended.stdout.splitlines()
    assert first.startswith("rubrics/tone.yaml:4: negated: 'city' is put negatively, by “not” (say what")
    assert last == "rubrics/tone.yaml: 1 piece of advice"
    assert called(folder, "rubric", "check", "rubrics/tone.yaml", "--strict").code == 1


def test_check_finds_rubrics_beside_a_configuration(folder: Path) -> None:
    """Ids are looked for where the configuration's are."""
    (folder / "sub").mkdir()
    ended = called(folder / "sub", "rubric", "check", "tone", "--config", "../judge-eval.yaml")
    assert (ended.code, ended.stdout) == (0, "../rubrics/tone.yaml: nothing to mend\n")


def test_show_prints_what_the_judge_will_read(folder: Path) -> None:
    """To the letter, a prompt a criterion, with the response and the case in their places; nothing is asked."""
    arguments = ("tone", "--response", "Paris {x}", "--case", "capital", "--judge", "scripted:judge.yaml")
    ended = called(folder, "rubric", "show", *arguments)
    assert ended.code == 0
    first, second = ended.stdout.split("=== kind, turn 2, structured form ===")
    assert first.startswith("=== city, turn 2, structured form ===")
    conversation = "turn 1, user: Hello\nturn 1, agent: Hi"
    prompt = load_prompt("rubric")
    inputs = dict.fromkeys(prompt.inputs, "")
    inputs |= {"conversation": conversation, "user": "Which city?", "response": "Paris {x}"}
    shared, own = render(prompt, "structured", inputs | {"criterion": "The reply names the city."})
    assert f"--- system ---\n{shared.text}\n\n--- user ---\n{own.text}\n" in first
    assert "0: rude\n1: plain\n2: kind" in second and '"0", "1" or "2", or in those rare cases' in second


def test_show_needs_no_response(folder: Path) -> None:
    """A placeholder stands for it."""
    ended = called(folder, "rubric", "show", "tone", "--judge", "scripted:judge.yaml")
    assert "(the response stands here)" in ended.stdout


@pytest.fixture
def no_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which the embedded model was never fetched."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("JUDGE_EVAL_MODEL", raising=False)


@pytest.fixture
def no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """An environment without a key of a hosted judge."""
    for name in ("GOOGLE_API_KEY", "GEMINI_API_KEY", "GOOGLE_GENAI_USE_VERTEXAI"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.usefixtures("no_key")
def test_show_prints_both_forms_where_no_judge_is_at_hand(folder: Path) -> None:
    """Which form is used is the judge's choice; it is said why there is none."""
    ended = called(folder, "rubric", "show", "tone", "--judge", "gemini:gemini-2.5-flash")
    assert ended.code == 0
    assert ended.stdout.count("choice form ===") == ended.stdout.count("structured form ===") == 2
    assert "GEMINI_API_KEY" in ended.stderr


@pytest.mark.usefixtures("no_model")
def test_show_needs_no_model(folder: Path) -> None:
    """The embedded judge reads the short form, whether its model was fetched or not."""
    ended = called(folder, "rubric", "show", "tone", "--judge", "local")
    assert ended.stdout.count("choice form ===") == 2 and "structured" not in ended.stdout
    assert "Reply with one word: 0, 1 or 2." in ended.stdout


def test_try_prints_verdicts_with_votes_and_reasons(folder: Path) -> None:
    """A line a criterion, then the rubric: (1 + 0) / 2; the first try has nothing to compare with."""
    ended = tried(folder, "--response", "Paris")
    assert ended.code == 0
    lines = ended.stdout.splitlines()
    assert lines[1].split(maxsplit=3)[:3] == ["city", "1.00", "✓"] and "2–0" in lines[1]
    assert "0.00 ✗ 0:2" in lines[2] and "0: 2 of 2: The script says so." in lines[2]
    assert lines[3] == "rubric: 0.50 ✗"


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


def test_a_torn_try_is_none(tmp_path: Path) -> None:
    """What cannot be read is not compared with; another rubric's file neither."""
    keep_try(tmp_path, RubricTry(rubric="a", work="w"))
    assert last_try(tmp_path, "a") == RubricTry(rubric="a", work="w")
    (file,) = tmp_path.glob("*.json")
    file.write_text('{"rubric": "b", "work": "w"}')
    assert last_try(tmp_path, "a") is None
    file.write_text("{")
    assert last_try(tmp_path, "a") is None
    with pytest.raises(InputError):
        keep_try(file, RubricTry(rubric="a", work="w"))
