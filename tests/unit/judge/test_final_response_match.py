"""final_response_match: what is asked of a run, what needs no judge, and the score."""

from __future__ import annotations

import pytest

from judge_eval.core.case import Case, Turn
from judge_eval.core.content import Part
from judge_eval.core.run import Call, Run, RunTurn
from judge_eval.core.score import Score
from judge_eval.core.verdict import Decision, Verdict
from judge_eval.errors import InputError
from judge_eval.judge.catalog import load
from judge_eval.judge.question import Item, QuestionOptions

QUESTION = load("final_response_match_v2")


def case(*references: str | None, parts: tuple[Part, ...] = (Part(text="Where?"),)) -> Case:
    """A case with a turn a reference."""
    return Case(id="c", cluster="c", turns=tuple(Turn(user=parts, reference=reference) for reference in references))


def run(*responses: str | None, error: str | None = None) -> Run:
    """A run with a turn a response."""
    return Run(case_id="c", turns=tuple(RunTurn(user="Where?", final_response=said) for said in responses), error=error)


def items(case: Case, run: Run) -> tuple[Item, ...]:
    """The items of a run."""
    return QUESTION.items(case, run, QuestionOptions())


def verdict(decision: Decision, credit: float | None = None) -> Verdict:
    """A verdict of a judge."""
    if credit is None:
        credit = {"pass": 1.0, "fail": 0.0}.get(decision)
    return Verdict(question=QUESTION.id, item="i", decision=decision, credit=credit, reason=f"said {decision}")


def settled(*verdicts: Verdict) -> Score:
    """The score of a run whose turns got these verdicts."""
    made, done = case(*["x"] * len(verdicts)), run(*["y"] * len(verdicts))
    return QUESTION.settle(made, done, items(made, done), verdicts)


def test_each_turn_with_a_reference_is_asked_about() -> None:
    """The judge sees the conversation so far, not the last line alone; the first turn has none before it."""
    asked = items(case("Paris", "Rome"), run("It is Paris.", "Milan"))
    assert [one.turn for one in asked] == [0, 1]
    assert asked[0].inputs == {"conversation": "", "user": "Where?", "reference": "Paris", "response": "It is Paris."}
    assert asked[1].inputs["conversation"] == "user: Where?\nagent: It is Paris."
    assert all(one.ruling is None for one in asked)


@pytest.mark.parametrize(
    ("reference", "response", "rule", "decision", "value"),
    [
        ("Paris", "Paris", "same text", "pass", 1.0),
        ("北京是首都", "北京是首都", "same text", "pass", 1.0),
        ("Paris", "  ＰＡＲＩＳ\n", "same text", "pass", 1.0),
        ("Paris", None, "no final response", "fail", 0.0),
        ("Paris", " \n", "no final response", "fail", 0.0),
        (None, "Paris", "no reference", "not_applicable", None),
        (None, None, "no reference", "not_applicable", None),
        ("  ", "Paris", "no reference", "not_applicable", None),
    ],
)
def test_what_needs_no_judge_is_ruled_on(
    reference: str | None, response: str | None, rule: str, decision: Decision, value: float | None
) -> None:
    """Equal texts match; no response fails; without a reference there is nothing to judge, not an empty text."""
    (asked,) = items(case(reference), run(response))
    assert asked.ruling is not None
    assert (asked.ruling.rule, asked.ruling.decision, asked.ruling.value) == (rule, decision, value)


def test_a_turn_that_ends_on_a_tool_call_fails_without_a_call_to_the_judge() -> None:
    """ADK has the empty text judged."""
    done = Run(case_id="c", turns=(RunTurn(user="Where?", calls=(Call(name="look_up"),), texts=("Let me look.",)),))
    (asked,) = items(case("Paris"), done)
    assert asked.ruling is not None and asked.ruling.rule == "no final response"


def test_missing_surplus_and_broken_turns_fail_with_their_reason() -> None:
    """A turn that the run lacks, one that the case lacks, and those after the agent broke off."""
    lacking = items(case("a", "b"), run("x"))
    surplus = items(case("a"), run("x", "y"))
    broken = items(case("a", "b", "c"), run("x", None, error="ValueError: boom"))
    assert [one.ruling and one.ruling.rule for one in lacking] == [None, "the run has no such turn"]
    assert [one.ruling and one.ruling.rule for one in surplus] == [None, "the case has no such turn"]
    assert [one.ruling and one.ruling.rule for one in broken] == [None, "agent error", "agent error"]
    assert broken[1].ruling is not None and broken[1].ruling.reason == "the agent broke off: ValueError: boom"


def test_a_case_without_any_reference_is_not_applicable_whatever_the_run_lacks() -> None:
    """Turns that are missing or too many are held against nobody here."""
    made = case(None, None)
    for done in (run("x"), run("x", "y", "z"), run(error="boom")):
        asked = items(made, done)
        assert {one.ruling.decision for one in asked if one.ruling} == {"not_applicable"}
    verdicts = [verdict("not_applicable")] * 2
    score = QUESTION.settle(made, run("x"), items(made, run("x")), verdicts)
    assert (score.status, score.value, score.decision) == ("not_applicable", None, "not_applicable")


def test_an_image_is_not_shown_to_this_judge() -> None:
    """A turn whose user showed a picture leaves the denominator, and says why."""
    parts = (Part(text="What is this?"), Part(data="AA==", mime_type="image/png"))
    (asked,) = items(case("A cat", parts=parts), run("A dog"))
    assert asked.ruling is not None and asked.ruling.decision == "not_applicable"
    assert "not shown" in asked.ruling.rule


def test_the_score_is_the_mean_over_the_turns_that_apply() -> None:
    """1 and 0 of two that apply is .5; the first that fails is the reason."""
    score = settled(verdict("pass"), verdict("not_applicable"), verdict("fail"))
    assert (score.status, score.value, score.decision) == ("scored", 0.5, "fail")
    assert score.reason == "turn 3: said fail"
    assert [turn.status for turn in score.turns] == ["scored", "not_applicable", "scored"]


def test_an_undecided_turn_gives_bounds() -> None:
    """Pass, undecided: between 1/2 and 2/2, and no value."""
    score = settled(verdict("pass"), verdict("undecided"))
    assert (score.status, score.value, score.low, score.high) == ("undecided", None, 0.5, 1.0)
    assert score.decision == "undecided"
    assert (score.turns[1].low, score.turns[1].high) == (0.0, 1.0)


def test_averaged_samples_enter_as_they_are() -> None:
    """3 to 2 and 5 to 0 under a mean: (.6 + 1) / 2 = .8; both turns pass."""
    score = settled(verdict("pass", 0.6), verdict("pass", 1.0))
    assert (score.value, score.decision) == (pytest.approx(0.8), "pass")


def test_an_undecided_item_with_a_mean_has_a_value() -> None:
    """Under a mean a tie is worth .5, though nobody decides it."""
    score = settled(verdict("undecided", 0.5))
    assert (score.status, score.value, score.decision) == ("scored", 0.5, "undecided")


def test_one_turn_needs_no_number_in_its_reason() -> None:
    """The only turn is the run."""
    assert settled(verdict("fail")).reason == "said fail"


def test_a_case_without_turns_says_so() -> None:
    """A scenario has no written turns to compare."""
    score = settled()
    assert (score.status, score.reason) == ("not_applicable", "the case has no written turns")


def test_a_misspelt_metric_gets_the_nearest_name() -> None:
    """The catalog knows what it has."""
    with pytest.raises(InputError, match="did you mean 'final_response_match_v2'"):
        load("final_response_match_v1")
