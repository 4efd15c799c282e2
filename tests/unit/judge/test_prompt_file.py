"""Prompt files: read strictly, filled safely."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge_eval.judge.catalog import NAMES, load
from judge_eval.judge.prompt import load_prompt, parse_prompt, render, reply_schema

FILE = """+++
id = "colour"
version = 3
inputs = ["text", "before"]
forms = ["choice"]
answers = [{name = "yes", word = "yes", value = 1.0, decision = "pass"}, {name = "no", word = "no", decision = "fail"}]
+++

# shared
Keep {braces} and %s.

# item
Before:
{{before}}

{{text}}

# choice
Is it red?
"""


@pytest.mark.parametrize("name", sorted(NAMES))
def test_every_question_has_its_prompt(name: str) -> None:
    """A prompt loads, has the question's id, offers distinct words, and takes the inputs that its items bring."""
    question = load(name)
    prompt = load_prompt(question.id)
    assert (question.metric, prompt.id) == (name, question.id)
    assert len(set(prompt.menu.words)) == len(prompt.menu.answers)
    assert all(prompt.menu.find(word) is not None for word in prompt.menu.words)


@pytest.mark.parametrize("name", sorted(NAMES))
def test_no_two_answers_of_a_question_share_a_spelling(name: str) -> None:
    """Each spelling is read as the answer that lists it."""
    menu = load_prompt(load(name).id).menu
    for answer in menu.answers:
        assert all(menu.find(said) == answer for said in (answer.name, answer.word, *answer.also))


def test_a_file_is_read_into_its_parts() -> None:
    """Front matter, sections, and the hash of the whole."""
    prompt = parse_prompt(FILE)
    assert (prompt.id, prompt.version, prompt.inputs, prompt.forms) == ("colour", 3, ("text", "before"), ("choice",))
    assert prompt.sections["shared"] == "Keep {braces} and %s."
    assert prompt.sha256 != parse_prompt(FILE.replace("it red", "it blue")).sha256


@given(st.text(min_size=1), st.text(min_size=1))
def test_values_come_into_their_places_and_nowhere_else(text: str, before: str) -> None:
    """What a value holds is never filled in again, whatever it looks like."""
    prompt = parse_prompt(FILE)
    shared, item = render(prompt, "choice", {"text": f"{{{{before}}}}{text}", "before": before})
    assert shared.text == "Keep {braces} and %s."
    assert item.text.count("{{before}}") == 1 + before.count("{{before}}") + text.count("{{before}}")
    assert item.text.startswith("Before:\n<before ") and item.text.endswith("\n\nIs it red?")


def test_a_paragraph_without_its_value_is_left_out() -> None:
    """Words that announce nothing would only confuse."""
    _, item = render(parse_prompt(FILE), "choice", {"text": "x", "before": ""})
    assert item.text.startswith("<text ")


def test_a_percent_sign_stays_one() -> None:
    """The wording of a prompt, and a value in it, may speak of 100 %, of %s and of {{text}}."""
    _, item = render(
        parse_prompt(FILE.replace("Before:", "At 100 %, %s:")), "choice", {"text": "x", "before": "5 %d {{text}}"}
    )
    assert item.text.startswith("At 100 %, %s:\n<before ") and "\n5 %d {{text}}\n" in item.text


def test_what_the_items_of_a_response_share_stands_first_and_is_counted() -> None:
    """A backend may read it once; an address of a sample does not depend on it, only on the text."""
    prompt = parse_prompt(FILE.replace("# item\n", "# given\n").replace("{{text}}\n", "# item\n{{text}}\n"))
    (_, one), (_, other) = (render(prompt, "choice", {"text": text, "before": "x"}) for text in ("red", "blue"))
    assert one.text[: one.shared] == other.text[: other.shared] and one.text[: one.shared].startswith("Before:\n<")
    assert one.text[one.shared :].startswith("<text ") and one.text != other.text
    assert render(prompt, "choice", {"text": "red", "before": ""})[1].shared == 0
    assert one.model_dump() == {"role": "user", "text": one.text}


def test_inputs_that_are_not_the_prompts_are_refused() -> None:
    """A missing or a surplus one is a fault of the question's code."""
    for inputs in ({"text": "x"}, {"text": "x", "before": "", "more": ""}):
        with pytest.raises(ValueError, match="colour takes"):
            render(parse_prompt(FILE), "choice", inputs)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("+++\n", "", "front matter"),
        ("# item\n", "# thing\n", "no section item"),
        ("{{before}}", "nothing", "places"),
        ("{{before}}", "{{befroe}}", "places"),
        ('forms = ["choice"]', 'forms = ["choice", "structured"]', "no section structured"),
        ("version = 3", "version = 0", "version"),
        ("version = 3", "version = 3\nspeed = 1", "speed"),
        ("value = 1.0", "value = 2.0", "value"),
    ],
)
def test_a_file_that_is_no_prompt_is_refused(old: str, new: str, says: str) -> None:
    """Before any judge reads it."""
    with pytest.raises(ValueError, match=says):
        parse_prompt(FILE.replace(old, new, 1))


def test_a_choice_has_no_schema() -> None:
    """One word needs none; JSON has the words of the menu."""
    prompt = replace(parse_prompt(FILE), forms=("choice", "structured"))
    assert reply_schema(prompt, "choice") is None
    schema = reply_schema(prompt, "structured")
    assert schema is not None and schema["required"] == ["rationale", "answer"]
