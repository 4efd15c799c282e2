"""Deterministic features of a response, which may say more of it than the judge alone."""

from __future__ import annotations

import re

from judge_eval.text.rouge import rouge
from judge_eval.text.tokens import tokens

TOKEN_RECALL, ROUGE_1, NUMBERS_APART = "token_recall", "rouge_1", "numbers_apart"

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def features(response: str, reference: str | None) -> dict[str, float]:
    """How a response stands to its `reference`; empty without one.

    `token_recall` is the share of the shorter text's words that the other has, `rouge_1` the F-measure of ROUGE-1,
    both in [0, 1]; `numbers_apart` is 1 where the response holds a number that the reference lacks, else 0.
    """
    if reference is None or not reference.strip():
        return {}
    said, known = tokens(response), tokens(reference)
    shorter, other = (said, set(known)) if len(said) <= len(known) else (known, set(said))
    return {
        TOKEN_RECALL: sum(token in other for token in shorter) / len(shorter) if shorter else 0.0,
        ROUGE_1: rouge("rouge1", reference, response).fmeasure,
        NUMBERS_APART: float(bool(_numbers(response) - _numbers(reference))),
    }


def _numbers(text: str) -> set[str]:
    return {number.replace(",", "") for number in _NUMBER.findall(text)}
