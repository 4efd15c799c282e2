"""rubric: the score that the verdicts on criteria settle."""

from __future__ import annotations

import pytest

from judge_eval.core.rubric import Criterion
from judge_eval.core.verdict import Decision
from tests.rubric_parts import case, rubric, run, settled, verdict

NO_RUBRIC = "no rubric applies (name them under rubrics: of the metric or the case)"


def test_turn_level_rubrics_on_two_turns_are_both_scored() -> None:
    """Rubric a on turn 1 is judged no, b on turn 2 yes; ADK does not evaluate turn 1 and says 1.0."""
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


def test_the_reason_names_the_required_criterion_that_decides() -> None:
    """Whatever failed before it; one that fails goes before one that is undecided."""
    must, last = Criterion(id="must", text="x", required=True), Criterion(id="last", text="y", required=True)
    made = case([], rubrics=[rubric("may", must, last)])
    failed, open_, passed = verdict("fail"), verdict("undecided"), verdict("pass")
    assert settled(made, run("x"), failed, failed, passed).reason == "required 'must': said fail"
    assert settled(made, run("x"), failed, open_, failed).reason == "required 'last': said fail"
    assert settled(made, run("x"), failed, passed, passed).reason == "may: said fail"
    assert settled(made, run("x"), passed, passed, passed).reason == "may: said pass"


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
    assert (score.status, score.reason, score.items) == ("not_applicable", NO_RUBRIC, (score,))


def test_where_no_criterion_applies_the_score_does_not_either() -> None:
    """The reason is the first criterion's."""
    score = settled(case([rubric("a")]), run("x"), verdict("not_applicable"))
    assert (score.status, score.value, score.reason) == ("not_applicable", None, "a: said not_applicable")
