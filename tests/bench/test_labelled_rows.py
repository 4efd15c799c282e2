"""The bench of the embedded judge: its samples of labelled rows, what they are as runs, and its figures."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bench.label_baselines import always_the_same, by_words
from tests.bench.label_figures import Judged, line_of
from tests.bench.labelled_rows import LABELS, Row, as_case, as_run, balanced, half_of


def row(number: int, label: bool, response: str = "It is in Paris.") -> Row:
    """A row of answer match."""
    return Row(id=f"r{number}", prompt="Where?", response=response, reference="Paris, it is", label=label)


@given(st.lists(st.booleans()), st.integers(0, 40))
def test_a_balanced_sample_has_as_many_good_as_bad(labels: list[bool], n_rows: int) -> None:
    """At most as many as asked for, the first of each, in their order."""
    rows = [row(number, label) for number, label in enumerate(labels)]
    kept = balanced(rows, n_rows)
    each = min(n_rows // 2, labels.count(True), labels.count(False))
    assert [one.label for one in kept].count(True) == [one.label for one in kept].count(False) == each
    assert kept == [one for one in rows if one in kept]
    assert [one for one in kept if one.label] == [one for one in rows if one.label][:each]


@pytest.mark.skipif(not LABELS.is_dir(), reason="no ../shared/data")
def test_two_halves_make_the_whole() -> None:
    """What a prompt was tuned on is no part of what it is reported on."""
    ids = [{one.id for one in half_of("safety_xstest", half)} for half in (0, 1)]
    assert not ids[0] & ids[1]
    assert len(ids[0] | ids[1]) == len((LABELS / "safety_xstest.jsonl").read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize(
    ("row_id", "prompt", "said"),
    [
        ("usr-1", "hi \n hello \n how are you ? \n\n", [("hi", "hello"), ("how are you ?", "Fine.")]),
        ("usr-2", "hi \n bye ? \n\n", [("(nothing)", "hi"), ("bye ?", "Fine.")]),
        ("dices-1", "USER: a\nLAMDA: b\nUSER: c\nd", [("a", "b"), ("c\nd", "Fine.")]),
        ("other", "hi \n hello", [("hi \n hello", "Fine.")]),
    ],
)
def test_a_prompt_becomes_the_conversation_that_it_is(row_id: str, prompt: str, said: list[tuple[str, str]]) -> None:
    """Case and run have the same turns; criterion and context are the last turn's alone."""
    one = Row(id=row_id, prompt=prompt, response=" Fine. ", label=True, context="It rains.\n", criterion="It is kind.")
    case, run = as_case(one), as_run(one)
    assert [(turn.user, turn.final_response) for turn in run.turns] == said
    assert [turn.user_text for turn in case.turns] == [turn.user for turn in run.turns]
    assert (
        [len(turn.rubrics) for turn in case.turns]
        == [len(turn.calls) for turn in run.turns]
        == [0] * (len(said) - 1) + [1]
    )
    assert run.turns[-1].calls[0].result == "It rains."


def test_figures_are_counted_by_hand() -> None:
    """3 of 4 good ones pass and 1 of 2 bad ones fails, so .625; of 8 pairs 6 are in order and one is a tie: .81.

    Wilson gives .301 to .954 and .095 to .905; .625 - √(.449² + .405²)/2 = .32, .625 + √(.204² + .405²)/2 = .85.
    """
    good = [Judged(True, passed=value >= 0.5, value=value, seconds=2.0) for value in (0.9, 0.8, 0.7, 0.4)]
    bad = [Judged(False, passed=value >= 0.5, value=value, undecided=value == 0.5, seconds=1.0) for value in (0.7, 0.1)]
    assert line_of("mine", [*good, *bad]).split()[:4] == ["mine", "6", ".62", "(.32–.85)"]
    assert ".75 (.30–.95)" in line_of("mine", [*good, *bad])
    assert ".81 (" in line_of("mine", [*good, *bad]) and line_of("mine", [*good, *bad]).endswith("1.7")


def test_baselines_go_by_the_other_half() -> None:
    """Its more frequent label; its best cut-off of words in common; nothing where there are no words to compare."""
    others = [row(1, True), row(2, False, "In Rome."), row(3, False, "Nobody knows.")]
    rows = [row(4, True), row(5, False, "Elsewhere.")]
    assert [one.passed for one in always_the_same(rows, others)] == [False, False]
    assert [one.passed for one in by_words(rows, others)] == [True, False]
    assert by_words([rows[0].model_copy(update={"reference": None})], others) == []
