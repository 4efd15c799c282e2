"""Properties of a rubric's score: bounds hold whatever an undecided criterion turns out to be."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from judge_eval.core.case import Case, Turn
from judge_eval.core.content import Part
from judge_eval.core.rubric import Criterion, Rubric
from judge_eval.core.run import Run, RunTurn
from judge_eval.core.score import Score
from judge_eval.core.verdict import Decision, Verdict
from judge_eval.judge.questions.rubric import FINAL_RESPONSE, RubricOptions

WORST_FIRST: tuple[Decision, ...] = ("fail", "undecided", "pass", "not_applicable")
DECISIONS = st.sampled_from(WORST_FIRST)
CREDITS: dict[Decision, float] = {"pass": 1.0, "fail": 0.0}


def score(weights: Sequence[tuple[float, bool]], decisions: Sequence[Decision]) -> Score:
    """The score of a response on criteria of these weights, some of them required."""
    criteria = tuple(
        Criterion(id=str(place), text="x", weight=weight, required=required)
        for place, (weight, required) in enumerate(weights)
    )
    case = Case(
        id="c", cluster="c", turns=(Turn(user=(Part(text="x"),)),), rubrics=(Rubric(id="r", criteria=criteria),)
    )
    run = Run(case_id="c", turns=(RunTurn(user="x", final_response="y"),))
    items = FINAL_RESPONSE.items(case, run, RubricOptions())
    verdicts = [Verdict(question="rubric", item="i", decision=one, credit=CREDITS.get(one)) for one in decisions]
    return FINAL_RESPONSE.settle(case, run, items, verdicts)


SCALES = st.lists(st.tuples(st.floats(0.01, 100), st.booleans(), DECISIONS), min_size=1, max_size=5)


@given(SCALES, st.booleans())
def test_bounds_hold_the_score_that_a_decision_would_make(
    scaled: list[tuple[float, bool, Decision]], met: bool
) -> None:
    """Let every undecided criterion pass, or fail: the score lies on the one bound or the other."""
    weights = [(weight, required) for weight, required, _ in scaled]
    decisions: list[Decision] = [decision for _, _, decision in scaled]
    open_score = score(weights, decisions)
    told: Decision = "pass" if met else "fail"
    settled: list[Decision] = [told if one == "undecided" else one for one in decisions]
    closed = score(weights, settled)
    if "undecided" in decisions:
        assert open_score.status == "undecided"
        assert closed.value == (open_score.high if met else open_score.low)
    else:
        assert (open_score.status, open_score.value) == (closed.status, closed.value)


@given(SCALES)
def test_a_score_is_a_share(scaled: list[tuple[float, bool, Decision]]) -> None:
    """Between 0 and 1, and 1 exactly where every criterion that applies passes."""
    decisions: list[Decision] = [decision for _, _, decision in scaled]
    made = score([(weight, required) for weight, required, _ in scaled], decisions)
    if made.value is not None:
        assert 0 <= made.value <= 1
        assert (made.value == 1) == (set(decisions) <= {"pass", "not_applicable"})


@given(SCALES)
def test_what_is_required_decides_by_its_worst(scaled: list[tuple[float, bool, Decision]]) -> None:
    """Fail before undecided before pass, over the required criteria that apply."""
    decisions: list[Decision] = [decision for _, _, decision in scaled]
    made = score([(weight, required) for weight, required, _ in scaled], decisions)
    required = {decision for _, needed, decision in scaled if needed}
    assert made.required == next((one for one in WORST_FIRST[:3] if one in required), None)
