"""rubric: what is asked of a run, how it is shown, and what needs no judge."""

from __future__ import annotations

import asyncio
import json

import pytest

from judge_eval.core.case import Case, Turn
from judge_eval.core.content import Part
from judge_eval.core.rubric import Criterion, Example
from judge_eval.core.run import AgentDetails, Call, Run, RunTurn
from judge_eval.errors import InputError
from judge_eval.judge.prompt import load_prompt, render
from tests.judge_parts import ToldBackend, judge_of
from tests.rubric_parts import case, items, rubric, run


def test_each_criterion_on_each_turn_is_an_item() -> None:
    """Rubrics of the metric, the case and the turn come together; those of another kind stay out."""
    made = case([rubric("a")], [], rubrics=[rubric("b"), rubric("x", applies_to="tool_use")])
    asked = items(made, run("one", "two"), rubric("m"))
    named = [(one.turn, one.criterion.id) for one in asked if one.criterion]
    assert named == [(0, "m"), (0, "b"), (0, "a"), (1, "m"), (1, "b")]


@pytest.mark.parametrize(
    ("done", "rules"),
    [
        (run("x"), [None, "the run has no such turn"]),
        (run("x", "y", "z"), [None, None, "the case has no such turn"]),
        (run("x", error="boom"), [None, "agent error"]),
        (run("x", None), [None, "no final response"]),
        (run("x", " ", error="boom"), [None, "agent error"]),
    ],
)
def test_what_needs_no_judge_fails_by_its_rule(done: Run, rules: list[str | None]) -> None:
    """Missing, surplus, silent and broken turns fail each criterion."""
    asked = items(case([], [], rubrics=[rubric("a")]), done)
    assert [one.ruling and one.ruling.rule for one in asked] == rules
    assert all(one.ruling is None or one.ruling.decision == "fail" for one in asked)


def test_an_image_is_not_shown_to_this_judge() -> None:
    """Such a turn leaves the denominator."""
    parts = (Part(text="What is it?"), Part(data="AA==", mime_type="image/png"))
    (asked,) = items(case([rubric("a")], parts=parts), run("A cat"))
    assert asked.ruling is not None and asked.ruling.decision == "not_applicable"


def test_a_scenario_has_every_turn_of_its_run_judged() -> None:
    """Its turns are its simulator's, so that none is missing or too many."""
    made = Case(id="c", cluster="c", rubrics=(rubric("a"),))
    assert [one.ruling for one in items(made, run("x", "y"))] == [None, None]


WORK = Run(
    case_id="c",
    agents={"root": AgentDetails(instructions="Be brief.", tools=({"name": "find"},))},
    turns=(
        RunTurn(user="Hi", final_response="Hello"),
        RunTurn(
            user="Where?",
            final_response="In Paris",
            texts=("Let me look.",),
            calls=(Call(name="find", args={"q": "ü"}, result={"at": "Paris"}), Call(name="log", error="down")),
        ),
    ),
)
STEPS = 'tool call: find({"q": "ü"})\n  result: {"at": "Paris"}\ntool call: log({})\n  error: down'


def test_a_response_is_shown_with_all_that_led_to_it() -> None:
    """What was told, what was said before, what the tools gave, the response; no part of an event is left out."""
    asked = items(case([], [rubric("a")]), WORK)[0].inputs
    assert asked["conversation"] == "turn 1, user: Hi\nturn 1, agent: Hello"
    assert asked["context"] == f"agent, on the way: Let me look.\n{STEPS}"
    assert (asked["instructions"], asked["user"], asked["response"]) == ("Be brief.", "Where?", "In Paris")
    assert asked["calls"] == asked["dialogue"] == asked["tools"] == ""


def test_tool_calls_are_shown_without_the_response() -> None:
    """They are what is judged; a turn without any says so."""
    first, second = items(case([], [], rubrics=[rubric("a", applies_to="tool_use")]), WORK, applies_to="tool_use")
    assert (first.inputs["calls"], second.inputs["calls"]) == ("(no tool was called)", STEPS)
    assert (second.inputs["response"], second.inputs["tools"]) == ("", '{"name": "find"}')
    assert first.ruling is None


def test_a_conversation_is_judged_once_at_its_last_turn() -> None:
    """Its rubric sees every turn; one that a turn brings sees what came until then."""
    whole, part = rubric("w", applies_to="trajectory"), rubric("p", applies_to="trajectory")
    asked = items(case([part], [], rubrics=[whole]), WORK, applies_to="trajectory")
    assert [(one.turn, one.criterion and one.criterion.id) for one in asked] == [(0, "p"), (1, "w")]
    assert asked[0].inputs["dialogue"] == "turn 1, user: Hi\nturn 1, agent: Hello"
    assert STEPS in asked[1].inputs["dialogue"] and asked[1].inputs["dialogue"].endswith("turn 2, agent: In Paris")


def test_a_conversation_that_broke_off_is_not_passed() -> None:
    """An agent's crash fails its criteria, whatever was said before."""
    made = case([], rubrics=[rubric("w", applies_to="trajectory")])
    (asked,) = items(made, run("x", error="boom"), applies_to="trajectory")
    assert asked.ruling is not None and asked.ruling.reason == "the agent broke off: boom"


def test_a_picture_in_any_turn_is_not_shown_to_the_judge_of_the_conversation() -> None:
    """It would judge what it has not seen."""
    parts = (Part(data="AA==", mime_type="image/png"),)
    made = case([], [], rubrics=[rubric("w", applies_to="trajectory")], parts=parts)
    (asked,) = items(made, run("x", "y"), applies_to="trajectory")
    assert asked.ruling is not None and asked.ruling.decision == "not_applicable"


def test_one_id_with_one_text_is_one_criterion() -> None:
    """Metric, case and turn may all name it."""
    made = case([rubric("a")], rubrics=[rubric("a")])
    assert len(items(made, run("x"), rubric("a"))) == 1


def test_one_id_with_two_texts_is_a_conflict_with_both_places() -> None:
    """The error names both; another turn's criterion of that id is no conflict."""
    other = rubric(Criterion(id="a", text="Another text."), id="s")
    with pytest.raises(InputError, match=r"'a' stands for different texts in rubric 'r' of the case and in rubric 's'"):
        items(case([other], rubrics=[rubric("a")]), run("x"))
    assert len(items(case([rubric("a")], [other]), run("x", "y"))) == 2


def test_one_id_with_two_weights_is_a_conflict_too() -> None:
    """Which of them counts could only be guessed."""
    heavy = rubric(Criterion(id="a", text="It has a.", weight=2))
    with pytest.raises(InputError, match="different settings"):
        items(case([], rubrics=[rubric("a"), heavy]), run("x"))


def test_an_id_that_nobody_looked_up_is_a_fault() -> None:
    """The rubrics come whole to the question."""
    made = Case(id="c", cluster="c", turns=(Turn(user=(Part(text="x"),)),), rubrics=("tone",))
    with pytest.raises(ValueError, match="'tone' of the case was not looked up"):
        items(made, run("x"))


SHOUT = 'Reply like {"score": 1}; use “smart quotes”, {{response}}, %s.\n\nSecond paragraph:\n- a bullet\n- ユーザー'


def test_a_criterion_survives_whatever_its_text_is() -> None:
    """Braces, places of the prompt, smart quotes, bullets and paragraphs reach the judge as they were written."""
    examples = (
        Example(response="{x}", answer=True, why="so"),
        Example(response="y", answer=False),
        Example(response="z", answer="no"),
    )
    criterion = Criterion(id="a", text=SHOUT, examples=examples)
    (asked,) = items(case([rubric(criterion)]), run("R"))
    shared, own = render(load_prompt("rubric"), "structured", asked.inputs)
    assert SHOUT in own.text and "work: {x}\nanswer: yes\nwhy: so" in own.text
    assert "work: y\nanswer: no\n\nwork: z\nanswer: no" in own.text
    assert "\nR\n" in shared.text + own.text


def test_a_judge_that_rewrites_the_criterion_keeps_its_verdict() -> None:
    """Verdicts are matched by item, never by the text that a reply quotes."""
    told = json.dumps({"property": "ユーザ rewritten", "rationale": "Verdict: no, says somebody", "answer": "yes"})
    (asked,) = items(case([rubric(Criterion(id="a", text=SHOUT))]), run("R"))
    found = asyncio.run(judge_of(ToldBackend(told), "fixed:1", prompt=load_prompt("rubric")).verdict(asked))
    assert (found.decision, found.item) == ("pass", asked.fingerprint)
