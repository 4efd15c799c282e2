"""The four figures that are only reported."""

from __future__ import annotations

import pytest
from pytest import approx

from judge_eval.core.run import Call, Run, Tokens
from judge_eval.metrics.catalog import load
from tests.dialogues import call, case, made, scored, turn

NAMES = ("tool_call_count_v1", "inference_call_count_v1", "token_usage_v1", "invocation_duration_v1")
CASE = case(turn(), turn())
TURNS = (made(call("a"), call("b"), Call(name="c", nested_in="1")), made(call("a")))
RECORDED = Run(case_id="c", turns=TURNS, seconds=3.0, tokens=Tokens(input=900, output=75), model_calls=5)


@pytest.mark.parametrize(("metric", "value"), [*zip(NAMES, [(2 + 1) / 2, 5 / 2, (900 + 75) / 2, 3.0 / 2], strict=True)])
def test_a_figure_is_the_mean_of_a_turn(metric: str, value: float) -> None:
    """ADK reports per turn: totals over two turns are halved; calls inside a call do not count."""
    assert scored(metric, CASE, RECORDED).value == approx(value)


def test_tool_calls_are_told_turn_by_turn() -> None:
    """Each turn's own count stands under the mean; the other figures are recorded for the whole run only."""
    score = scored("tool_call_count_v1", CASE, RECORDED)
    assert [(child.turn, child.value) for child in score.turns] == [(0, 2), (1, 1)]
    assert scored("token_usage_v1", CASE, RECORDED).turns == ()


@pytest.mark.parametrize("metric", NAMES[1:])
def test_what_was_not_recorded_is_not_zero(metric: str) -> None:
    """A run without the figure gives no score, and says so."""
    score = scored(metric, CASE, Run(case_id="c", turns=TURNS))
    assert score.status == "not_applicable" and score.reason.startswith("the run did not record its ")


@pytest.mark.parametrize("metric", NAMES)
def test_a_run_without_turns_has_no_mean(metric: str) -> None:
    """Nothing is divided by no turns."""
    by = Run(case_id="c", seconds=1, tokens=Tokens(), model_calls=1)
    assert scored(metric, CASE, by).status == "not_applicable"


@pytest.mark.parametrize("metric", NAMES)
def test_a_figure_is_no_share(metric: str) -> None:
    """Units and aspect keep these figures away from thresholds."""
    assert load(metric).unit != "share"
    assert load(metric).aspect == "efficiency"
