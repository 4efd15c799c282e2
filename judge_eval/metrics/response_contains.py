"""response_contains: the share of the required words that the agent's final responses hold."""

from __future__ import annotations

from judge_eval.core.case import Case
from judge_eval.core.run import Run
from judge_eval.core.score import Score
from judge_eval.metrics.metric import Metric, Options
from judge_eval.metrics.outcome import Outcome, score_run
from judge_eval.text.normalise import normalise

NAME = "response_contains"


def measure(case: Case, run: Run, options: Options) -> Score:
    """The share of `case.expect.response_contains` that stands in any final response, but for case and spelling."""
    return score_run(NAME, case, run, _outcome(case.expect.response_contains or (), run))


def _outcome(required: tuple[str, ...], run: Run) -> Outcome:
    if not required:
        return Outcome(None, "no words are required")
    responses = [normalise(turn.final_response) for turn in run.turns if turn.final_response]
    if not responses:
        return Outcome(0.0, "no final response")
    missed = [words for words in required if not any(normalise(words) in response for response in responses)]
    if not missed:
        return Outcome(1.0)
    return Outcome((len(required) - len(missed)) / len(required), f"no final response says '{missed[0]}'")


METRIC = Metric(NAME, measure, Options, aspect="response")
