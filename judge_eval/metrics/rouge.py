"""response_match_score and ROUGE: how far a response shares the words of its reference."""

from __future__ import annotations

from typing import Literal

from judge_eval.core.case import Case
from judge_eval.core.run import Run
from judge_eval.core.score import Score
from judge_eval.metrics.finding import Finding
from judge_eval.metrics.metric import Metric, Options
from judge_eval.metrics.responses import score_responses
from judge_eval.text.normalise import same_text
from judge_eval.text.rouge import Kind, rouge

Share = Literal["precision", "recall", "fmeasure"]

_SHARED = {"rouge1": "words", "rouge2": "pairs of words", "rougeL": "words in order"}


def _rouge(name: str, kind: Kind, share: Share) -> Metric[Options]:
    def compare(reference: str, response: str) -> Finding:
        overlap = rouge(kind, reference, response)
        if not overlap.n_reference and same_text(reference, response):
            return Finding(1.0, f"no {_SHARED[kind]}, texts equal")
        value = getattr(overlap, share)
        if value == 1.0:
            return Finding(1.0)
        counts = f"{overlap.n_shared} of {overlap.n_reference} reference {_SHARED[kind]} found"
        return Finding(value, f"{counts}, among {overlap.n_response} in the response")

    def measure(case: Case, run: Run, options: Options) -> Score:
        return score_responses(name, case, run, compare)

    return Metric(name, measure, Options, aspect="response")


RESPONSE_MATCH = _rouge("response_match_score", "rouge1", "fmeasure")
ROUGE1_PRECISION = _rouge("rouge1_precision", "rouge1", "precision")
ROUGE1_RECALL = _rouge("rouge1_recall", "rouge1", "recall")
ROUGE1_FMEASURE = _rouge("rouge1_fmeasure", "rouge1", "fmeasure")
ROUGE2_PRECISION = _rouge("rouge2_precision", "rouge2", "precision")
ROUGE2_RECALL = _rouge("rouge2_recall", "rouge2", "recall")
ROUGE2_FMEASURE = _rouge("rouge2_fmeasure", "rouge2", "fmeasure")
ROUGEL_PRECISION = _rouge("rougeL_precision", "rougeL", "precision")
ROUGEL_RECALL = _rouge("rougeL_recall", "rougeL", "recall")
ROUGEL_FMEASURE = _rouge("rougeL_fmeasure", "rougeL", "fmeasure")
