"""How turns are paired, left out, failed and averaged, whatever the metric."""

from __future__ import annotations

from pytest import approx

from judge_eval.core.case import Case, Scenario
from judge_eval.core.score import Score
from tests.dialogues import call, case, expected, made, run, scored, turn

TRAJECTORY, RESPONSE = "tool_trajectory_avg_score", "response_match_score"
CALLS_A = turn([expected("a")], "Done.")


def rows(score: Score) -> list[tuple[int | None, float | None, str]]:
    """Place, value and reason of each turn."""
    return [(child.turn, child.value, child.reason) for child in score.turns]


def test_the_value_is_the_mean_over_scored_turns() -> None:
    """As in ADK; a turn about which nothing is written is left out, and keeps its reason."""
    of = case(CALLS_A, turn(None), turn([]))
    score = scored(TRAJECTORY, of, run(made(call("a")), made(call("z")), made(call("z"))))
    assert score.value == approx((1 + 0) / 2)
    assert score.reason == "turn 3: called z, no call was expected"
    assert rows(score) == [
        (0, 1, ""),
        (1, None, "nothing is written about calls"),
        (2, 0, "called z, no call was expected"),
    ]
    assert {child.metric for child in score.turns} == {TRAJECTORY}


def test_a_missing_turn_fails_alone() -> None:
    """Where the run has fewer turns than the case, the rest are 0 with their reason, the others count."""
    score = scored(TRAJECTORY, case(CALLS_A, CALLS_A), run(made(call("a"))))
    assert (score.value, score.reason) == (1 / 2, "turn 2: the run has no such turn")


def test_a_surplus_turn_fails_alone() -> None:
    """Where the run has more turns than the case, each of them is 0 with its reason."""
    score = scored(RESPONSE, case(CALLS_A), run(made(), made()))
    assert (score.value, score.reason) == (1 / 2, "turn 2: the case has no such turn")
    assert rows(score)[1] == (1, 0, "the case has no such turn")


def test_a_surplus_turn_is_nothing_where_nothing_is_expected() -> None:
    """A metric that the case says nothing about does not apply, however many turns there are."""
    score = scored(RESPONSE, case(turn()), run(made(), made()))
    assert (score.status, score.reason, score.turns) == ("not_applicable", "no reference", ())


def test_an_agent_that_broke_off_fails_the_turn_it_broke_off_in() -> None:
    """The turn without a final response, and those never reached, are 0 with the agent's error; earlier ones count."""
    of = case(CALLS_A, CALLS_A, CALLS_A)
    by = run(made(call("a")), made(call("a"), response=None), error="TimeoutError: 30 s")
    score = scored(TRAJECTORY, of, by)
    assert (score.value, score.reason) == (approx(1 / 3), "turn 2: the agent broke off: TimeoutError: 30 s")
    assert [child.value for child in score.turns] == [1, 0, 0]


def test_an_agent_that_broke_off_after_an_answer_fails_what_was_to_come() -> None:
    """The turn after the answered one; where there is none, the last: no crash is passed."""
    by = run(made(call("a")), error="boom")
    assert [child.value for child in scored(TRAJECTORY, case(CALLS_A, CALLS_A), by).turns] == [1, 0]
    assert scored(TRAJECTORY, case(CALLS_A), by).reason == "the agent broke off: boom"


def test_a_turn_that_ends_on_a_tool_call_keeps_its_trajectory() -> None:
    """Without an error, a missing final response costs the response, not the calls."""
    by = run(made(call("a"), response=None))
    assert scored(TRAJECTORY, case(CALLS_A), by).value == 1
    assert scored(RESPONSE, case(CALLS_A), by).reason == "no final response"


def test_a_scenario_has_no_turns_to_compare() -> None:
    """A conversation that a simulator plays has no written turns, so metrics by turns do not apply."""
    of = Case(id="c", cluster="c", scenario=Scenario(starting_prompt="Hi", conversation_plan="Ask."))
    score = scored(TRAJECTORY, of, run(made(call("a"))))
    assert (score.status, score.reason) == ("not_applicable", "the case has no written turns")


def test_a_score_names_case_and_repeat() -> None:
    """The run's score and its turns' scores say whose they are."""
    by = run(made(call("a"))).model_copy(update={"repeat": 3})
    score = scored(TRAJECTORY, case(CALLS_A), by)
    assert [(each.case_id, each.repeat) for each in (score, *score.turns)] == [("c", 3), ("c", 3)]
    assert score.turn is None
