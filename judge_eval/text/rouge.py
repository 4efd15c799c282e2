"""ROUGE: how far the tokens of a response and a reference overlap."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from judge_eval.text.rouge_library import TokenScorer, scorer_of
from judge_eval.text.subsequence import common_length
from judge_eval.text.tokens import tokens

Kind = Literal["rouge1", "rouge2", "rougeL"]
"""Overlap of tokens, of pairs of neighbours, of the longest common subsequence."""

_TABLE_CELLS = 1_000_000
"""rouge_score's table for rougeL has a cell for each pair of tokens: past this size (8 MB) we count without one."""


class Overlap(NamedTuple):
    """The three shares, each in [0, 1], and the units (tokens, or pairs of them) that they count."""

    precision: float
    recall: float
    fmeasure: float
    n_shared: int
    n_response: int
    n_reference: int


# One turn's texts are asked about by up to three metrics a kind, one after the other.
@lru_cache(maxsize=64)
def rouge(kind: Kind, reference: str, response: str) -> Overlap:
    """The overlap as rouge_score's scorer computes it, over our tokens; all 0 where either side has none."""
    reference_tokens, response_tokens = tokens(reference), tokens(response)
    n_reference, n_response = _units(kind, reference_tokens), _units(kind, response_tokens)
    if kind == "rougeL" and n_reference * n_response > _TABLE_CELLS:
        return _overlap(common_length(reference_tokens, response_tokens), n_response, n_reference)
    shares = _scorer(kind).score(reference_tokens, response_tokens)[kind]
    n_shared = round(shares.recall * n_reference)
    return Overlap(shares.precision, shares.recall, shares.fmeasure, n_shared, n_response, n_reference)


@lru_cache(maxsize=3)
def _scorer(kind: Kind) -> TokenScorer:
    return scorer_of(kind)


def _units(kind: Kind, of: tuple[str, ...]) -> int:
    return max(len(of) - 1, 0) if kind == "rouge2" else len(of)


def _overlap(n_shared: int, n_response: int, n_reference: int) -> Overlap:
    precision, recall = n_shared / n_response, n_shared / n_reference
    fmeasure = 2 * precision * recall / (precision + recall) if n_shared else 0.0
    return Overlap(precision, recall, fmeasure, n_shared, n_response, n_reference)
