"""The judged metrics by name; a question's own imports are paid when it is loaded."""

from __future__ import annotations

from importlib import import_module
from types import MappingProxyType
from typing import Any

from judge_eval.errors import InputError, Problem, nearest
from judge_eval.judge.question import Question

PLACES = MappingProxyType(
    {
        "final_response_match_v2": "judge_eval.judge.questions.final_response_match:QUESTION",
        "rubric_based_final_response_quality_v1": "judge_eval.judge.questions.rubric:FINAL_RESPONSE",
        "rubric_based_tool_use_quality_v1": "judge_eval.judge.questions.rubric:TOOL_USE",
        "rubric_based_multi_turn_trajectory_quality_v1": "judge_eval.judge.questions.rubric:TRAJECTORY",
        "hallucinations_v1": "judge_eval.judge.questions.grounding:QUESTION",
        "safety_v1": "judge_eval.judge.questions.safety:QUESTION",
        "multi_turn_task_success_v1": "judge_eval.judge.questions.task_success:QUESTION",
        "outcome": "judge_eval.judge.questions.outcome:QUESTION",
    }
)
"""Each metric's name with its question's place, as 'module:object'."""

NAMES = frozenset(PLACES)

QUESTION_OF = MappingProxyType({metric: place.partition(":")[0].rpartition(".")[2] for metric, place in PLACES.items()})
"""The id of the question that each metric asks: its module is named by it."""

METRIC_OF = MappingProxyType({question: metric for metric, question in QUESTION_OF.items() if question != "rubric"})
"""The metric that asks each question; the rubric's has one for each kind of criterion, in `criteria.METRICS`."""


def load(name: str) -> Question[Any]:
    """The question that a judged metric asks.

    Raises: InputError where there is none, with the nearest name.
    """
    place = PLACES.get(name)
    if place is None:
        raise InputError(Problem(f"there is no judged metric '{name}'", found=repr(name), remedy=nearest(name, NAMES)))
    module, _, attribute = place.partition(":")
    question: Question[Any] = getattr(import_module(module), attribute)
    return question
