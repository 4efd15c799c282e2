"""response_contains: the share of the required words that the agent's final responses hold."""

from __future__ import annotations

from judge_eval.core.case import Case
from judge_eval.core.run import Run
from judge_eval.core.score import Score
from judge_eval.metrics.finding import Finding, score_run
from judge_eval.metrics.metric import Metric, Options
from judge_eval.text.normalise import normalise
from judge_eval.text.tokens import joined

NAME = "response_contains"


def measure(case: Case, run: Run, options: Options) -> Score:
    """The share of `case.expect.response_contains` that stands in any final response, but for case and spelling."""
    return score_run(NAME, case, run, _outcome(case.expect.response_contains or (), run))


def _outcome(required: tuple[str, ...], run: Run) -> Finding:
    if not required:
        return Finding(None, "no words are required")
    responses = [normalise(turn.final_response) for turn in run.turns if turn.final_response]
    if not responses:
        return Finding(0.0, "no final response")
    missed = [words for words in required if not any(_says(response, normalise(words)) for response in responses)]
    if not missed:
        return Finding(1.0)
    return Finding((len(required) - len(missed)) / len(required), f"no final response says '{missed[0]}'")


def _says(response: str, words: str) -> bool:
    """Whether the words stand in the response as words of their own: "5" is not said by "15"."""
    start = response.find(words)
    while start >= 0:
        end = start + len(words)
        if not (joined(response[start - 1 : start], words[:1]) or joined(words[-1:], response[end : end + 1])):
            return True
        start = response.find(words, start + 1)
    return False


METRIC = Metric(NAME, measure, Options, aspect="response")
