"""What a misspelt name most likely means."""

from __future__ import annotations

import pytest

from judge_eval.adapters.files.percent import share_meant
from judge_eval.errors import near_names, nearest
from judge_eval.wiring.planning import known_metrics

METRICS = known_metrics()


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("response_mach_score", ["response_match_score"]),
        ("rubric_based_final_response_quality", ["rubric_based_final_response_quality_v1"]),
        ("response quality", ["rubric_based_final_response_quality_v1"]),
        ("toolTrajectoryAvgScore", ["tool_trajectory_avg_score"]),
        ("TOOL-TRAJECTORY-AVG-SCORE", ["tool_trajectory_avg_score"]),
        ("task_succes", ["multi_turn_task_success_v1"]),
        ("tokens", ["token_usage_v1"]),
        ("duration", ["invocation_duration_v1"]),
        ("tool_use_quality", ["multi_turn_tool_use_quality_v1", "rubric_based_tool_use_quality_v1"]),
        ("final_response_match_v1", ["final_response_match_v2"]),
        ("latency", []),
        ("", []),
        ("___", []),
    ],
)
def test_what_a_metric_s_name_means(said: str, meant: list[str]) -> None:
    """Typing errors, other spellings, and a part of a long name lead to it; two that fit as well are both named."""
    assert near_names(said, METRICS) == meant


@pytest.mark.parametrize("name", [name for name in METRICS if not name.startswith("rouge")])
def test_one_missing_letter_leads_to_the_name(name: str) -> None:
    """Any letter may be left out; ROUGE's names differ by one letter themselves."""
    for place in range(len(name)):
        assert name in near_names(name[:place] + name[place + 1 :], METRICS)


def test_the_remedy_is_a_question() -> None:
    """One name, two, or no remedy at all."""
    assert nearest("alfa", ["alpha", "beta"]) == "did you mean 'alpha'?"
    assert nearest("al", ["al_x", "al_y"]) == "did you mean 'al_x' or 'al_y'?"
    assert nearest("gamma", ["alpha"]) is None
    assert nearest("al", ["al_x", "al_y", "al_z"]) == "did you mean 'al_x'?"


@pytest.mark.parametrize(
    ("value", "remedy"),
    [
        (80, "did you mean 0.8?"),
        (62.5, "did you mean 0.625?"),
        ("80%", "did you mean 0.8?"),
        (" 5 % ", "did you mean 0.05?"),
        ("1%", "did you mean 0.01?"),
        ("0.8", "did you mean 0.8?"),
        ("80", "did you mean 0.8?"),
        (101, None),
        (-1, None),
        ("most", None),
        (True, None),
        (None, None),
        ([80], None),
    ],
)
def test_a_percentage_is_a_share(value: object, remedy: str | None) -> None:
    """From 0 to 100, with or without the sign, in quotes or not."""
    assert share_meant(value) == remedy  # pyright: ignore[reportArgumentType] - any JSON value
