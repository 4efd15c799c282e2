"""The wording of packs, as a judge reads it: a change here voids the calibration records of packed judges."""

from __future__ import annotations

from syrupy.assertion import SnapshotAssertion

from judge_eval.core.case import Case, Turn
from judge_eval.core.content import Part
from judge_eval.core.run import Call, Run, RunTurn
from judge_eval.judge.catalog import load
from judge_eval.judge.packs.asking import packed_asking
from judge_eval.judge.packs.prompt import load_packed
from judge_eval.judge.prompt import load_prompt
from tests.golden.test_rubric_prompts import CASE, RUN


def packed(metric: str, case: Case, run: Run) -> str:
    """The prompt that asks about all items of a run at once, and the schema of its reply."""
    question = load(metric)
    wording = load_packed(question.id)
    assert wording is not None
    asking = packed_asking(
        load_prompt(question.id), wording, question.items(case, run, question.options()), temperature=0.7
    )
    return "\n\n".join(f"[{message.role}]\n{message.text}" for message in asking.messages)


def test_criteria_read_as_agreed(snapshot: SnapshotAssertion) -> None:
    """Two criteria of one response, one of them on a scale."""
    assert packed("rubric_based_final_response_quality_v1", CASE, RUN) == snapshot


def test_claims_read_as_agreed(snapshot: SnapshotAssertion) -> None:
    """Two claims of one response against one piece of evidence."""
    case = Case(id="c", cluster="c", turns=(Turn(user=(Part(text="Where is my order?"),)),))
    turn = RunTurn(
        user="Where is my order?",
        calls=(Call(name="find_order", args={"user": "me"}, result={"at": "the depot"}),),
        final_response="It is at the depot. It will come tomorrow.",
    )
    assert packed("hallucinations_v1", case, Run(case_id="c", turns=(turn,))) == snapshot
