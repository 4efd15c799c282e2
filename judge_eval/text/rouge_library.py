"""The parts of rouge_score that we use, typed; the one file that imports it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, cast

from judge_eval.text.nltk_aside import nltk_set_aside

with nltk_set_aside():
    from rouge_score import rouge_scorer, tokenizers  # pyright: ignore[reportMissingTypeStubs]


class Shares(Protocol):
    """The three numbers of one kind of ROUGE, each in [0, 1]."""

    precision: float
    recall: float
    fmeasure: float


class TokenScorer(Protocol):
    """What scores the tokens of a prediction against those of a target."""

    def score(self, target: Sequence[str], prediction: Sequence[str]) -> Mapping[str, Shares]:
        """The shares, by kind of ROUGE."""
        ...


class WordTokenizer(Protocol):
    """What cuts ASCII text into tokens."""

    def tokenize(self, text: str) -> Sequence[str]:
        """The tokens of `text`, in order."""
        ...


class _CutAlready:
    """The tokenizer of a scorer that is given tokens in place of texts."""

    def tokenize(self, tokens: Sequence[str]) -> Sequence[str]:
        """The same tokens."""
        return tokens


def scorer_of(kind: str) -> TokenScorer:
    """rouge_score's own scorer of one kind, such as "rouge1", for texts that are cut into tokens already."""
    return cast(TokenScorer, rouge_scorer.RougeScorer([kind], tokenizer=_CutAlready()))


def stemming_tokenizer() -> WordTokenizer:
    """rouge_score's own tokenizer: lower-case ASCII words, those over three letters as their Porter stems."""
    return cast(WordTokenizer, tokenizers.DefaultTokenizer(use_stemmer=True))
