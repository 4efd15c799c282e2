"""The catalog of judged metrics: every name leads to its question, and every question has its word."""

from __future__ import annotations

import pytest

from judge_eval.calibration.sentences import NOUNS
from judge_eval.judge.catalog import METRIC_OF, NAMES, QUESTION_OF, load
from judge_eval.judge.criteria import METRICS


@pytest.mark.parametrize("name", sorted(NAMES))
def test_a_name_leads_to_the_question_of_that_name(name: str) -> None:
    """The question at each place is that of the metric, under the id that the catalog tells without loading it."""
    question = load(name)
    assert (question.metric, question.id) == (name, QUESTION_OF[name])


def test_every_metric_is_found_by_its_question() -> None:
    """A question leads back to its metric, that of a rubric by its kind of criterion."""
    assert {*METRIC_OF.values(), *METRICS.values()} == NAMES


def test_every_question_has_a_noun() -> None:
    """The sentences of an appraisal can name the items of whatever is labelled."""
    assert NOUNS.keys() == set(QUESTION_OF.values())
