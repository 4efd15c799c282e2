"""unigram_recall: the share of the reference's tokens that the response has anywhere."""

from __future__ import annotations

from judge_eval.core.case import Case
from judge_eval.core.run import Run
from judge_eval.core.score import Score
from judge_eval.metrics.finding import Finding
from judge_eval.metrics.metric import Metric, Options
from judge_eval.metrics.responses import score_responses
from judge_eval.text.tokens import tokens

NAME = "unigram_recall"


def measure(case: Case, run: Run, options: Options) -> Score:
    """The mean over turns; unlike rouge1_recall, one token in the response serves all its repeats in the reference."""
    return score_responses(NAME, case, run, _compare)


def _compare(reference: str, response: str) -> Finding:
    wanted = tokens(reference)
    present = set(tokens(response))
    missed = [token for token in wanted if token not in present]
    if not missed:
        return Finding(1.0)
    n_present = len(wanted) - len(missed)
    return Finding(n_present / len(wanted), f"'{missed[0]}' is missing: {n_present} of {len(wanted)} words present")


METRIC = Metric(NAME, measure, Options, aspect="response")
