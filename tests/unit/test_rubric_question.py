"""rubric: what is asked of a run, what needs no judge, and the score."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any

import pytest
from pydantic import ValidationError

from judge_eval.core.case import Case, Turn
from judge_eval.core.content import Part
from judge_eval.core.ports import Reply
from judge_eval.core.rubric import AppliesTo, Criterion, Example, Rubric
from judge_eval.core.run import AgentDetails, Call, Run, RunTurn
from judge_eval.core.score import Score
from judge_eval.core.verdict import Decision, Verdict
from judge_eval.errors import InputError
from judge_eval.judge.catalog import load
from judge_eval.judge.criteria import METRICS
from judge_eval.judge.prompt import load_prompt, render
from judge_eval.judge.question import Item, Question
from judge_eval.judge.questions.rubric import RubricOptions, points_of
from tests.judge_parts import ToldBackend, judge_of

CLARITY = Criterion(id="clarity", text="How clear?", scale={0: "not", 1: "half", 2: "wholly"}, pass_at=1)


def question(applies_to: AppliesTo = "final_response") -> Question[Any]:
    """The question that scores rubrics of a kind."""
    return load(METRICS[applies_to])


def rubric(*criteria: Criterion | str, applies_to: AppliesTo = "final_response", id: str = "r") -> Rubric:
    """A rubric of these criteria; a bare id is a criterion with a text of its own."""
    made = [one if isinstance(one, Criterion) else Criterion(id=one, text=f"It has {one}.") for one in criteria]
    return Rubric(id=id, applies_to=applies_to, criteria=tuple(made))


def case(*turns: Sequence[Rubric], rubrics: Sequence[Rubric] = (), parts: tuple[Part, ...] | None = None) -> Case:
    """A case with a turn for each group of rubrics."""
    said = parts or (Part(text="Where?"),)
    made = tuple(Turn(user=said, rubrics=tuple(of_turn)) for of_turn in turns)
    return Case(id="c", cluster="c", turns=made, rubrics=tuple(rubrics))


def run(*responses: str | None, error: str | None = None) -> Run:
    """A run with a turn a response."""
    return Run(case_id="c", turns=tuple(RunTurn(user="Where?", final_response=said) for said in responses), error=error)


def items(made: Case, done: Run, *of_metric: Rubric, applies_to: AppliesTo = "final_response") -> tuple[Item, ...]:
    """The items of a run."""
    return question(applies_to).items(made, done, RubricOptions(rubrics=of_metric))


def verdict(decision: Decision, credit: float | None = None) -> Verdict:
    """A verdict of a judge."""
    if credit is None:
        credit = {"pass": 1.0, "fail": 0.0}.get(decision)
    return Verdict(question="rubric", item="i", decision=decision, credit=credit, reason=f"said {decision}")


def settled(made: Case, done: Run, *verdicts: Verdict) -> Score:
    """The score of a run whose items got these verdicts."""
    return question().settle(made, done, items(made, done), verdicts)


def test_each_criterion_on_each_turn_is_an_item() -> None:
    """Rubrics of the metric, the case and the turn come together; those of another kind stay out."""
    made = case([rubric("a")], [], rubrics=[rubric("b"), rubric("x", applies_to="tool_use")])
    asked = items(made, run("one", "two"), rubric("m"))
    named = [(one.turn, one.criterion.id) for one in asked if one.criterion]
    assert named == [(0, "m"), (0, "b"), (0, "a"), (1, "m"), (1, "b")]


def test_turn_level_rubrics_on_two_turns_are_both_scored() -> None:
    """ADK 3, row 1: a on turn 1 is judged no, b on turn 2 yes; ADK does not evaluate turn 1 and says 1.0."""
    made = case([rubric("a")], [rubric("b")])
    score = settled(made, run("x", "y"), verdict("fail"), verdict("pass"))
    assert [(turn.turn, turn.value) for turn in score.turns] == [(0, 0.0), (1, 1.0)]
    assert (score.value, score.decision, score.reason) == (0.5, "fail", "turn 1: a: said fail")


def test_the_score_is_the_mean_over_all_observations() -> None:
    """ADK's rule where weights are 1: (1 + 0 + 1) / 3 over two turns, not the mean of the turns' means, 3/4."""
    made = case([rubric("a")], [], rubrics=[rubric("b")])
    score = settled(made, run("x", "y"), verdict("pass"), verdict("fail"), verdict("pass"))
    assert score.value == pytest.approx(2 / 3)
    assert [turn.value for turn in score.turns] == [0.5, 1.0]


def test_weights_count_and_what_does_not_apply_is_left_out() -> None:
    """Weights 3 (pass), 1 (fail), 5 (not applicable): 3/4."""
    made = case([], rubrics=[rubric(*(Criterion(id=str(w), text="x", weight=w) for w in (3, 1, 5)))])
    score = settled(made, run("x"), verdict("pass"), verdict("fail"), verdict("not_applicable"))
    assert (score.status, score.value) == ("scored", 0.75)
    assert [one.status for one in score.turns[0].criteria] == ["scored", "scored", "not_applicable"]


def test_an_undecided_criterion_gives_bounds() -> None:
    """Weights 3 (pass) and 1 (undecided): from 3/4 to 1, and no value."""
    made = case([], rubrics=[rubric(Criterion(id="a", text="x", weight=3), "b")])
    score = settled(made, run("x"), verdict("pass"), verdict("undecided"))
    assert (score.status, score.value, score.low, score.high, score.decision) == (
        "undecided",
        None,
        0.75,
        1.0,
        "undecided",
    )


@pytest.mark.parametrize(("decision", "expected"), [("pass", "pass"), ("fail", "fail"), ("undecided", "undecided")])
def test_the_required_criteria_decide_apart(decision: Decision, expected: Decision) -> None:
    """What they say stands beside the mean; the others may fail."""
    made = case([], rubrics=[rubric(Criterion(id="must", text="x", required=True), "may")])
    assert settled(made, run("x"), verdict(decision), verdict("fail")).required == expected


def test_a_required_criterion_that_does_not_apply_requires_nothing() -> None:
    """As if it were not there."""
    made = case([], rubrics=[rubric(Criterion(id="must", text="x", required=True), "may")])
    score = settled(made, run("x"), verdict("not_applicable"), verdict("pass"))
    assert (score.required, score.value) == (None, 1.0)


def test_the_unit_of_the_pass_rate_is_a_criterion_on_a_response() -> None:
    """Each criterion on each turn is one, with its own verdict."""
    made = case([rubric("a")], [], rubrics=[rubric("b")])
    score = settled(made, run("x", "y"), verdict("pass"), verdict("fail"), verdict("pass"))
    assert [(one.turn, one.criterion, one.decision) for one in score.items] == [
        (0, "b", "pass"),
        (0, "a", "fail"),
        (1, "b", "pass"),
    ]


def test_without_a_rubric_nothing_applies() -> None:
    """And it is said so."""
    score = settled(case([]), run("x"))
    assert (score.status, score.reason, score.items) == ("not_applicable", "no rubric applies", (score,))


def test_where_no_criterion_applies_the_score_does_not_either() -> None:
    """The reason is the first criterion's."""
    score = settled(case([rubric("a")]), run("x"), verdict("not_applicable"))
    assert (score.status, score.value, score.reason) == ("not_applicable", None, "a: said not_applicable")


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
    """ADK 3, row 24: the error names both; another turn's criterion of that id is no conflict."""
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


def test_points_of_a_scale_are_worth_their_share_of_it() -> None:
    """0, 1, 2 are worth 0, .5, 1, and pass from `pass_at` on, by default at the top; -: (k - min) / (max - min)."""
    assert [(one.word, one.value, one.decision) for one in points_of(CLARITY)] == [
        ("0", 0.0, "fail"),
        ("1", 0.5, "pass"),
        ("2", 1.0, "pass"),
    ]
    three = Criterion(id="x", text="x", scale={5: "top", 1: "low", 2: "next"})
    assert [(one.word, one.value, one.decision) for one in points_of(three)] == [
        ("1", 0.0, "fail"),
        ("2", 0.25, "fail"),
        ("5", 1.0, "pass"),
    ]


def test_a_scale_beyond_one_digit_is_refused() -> None:
    """A judge answers with one token, and 10 would be taken for 1."""
    with pytest.raises(ValidationError, match="whole numbers from 0 to 9"):
        Criterion(id="x", text="x", scale={0: "no", 10: "yes"})


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


def scaled(*told: Reply | str, votes: str = "auto", distribution: bool = False) -> Verdict:
    """The verdict on a criterion with a scale."""
    (asked,) = items(case([rubric(CLARITY)]), run("R"))
    backend = ToldBackend(*told, distribution=distribution)
    found = asyncio.run(judge_of(backend, votes, prompt=load_prompt("rubric")).verdict(asked))
    (request, *_) = backend.asked
    assert request.words == ("0", "1", "2", "skip", "unknown")
    return found


def test_votes_on_a_scale_agree_where_they_pass_together() -> None:
    """1 and 2 both pass at 1: two samples are enough, and the credit is their mean, .75."""
    found = scaled('{"answer": 1}', '{"answer": "2"}')
    assert (found.decision, found.credit, found.votes, found.asked) == ("pass", 0.75, {"1": 1, "2": 1}, 2)
    assert found.reason == "1: 1, 2: 1 of 2"


def test_a_point_off_the_scale_is_off_the_menu() -> None:
    """A 7 where the scale ends at 2, and "yes", are no answers; nothing is made of them."""
    found = scaled('{"answer": 7}', '{"answer": "yes"}', votes="fixed:2")
    assert (found.decision, found.usable) == ("undecided", 0)
    assert {sample.failure for sample in found.samples} == {"off_menu"}


def test_a_distribution_on_a_scale_passes_by_the_mass_from_pass_at_on() -> None:
    """.4 fail, .6 pass: it passes, worth (.35 · .5 + .25 · 1) / .6 = .7083, though point 0 is the likeliest.

    The value is the expected point, .35 · .5 + .25 · 1 = .425.
    """
    shares = Reply(text="0", token_shares={"0": 0.4, "1": 0.35, "2": 0.25})
    found = scaled(shares, distribution=True)
    assert (found.decision, found.value, found.credit) == ("pass", pytest.approx(0.425), pytest.approx(0.425 / 0.6))
    assert found.reason == "value 0.42"


def test_a_distribution_on_a_scale_fails_under_pass_at() -> None:
    """.55 on point 0 fails, though the expected value of a scale is no probability to pass."""
    found = scaled(Reply(text="0", token_shares={"0": 0.55, "2": 0.45}), distribution=True)
    assert (found.decision, found.credit) == ("fail", 0.0)


@pytest.mark.parametrize(
    ("told", "decision"),
    [("skip", "not_applicable"), ("not applicable", "not_applicable"), ("unknown", "undecided"), ("no", "fail")],
)
def test_the_four_answers_stay_apart(told: str, decision: Decision) -> None:
    """ADK reads all but yes as no."""
    (asked,) = items(case([rubric("a")]), run("R"))
    judge = judge_of(ToldBackend(json.dumps({"answer": told})), "fixed:1", prompt=load_prompt("rubric"))
    assert asyncio.run(judge.verdict(asked)).decision == decision
