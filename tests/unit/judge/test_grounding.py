"""hallucinations_v1: a claim an item, what needs no judge, and the share of claims that hold."""

from __future__ import annotations

import asyncio
import json

import pytest

from judge_eval.core.case import Case, Turn
from judge_eval.core.content import Part
from judge_eval.core.ports import Reply
from judge_eval.core.run import Call, Run, RunTurn
from judge_eval.core.score import Score
from judge_eval.core.verdict import Decision, Verdict
from judge_eval.judge.catalog import load
from judge_eval.judge.prompt import load_prompt
from judge_eval.judge.question import Item
from judge_eval.judge.questions.grounding import GroundingOptions
from tests.judge_parts import StubbornBackend, ToldBackend, judge_of

QUESTION = load("hallucinations_v1")
CALL = Call(name="find", args={"id": 7}, result="In Rome.")
LOOKED_UP = RunTurn(user="Where is 7?", calls=(CALL,), texts=("I look. It takes time.",), final_response="In Rome. Hi!")


def run(*turns: RunTurn, error: str | None = None) -> Run:
    """A run of these turns."""
    return Run(case_id="c", turns=turns, error=error)


def case(n_turns: int = 1, *parts: Part) -> Case:
    """A case of so many turns without references."""
    return Case(id="c", cluster="c", turns=(Turn(user=parts or (Part(text="Where is 7?"),)),) * n_turns)


def items(made: Case, done: Run, options: GroundingOptions | None = None) -> tuple[Item, ...]:
    """The items of a run."""
    return QUESTION.items(made, done, options or GroundingOptions())


def said(decision: Decision, credit: float | None = None) -> Verdict:
    """A verdict of a judge."""
    if credit is None:
        credit = {"pass": 1.0, "fail": 0.0}.get(decision)
    return Verdict(question="grounding", item="i", decision=decision, credit=credit, reason=f"said {decision}")


def settled(done: Run, *decisions: Decision, options: GroundingOptions | None = None) -> Score:
    """The score of a run whose claims got these decisions."""
    made = case(len(done.turns))
    return QUESTION.settle(made, done, items(made, done, options), [said(decision) for decision in decisions])


def three_claims() -> Run:
    """A run whose one response makes three claims."""
    return run(RunTurn(user="Hi", final_response="One. Two. Three."))


def test_each_claim_is_asked_about_with_all_that_the_agent_had() -> None:
    """Evidence and conversation come apart; the response stands by for claims that need it."""
    first, second = items(case(), run(LOOKED_UP))
    assert first.inputs == {
        "evidence": '[2: tool call, turn 1]\nfind({"id": 7}) returned: In Rome.',
        "shortened": "",
        "conversation": "[1: user, turn 1]\nWhere is 7?\n[3: agent, turn 1]\nI look. It takes time.",
        "response": "In Rome. Hi!",
        "claim": "In Rome.",
    }
    assert second.inputs == first.inputs | {"claim": "Hi!"}
    assert (first.ruling, first.turn, first.step) == (None, 0, 0)


def test_a_response_that_is_one_claim_is_shown_once() -> None:
    """The claim is the response."""
    (only,) = items(case(), run(RunTurn(user="Hi", final_response="In Rome.")))
    assert (only.inputs["response"], only.inputs["claim"]) == ("", "In Rome.")


def test_facts_of_earlier_turns_are_seen() -> None:
    """What a tool, the user or the agent said in turn 1 can bear out a claim in turn 2; ADK does not see it."""
    asked = items(case(2), run(LOOKED_UP, RunTurn(user="Where is 7?", final_response="Rome.")))
    last = asked[-1].inputs
    assert last["claim"] == "Rome."
    assert "returned: In Rome." in last["evidence"]
    assert "Where is 7?" in last["conversation"] and "[4: agent, turn 1]\nIn Rome. Hi!" in last["conversation"]


def test_texts_on_the_way_are_steps_where_that_is_wanted() -> None:
    """Each text of its own, held against what was said before it."""
    asked = items(case(), run(LOOKED_UP), GroundingOptions(evaluate_intermediate_nl_responses=True))
    assert [(item.step, item.inputs["claim"]) for item in asked] == [
        (0, "I look."),
        (0, "It takes time."),
        (1, "In Rome."),
        (1, "Hi!"),
    ]
    assert "I look." not in asked[0].inputs["conversation"]
    assert "I look." in asked[2].inputs["conversation"]


def test_long_evidence_is_shortened_and_the_score_says_so() -> None:
    """The judge is told too; what is near the claim is kept: the message, the call, two fillers of 725 bytes."""
    calls = tuple(Call(name="find", result=f"{n} {'filler ' * 100}") for n in range(20))
    done = run(RunTurn(user="Hi", calls=(*calls, CALL), final_response="It is in Rome."))
    (asked,) = items(case(), done, GroundingOptions(max_evidence_bytes=1_500))
    assert asked.inputs["shortened"] == "evidence shortened: 4 of 22 passages"
    assert "In Rome." in asked.inputs["evidence"] and "Hi" in asked.inputs["conversation"]
    score = QUESTION.settle(case(), done, [asked], [said("pass")])
    assert score.reason == "1 of 1 claims hold (evidence shortened: 4 of 22 passages)"


@pytest.mark.parametrize(
    ("made", "done", "rule", "decision"),
    [
        (case(), run(RunTurn(user="", final_response="Rome.")), "nothing to check against", "not_applicable"),
        (case(), run(RunTurn(user="Hi", calls=(CALL,))), "no final response", "fail"),
        (case(), run(), "the run has no such turn", "fail"),
        (case(), run(RunTurn(user="Hi"), error="boom"), "agent error", "fail"),
        (
            case(1, Part(data="AA==", mime_type="image/png")),
            run(LOOKED_UP),
            "image or file not shown to this judge",
            "not_applicable",
        ),
    ],
)
def test_what_needs_no_judge_is_ruled_on(made: Case, done: Run, rule: str, decision: Decision) -> None:
    """Without evidence there is nothing to check; without a response the agent failed; ADK judges an empty text."""
    (asked,) = items(made, done)
    assert asked.ruling is not None
    assert (asked.ruling.rule, asked.ruling.decision) == (rule, decision)


def test_the_users_words_alone_are_evidence() -> None:
    """What is asked about can be repeated."""
    (asked,) = items(case(), run(RunTurn(user="My name is Ann.", final_response="You are Ann.")))
    assert asked.ruling is None and asked.inputs["evidence"] == ""


def test_a_picture_shown_earlier_is_evidence_that_this_judge_cannot_see() -> None:
    """A claim of the second turn may rest on it."""
    made = Case(id="c", cluster="c", turns=(Turn(user=(Part(uri="gs://x", mime_type="image/png"),)), case().turns[0]))
    asked = items(made, run(RunTurn(user="", final_response="A cat."), LOOKED_UP))
    assert {item.ruling and item.ruling.rule for item in asked} == {"image or file not shown to this judge"}


def test_the_score_is_the_share_of_claims_that_hold() -> None:
    """Supported, not factual, unsupported: (1 + 1 + 0) / 3, as in ADK; one claim that fails fails the response."""
    score = settled(three_claims(), "pass", "not_applicable", "fail")
    assert (score.status, score.value, score.decision) == ("scored", pytest.approx(2 / 3), "fail")
    assert score.reason == "2 of 3 claims hold; “Three.”: said fail"
    assert len(score.turns) == 1 and len(score.turns[0].verdicts) == 3


def test_a_response_without_facts_passes() -> None:
    """Nothing in it can be wrong."""
    assert settled(three_claims(), "not_applicable", "not_applicable", "not_applicable").decision == "pass"


def test_an_undecided_claim_gives_bounds() -> None:
    """Pass, fail, undecided: from 1/3 to 2/3, failed; pass, pass, undecided: from 2/3 to 1, undecided."""
    failed = settled(three_claims(), "pass", "fail", "undecided")
    assert (failed.status, failed.low, failed.high, failed.decision) == (
        "undecided",
        pytest.approx(1 / 3),
        pytest.approx(2 / 3),
        "fail",
    )
    left = settled(three_claims(), "pass", "pass", "undecided")
    assert (left.value, left.low, left.high, left.decision) == (None, pytest.approx(2 / 3), 1.0, "undecided")
    assert left.reason == "2 of 3 claims hold; “Three.”: said undecided"


def test_the_score_is_the_mean_over_steps_then_turns() -> None:
    """Turn 1: steps of 1/2 and 2/2, so 3/4; turn 2: 0; together 3/8."""
    done = run(LOOKED_UP, RunTurn(user="Where is 7?", final_response="Rome."))
    options = GroundingOptions(evaluate_intermediate_nl_responses=True)
    score = settled(done, "fail", "pass", "pass", "pass", "fail", options=options)
    assert score.value == pytest.approx(3 / 8)
    assert [turn.value for turn in score.turns] == [pytest.approx(3 / 4), 0.0]
    assert score.reason.startswith("turn 1: 3 of 4 claims hold; “I look.”")


def test_bounds_of_turns_are_kept_in_the_mean() -> None:
    """Turn 1 between 1/2 and 1, turn 2 at 0: between 1/4 and 1/2."""
    done = run(LOOKED_UP, RunTurn(user="Where is 7?", final_response="Rome."))
    score = settled(done, "pass", "undecided", "fail")
    assert (score.low, score.high) == (pytest.approx(0.25), pytest.approx(0.5))


def test_averaged_samples_enter_as_they_are() -> None:
    """3 to 2 under a mean is worth .6, beside one claim that passes whole."""
    done = run(LOOKED_UP)
    score = QUESTION.settle(case(), done, items(case(), done), [said("pass", 0.6), said("pass")])
    assert score.value == pytest.approx(0.8)


def test_a_turn_that_is_ruled_on_stands_beside_those_that_are_judged() -> None:
    """The second turn has no response: 1 and 0."""
    done = run(LOOKED_UP, RunTurn(user="Where is 7?"))
    asked = items(case(2), done)
    score = QUESTION.settle(case(2), done, asked, [said("pass"), said("pass"), said("fail")])
    assert (score.value, score.decision) == (0.5, "fail")
    assert score.turns[1].reason == "said fail"


def test_a_long_claim_is_shortened_in_the_reason() -> None:
    """80 characters tell which one it is."""
    claim = "x" * 200
    score = settled(run(RunTurn(user="Hi", final_response=claim)), "fail")
    assert f"“{'x' * 79}…”" in score.reason


def test_every_claim_gets_all_the_samples_of_the_rule() -> None:
    """With fixed:5 each of two claims is asked 5 times; ADK asks once whatever the setting."""
    reply = json.dumps({"rationale": "The record says so.", "answer": "yes"})
    backend = ToldBackend(reply)
    judge = judge_of(backend, "fixed:5", prompt=load_prompt("grounding"))
    verdicts = [asyncio.run(judge.verdict(item)) for item in items(case(), run(LOOKED_UP))]
    assert [(verdict.asked, verdict.votes) for verdict in verdicts] == [(5, {"supported": 5})] * 2
    assert len(backend.asked) == 10


def test_a_reply_is_read_by_its_own_item() -> None:
    """A reply without an excerpt or a rationale takes nothing from the next claim; in ADK it swallows that."""
    backend = StubbornBackend(Reply(text='{"answer": "none"}'))
    judge = judge_of(backend, "fixed:1", prompt=load_prompt("grounding"))
    verdicts = [asyncio.run(judge.verdict(item)) for item in items(case(), run(LOOKED_UP))]
    assert [verdict.votes for verdict in verdicts] == [{"not_factual": 1}] * 2
    score = QUESTION.settle(case(), run(LOOKED_UP), items(case(), run(LOOKED_UP)), verdicts)
    assert (score.value, score.decision) == (1.0, "pass")
