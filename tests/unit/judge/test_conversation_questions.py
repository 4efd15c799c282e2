"""task_success and outcome: one item a conversation, what needs no judge, and the score."""

from __future__ import annotations

import pytest

from judge_eval.core.case import Case, Expectation, Turn
from judge_eval.core.content import Part
from judge_eval.core.run import AgentDetails, Call, Run, RunTurn
from judge_eval.core.verdict import Decision, Verdict
from judge_eval.judge.catalog import load
from judge_eval.judge.question import Item, QuestionOptions

SUCCESS = "multi_turn_task_success_v1"
OUTCOME = "outcome"


def case(*turns: Part, outcome: str | None = "They part as friends.") -> Case:
    """A case with a turn a part."""
    made = tuple(Turn(user=(part,)) for part in turns or (Part(text="Bye"),))
    return Case(id="c", cluster="c", turns=made, expect=Expectation(outcome=outcome))


def run(*responses: str | None, error: str | None = None) -> Run:
    """A run with a turn a response."""
    turns = tuple(RunTurn(user="Bye", final_response=said) for said in responses)
    return Run(case_id="c", turns=turns, error=error, agents={"a": AgentDetails(instructions="Be kind.")})


def item(metric: str, made: Case, done: Run) -> Item:
    """The one item of a run."""
    (only,) = load(metric).items(made, done, QuestionOptions())
    return only


def test_the_whole_conversation_is_shown() -> None:
    """What was told, said, called and given back, and for the outcome the last state; it belongs to no turn."""
    call = Call(name="wave", result={"ok": True})
    done = run("So long.").model_copy(update={"state": {"mood": "fine"}})
    done = done.model_copy(update={"turns": (done.turns[0].model_copy(update={"calls": (call,)}),)})
    dialogue = 'turn 1, user: Bye\ntool call: wave({})\n  result: {"ok": true}\nturn 1, agent: So long.'
    success, outcome = item(SUCCESS, case(), done), item(OUTCOME, case(), done)
    assert success.inputs == {"instructions": "Be kind.", "dialogue": dialogue}
    assert outcome.inputs == {
        "dialogue": dialogue,
        "state": '{"mood": "fine"}',
        "outcome": "They part as friends.",
    }
    assert (success.turn, outcome.turn, success.ruling, outcome.ruling) == (None, None, None, None)


@pytest.mark.parametrize("outcome", [None, "", " \n"])
def test_an_outcome_is_judged_only_where_one_is_written(outcome: str | None) -> None:
    """Even where the agent broke off; the success of the user's task needs none."""
    made = case(outcome=outcome)
    asked = item(OUTCOME, made, run("x", error="boom"))
    assert asked.ruling is not None
    assert (asked.ruling.decision, asked.ruling.rule) == ("not_applicable", "no outcome is written")
    assert item(SUCCESS, made, run("x")).ruling is None


@pytest.mark.parametrize("metric", [SUCCESS, OUTCOME])
@pytest.mark.parametrize(
    ("done", "rule"),
    [
        (run("x", error="boom"), "agent error"),
        (run(error="boom"), "agent error"),
        (run(), "the run has no such turn"),
        (run("x", "y"), "the case has no such turn"),
    ],
)
def test_a_conversation_that_is_not_whole_fails(metric: str, done: Run, rule: str) -> None:
    """Whatever was said until then."""
    asked = item(metric, case(), done)
    assert asked.ruling is not None and (asked.ruling.decision, asked.ruling.rule) == ("fail", rule)


def test_a_scenario_without_a_turn_fails() -> None:
    """Nobody got anything."""
    made = Case(id="c", cluster="c", expect=Expectation(outcome="x"))
    asked = item(OUTCOME, made, run())
    assert asked.ruling is not None and asked.ruling.rule == "the run has no turns"
    assert item(OUTCOME, made, run("x", "y")).ruling is None


def test_a_user_left_without_an_answer_did_not_get_what_they_came_for() -> None:
    """The stated outcome may be reached all the same, as by a call."""
    asked = item(SUCCESS, case(), run(None))
    assert asked.ruling is not None and asked.ruling.rule == "no final response"
    assert item(OUTCOME, case(), run(None)).ruling is None


@pytest.mark.parametrize("metric", [SUCCESS, OUTCOME])
def test_a_picture_is_not_shown_to_this_judge(metric: str) -> None:
    """Such a conversation leaves the denominator."""
    made = case(Part(text="Bye"), Part(data="AA==", mime_type="image/png"))
    asked = item(metric, made, run("x", "y"))
    assert asked.ruling is not None and asked.ruling.decision == "not_applicable"


@pytest.mark.parametrize("metric", [SUCCESS, OUTCOME])
@pytest.mark.parametrize(
    ("decision", "credit", "status"),
    [("pass", 1.0, "scored"), ("fail", 0.0, "scored"), ("undecided", None, "undecided")],
)
def test_the_score_is_what_the_verdict_says(metric: str, decision: Decision, credit: float | None, status: str) -> None:
    """One conversation is the unit; undecided, it lies between 0 and 1."""
    made, done = case(), run("x")
    said = Verdict(question="q", item="i", decision=decision, credit=credit)
    score = load(metric).settle(made, done, [item(metric, made, done)], [said])
    assert (score.status, score.value, score.decision, score.turn) == (status, credit, decision, None)
    assert score.items == (score,) and score.verdicts == (said,)
    assert (score.low, score.high) == ((0.0, 1.0) if status == "undecided" else (None, None))
