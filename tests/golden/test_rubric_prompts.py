"""The wording of rubric, task_success and outcome, as a judge reads it: a change here voids calibration records."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from judge_eval.core.case import Case, Expectation, Turn
from judge_eval.core.content import Part
from judge_eval.core.ports import ReplyForm
from judge_eval.core.rubric import Criterion, Example, Rubric
from judge_eval.core.run import AgentDetails, Call, Run, RunTurn
from judge_eval.judge.catalog import load
from judge_eval.judge.prompt import load_prompt, render

YES_OR_NO = Criterion(
    id="names",
    text="The reply names “the order”.\n\nLike {order}.",
    examples=(Example(response="Order 1 is here.", answer=True, why="order 1"), Example(response="Here.", answer="no")),
)
ON_A_SCALE = Criterion(id="clear", text="How clear is the reply?", scale={0: "not", 1: "half", 2: "wholly"})
RUBRICS = (
    Rubric(id="a", criteria=(YES_OR_NO, ON_A_SCALE)),
    Rubric(id="b", applies_to="tool_use", criteria=(Criterion(id="looks", text="It looks the order up."),)),
    Rubric(id="c", applies_to="trajectory", criteria=(Criterion(id="coherent", text="It all hangs together."),)),
)
CASE = Case(
    id="c",
    cluster="c",
    turns=(Turn(user=(Part(text="Hello"),)), Turn(user=(Part(text="Where is my order?"),), rubrics=RUBRICS)),
    expect=Expectation(outcome="The user knows where the order is."),
)
RUN = Run(
    case_id="c",
    agents={"root": AgentDetails(instructions="Help with orders.", tools=({"name": "find_order"},))},
    state={"order": "found"},
    turns=(
        RunTurn(user="Hello", final_response="Hi!"),
        RunTurn(
            user="Where is my order?",
            texts=("One moment.",),
            calls=(Call(name="find_order", args={"user": "me"}, result={"at": "the depot"}),),
            final_response="It is at the depot.",
        ),
    ),
)
METRICS = (
    "rubric_based_final_response_quality_v1",
    "rubric_based_tool_use_quality_v1",
    "rubric_based_multi_turn_trajectory_quality_v1",
    "multi_turn_task_success_v1",
    "outcome",
)


@pytest.mark.parametrize("form", ["choice", "structured"])
@pytest.mark.parametrize("metric", METRICS)
def test_the_prompt_reads_as_agreed(metric: str, form: ReplyForm, snapshot: SnapshotAssertion) -> None:
    """Every item of one run, in both reply forms."""
    question = load(metric)
    prompt = load_prompt(question.id)
    shown: list[str] = []
    for item in question.items(CASE, RUN, question.options()):
        messages = render(prompt, form, item.inputs, prompt.menu.with_points(item.points))
        shown += [f"[{message.role}]\n{message.text}" for message in messages]
    assert "\n\n".join(shown) == snapshot
