"""Final responses against references: which turns can be compared, before any metric looks at words."""

from __future__ import annotations

from collections.abc import Callable

from judge_eval.core.case import Case, Turn
from judge_eval.core.run import Run, RunTurn
from judge_eval.core.score import Score
from judge_eval.metrics.finding import Finding, score_turns
from judge_eval.text.normalise import normalise, same_text
from judge_eval.text.tokens import tokens

ResponseMeasure = Callable[[str, str], Finding]
"""What a reference and a response, both with words in them, are worth."""


def score_responses(metric: str, case: Case, run: Run, measure: ResponseMeasure) -> Score:
    """The score by turns of a metric that compares words; turns without a reference are left out.

    No final response is worth 0. Texts without a token, such as emoji, are worth 1 where they are equal, else 0.
    """

    def measure_turn(turn: Turn, made: RunTurn) -> Finding:
        reference, response = turn.reference or "", made.final_response or ""
        if not normalise(response):
            return Finding(0.0, "no final response") if normalise(reference) else Finding(None, "both texts are empty")
        if tokens(reference) and tokens(response):
            return measure(reference, response)
        if same_text(reference, response):
            return Finding(1.0, "no tokens, texts equal")
        return Finding(0.0, f"no tokens in the {'response' if tokens(reference) else 'reference'}")

    return score_turns(metric, case, run, _lacking_reference, measure_turn)


def _lacking_reference(turn: Turn) -> str | None:
    return "no reference" if turn.reference is None else None
