"""What needs no judge: saying always the same, and counting the words that a response has in common with a text."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from judge_eval.stats.prediction.cut_off import best_cut_off
from judge_eval.text.rouge import rouge
from tests.bench.label_figures import Judged
from tests.bench.labelled_rows import Row


def always_the_same(rows: Sequence[Row], others: Sequence[Row]) -> list[Judged]:
    """Each of `rows` decided as most of `others` are labelled."""
    passes = 2 * sum(row.label for row in others) >= len(others)
    return [Judged(row.label, passed=passes, value=float(passes)) for row in rows]


def by_words(rows: Sequence[Row], others: Sequence[Row]) -> list[Judged]:
    """Each of `rows` decided by its words in common, from the cut-off on that is best for `others`.

    Empty where the rows come with no text to compare with.
    """
    if not all(row.reference or row.context for row in (*rows, *others)):
        return []
    cut_off = best_cut_off(np.array(list(map(_overlap, others))), np.array([float(row.label) for row in others]))
    values = list(map(_overlap, rows))
    return [
        Judged(row.label, passed=cut_off is not None and value >= cut_off, value=value)
        for row, value in zip(rows, values, strict=True)
    ]


def _overlap(row: Row) -> float:
    """ROUGE-1: the F-measure against a reference, or the share of the response's words that are in its context."""
    if row.reference:
        return rouge("rouge1", row.reference, row.response).fmeasure
    return rouge("rouge1", row.context or "", row.response).precision
