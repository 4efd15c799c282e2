"""`judge-eval rubric check|show|schema`: files checked, prompts shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from judge_eval.adapters.files.rubric_schema import rubric_schema
from judge_eval.adapters.files.rubrics import find_rubric, read_rubric
from judge_eval.adapters.files.shipped import shipped_folder
from judge_eval.calibration.thresholds import NEAR_DUPLICATE
from judge_eval.judge.prompt import load_prompt, render
from judge_eval.judge.rubric_advice import advice_on
from tests.rubric_project import ASKED, changed, folder, no_key, no_model
from tests.small_suite import called

__all__ = ["folder", "no_key", "no_model"]

SHIPPED = ("support-tone", "tool-use", "conversation")


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


LAMP = """\
id: lamp
criteria:
  - id: a
    text: It names the lamp.
  - text: How bright is it?
    scale: {1: dark, 2: dim, 3: bright}
    id: b
    pass_at: 2
    examples:
      - response: It glows.
        answer: 2
"""


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "id: b",
            "id: a",
            'lamp.yaml:7: criteria[1].id: criterion ids stand twice: a; found "a" (give one another id)',
        ),
        (
            "pass_at: 2",
            "pass_at: 4",
            "lamp.yaml:8: criteria[1].pass_at: pass_at 4 is not a point of the scale; found 4 (use one of 1, 2, 3)",
        ),
        (
            "{1: dark, 2: dim, 3: bright}",
            "{2: dim}",
            "lamp.yaml:6: criteria[1].scale: a scale needs at least two points",
        ),
        ("{1: dark, 2: dim, 3: bright}", "{2: dim}", "(describe another point, or leave the scale out for yes and no)"),
        ("scale: {1: dark, 2: dim, 3: bright}", "required: true", "lamp.yaml:8: criteria[1].pass_at: pass_at stands"),
        ("scale: {1: dark, 2: dim, 3: bright}", "required: true", "(add a scale, or leave pass_at out)"),
        (
            "3: bright",
            "12: bright",
            "lamp.yaml:6: criteria[1].scale.12: the points of a scale are whole numbers from 0",
        ),
        ("3: bright", "12: bright", "(renumber the points)"),
        (
            "answer: 2",
            "answer: 4",
            "lamp.yaml:11: criteria[1].examples[0].answer: a judge may not give this answer here; found 4 (use one",
        ),
        ("answer: 2", "answer: yes", 'a judge may not give this answer here; found "yes" (use one of 1, 2, 3)'),
    ],
)
def test_check_tells_where_parts_do_not_fit(folder: Path, old: str, new: str, told: str) -> None:
    """The line of the part to mend, and what mends it."""
    (folder / "lamp.yaml").write_text(LAMP.replace(old, new))
    ended = called(folder, "rubric", "check", "lamp.yaml")
    assert (ended.code, told in ended.stderr) == (2, True), ended.stderr
    assert called(folder, "rubric", "try", "lamp.yaml", "--response", "x", *ASKED).code == 2


@pytest.mark.parametrize("named", ["other", "rubrics/other.yaml", "rubrics"])
def test_check_wants_a_file_to_be_named_by_its_id(folder: Path, named: str) -> None:
    """However it is named here, a configuration may name it by its id."""
    (folder / "rubrics" / "other.yaml").write_text(f"# A lamp.\n{LAMP}")
    ended = called(folder, "rubric", "check", named)
    said = "id: the rubric's id is not the name of its file; found 'lamp'; expected 'other' (rename either)"
    assert (ended.code, f"error: rubrics/other.yaml:2: {said}\n" in ended.stderr) == (2, True), ended.stderr


def test_check_tells_an_example_with_two_answers(folder: Path) -> None:
    """At the line of the second."""
    (folder / "lamp.yaml").write_text(LAMP + "      - response: It glows.\n        answer: 1\n")
    ended = called(folder, "rubric", "check", "lamp.yaml")
    assert ended.stdout.startswith("lamp.yaml:12: contradiction: 'b' has two answers to one example (keep the one")


def test_check_tells_the_faults_of_every_file_of_a_folder(folder: Path) -> None:
    """One that is no YAML hides none of the others, and a policy beside them is no fault."""
    rubrics = folder / "rubrics"
    (rubrics / "broken.yaml").write_text("id: [\n")
    (rubrics / "empty.json").write_text('{"id": "empty", "criteria": []}')
    (rubrics / "torn.json").write_text('{"id": ')
    (rubrics / "ours.yaml").write_text("clauses: [{id: a, text: It is rude.}]\n")
    ended = called(folder, "rubric", "check", "rubrics")
    assert (ended.code, ended.stdout) == (2, "rubrics/tone.yaml: nothing to mend\n")
    told = [line.split(": ")[1] for line in ended.stderr.splitlines() if line.startswith("error: ")]
    assert told == ["rubrics/broken.yaml:2", "rubrics/empty.json:1", "rubrics/torn.json:1"]


@pytest.mark.parametrize("verb", [("check",), ("show",), ("try", "--response", "x", *ASKED)])
def test_a_policy_is_told_from_a_rubric(folder: Path, verb: tuple[str, ...]) -> None:
    """Ours by its id, a person's own by its id or file, with the command for policies."""
    (folder / "rubrics" / "ours.yaml").write_text("clauses: [{id: a, text: It is rude.}]\n")
    for name in ("safety", "ours", "rubrics/ours.yaml"):
        ended = called(folder, "rubric", verb[0], name, *verb[1:])
        assert (ended.code, ended.stderr.count("error: ")) == (2, 1)
        assert f"{Path(name).stem}.yaml: this is a policy of safety_v1, not a rubric (`judge-eval" in ended.stderr
    assert called(folder, "rubric", "show", "safety_v1").code == 0


def test_a_rubric_may_be_called_as_our_policy_is(folder: Path) -> None:
    """A person's own file goes before what ships."""
    (folder / "rubrics" / "safety.yaml").write_text("id: safety\ncriteria: [{id: a, text: It names a helpline.}]\n")
    assert called(folder, "rubric", "check", "safety").stdout == "rubrics/safety.yaml: nothing to mend\n"


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
    assert "0: rude\n1: plain\n2: kind" in second and 'which is "0", "1" or "2", or in rare cases "skip"' in second


def test_show_needs_no_response(folder: Path) -> None:
    """A placeholder stands for it."""
    ended = called(folder, "rubric", "show", "tone", "--judge", "scripted:judge.yaml")
    assert "(the response stands here)" in ended.stdout


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
    assert "Reply 0, 1 or 2." in ended.stdout
