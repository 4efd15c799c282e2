"""Advice on a rubric's wording: what it finds, and what it leaves alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from judge_eval.calibration.thresholds import NEAR_DUPLICATE
from judge_eval.core.rubric import Criterion, Example, Rubric
from judge_eval.judge.rubric_advice import Advice, advice_on


def advice(*criteria: Criterion | str) -> tuple[Advice, ...]:
    """The advice on a rubric of these criteria; a bare text is one."""
    made = [one if isinstance(one, Criterion) else Criterion(id=f"c{n}", text=one) for n, one in enumerate(criteria)]
    return advice_on(Rubric(id="r", criteria=tuple(made)), near_duplicate=NEAR_DUPLICATE)


def kinds(*criteria: Criterion | str) -> list[str]:
    """The kinds of that advice."""
    return [one.kind for one in advice(*criteria)]


@pytest.mark.parametrize(
    "text",
    [
        "The reply names the policy and offers a next step.",
        "The reply is short and is polite.",
        "The reply greets the user; it names them.",
        "The agent looks the order up or asks its number.",
        "The agent greets the user and then politely asks what they need.",
        "The reply names the price as well as the date.",
        "The answer cites its source but has two paragraphs.",
        "The reply is polite and concise.",
        "Is the reply courteous but brief?",
        "The replies are accurate, complete, and harmless.",
        "The tone of the reply is very warm and formal.",
        "Where the order is late, the reply must be short and polite.",
        "The reply apologises. It also offers a refund.",
        "The reply is short. It is polite.",
        "The agent looks the order up. The agent then tells its date.",
        "The reply names the price. It should name the date.",
    ],
)
def test_two_predicates_are_double_barrelled(text: str) -> None:
    """Half met has no right answer; and who is asked in two sentences is asked twice."""
    assert kinds(text) == ["double-barrelled"]


@pytest.mark.parametrize(
    "text",
    [
        "The reply names the price and the date.",
        "The reply names dates and prices that the user can check.",
        "The reply names at least one of name, order and address.",
        "Where the user reports a loss or a fault, the reply acknowledges it.",
        "The reply tells the user what they or their colleagues can do.",
        "Each fact that the user has given is asked for at most once.",
        "Where the order is late and unpaid, the reply says so.",
        "The reply names a price that is final and binding.",
        "The reply says that the parcel is late and lost.",
        "The reply is in French and English.",
        "The languages are French and English.",
        "The units are metres and seconds.",
        "The date is between May and June.",
        "The reply is short or empty.",
        "The reply names the rule. A link to it counts.",
        "The reply names a carrier. It is enough to name one.",
        "The reply names a date. It counts where it is a month.",
        "The reply gives the time, e.g. 5 p.m. in Oslo.",
        "The parcel came at 5 p.m. it seems.",
        "The reply names the user. Dr. Who is one.",
    ],
)
def test_one_predicate_is_left_alone(text: str) -> None:
    """Two nouns are no two questions."""
    assert kinds(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "The reply does not promise a refund.",
        "The reply doesn’t promise a refund.",
        "The reply never promises a refund.",
        "The reply is free of jargon.",
        "The reply avoids jargon.",
        "The agent acts without asking twice.",
    ],
)
def test_a_negation_is_found(text: str) -> None:
    """A judge that says yes to a not has often read it as a no."""
    assert kinds(text) == ["negated"]


@pytest.mark.parametrize(
    "text", ["It is noted in the reply.", "The reply names the notice period.", "It is nothingness."]
)
def test_a_word_that_holds_a_negation_is_none(text: str) -> None:
    """Whole words count."""
    assert kinds(text) == []


@pytest.mark.parametrize(
    "text", ["How clear is the reply?", "How well does it end?", "To what extent is it true?", "Rate it."]
)
def test_a_degree_without_a_scale_misses_its_anchors(text: str) -> None:
    """Yes and no do not answer it; with a scale they need not."""
    assert kinds(text) == ["missing anchors"]
    assert kinds(Criterion(id="a", text=text, scale={0: "not at all", 1: "wholly"})) == []


def test_a_question_for_yes_or_no_needs_no_scale() -> None:
    """It does not ask for a degree."""
    assert kinds("Does the reply say how long it takes?") == []


def test_a_point_without_words_misses_its_anchor() -> None:
    """A number says nothing of a number; nor does a point that is left out."""
    assert kinds(Criterion(id="a", text="How clear is it?", scale={0: "not", 1: "1", 2: "wholly"})) == [
        "missing anchors"
    ]
    (gap,) = advice(Criterion(id="a", text="How clear is it?", scale={0: "not", 2: "wholly"}))
    assert (gap.kind, gap.message) == ("missing anchors", "'a' leaves out point 1 of its scale")


def test_a_vague_word_needs_examples_or_a_scale() -> None:
    """With either, it is said what is meant."""
    assert kinds("The tone is appropriate.") == ["vague"]
    example = Example(response="Hello", answer=True)
    assert kinds(Criterion(id="a", text="The tone is appropriate.", examples=(example,))) == []
    assert kinds(Criterion(id="a", text="How natural is it?", scale={0: "stiff", 1: "fluent"})) == []


def test_near_duplicates_count_twice() -> None:
    """The later one is named, with its twin; case and spacing make no difference."""
    (found,) = advice("The reply names the price.", "It ends with a question.", "The  reply names its PRICE.")
    assert (found.kind, found.place, found.message) == ("near-duplicate", 2, "'c2' says nearly the same as 'c0'")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("The reply names the order number.", "The reply names the number of the order.", True),
        ("The reply names the order number.", "The reply names the phone number.", False),
        ("The reply names the order number.", "The reply names the full order number.", False),
        ("The reply greets the user.", "The reply does not greet the user.", False),
        ("It names a date or a month.", "It names a date without a month.", False),
        ("Each price in the reply is one that the shop lists.", "Each price in the reply is one the shop lists.", True),
        ("It is.", "The.", False),
        ("价格写明了。", "价格没有写明。", False),
    ],
)
def test_a_near_duplicate_has_the_same_words(one: str, other: str, same: bool) -> None:
    """In whatever order; where a word of a short text differs, another thing is asked."""
    assert kinds(one, other).count("near-duplicate") == same


@pytest.mark.parametrize(
    ("answer", "on_a_scale", "off"),
    [
        (True, False, False),
        ("no", False, False),
        ("maybe", False, True),
        (1, False, True),
        (1, True, False),
        ("1", True, False),
        (7, True, True),
        (True, True, True),
    ],
)
def test_an_example_answers_as_a_judge_may(answer: bool | int | str, on_a_scale: bool, off: bool) -> None:
    """Another answer would teach the judge what it may not say."""
    scale = {0: "not", 1: "wholly"} if on_a_scale else None
    made = {"id": "a", "text": "It holds.", "scale": scale, "examples": [{"response": "x", "answer": answer}]}
    if off:
        with pytest.raises(ValidationError, match="a judge may not give this answer here"):
            Criterion.model_validate(made)
    else:
        assert kinds(Criterion.model_validate(made)) == []


def test_two_answers_to_one_example_contradict_each_other() -> None:
    """A judge cannot learn from both; the same answer in two spellings is one."""
    examples = [Example(response=text, answer=said) for text, said in (("a", True), ("b", "no"), (" a", "no"))]
    (found,) = advice(Criterion(id="c", text="It holds.", examples=tuple(examples)))
    assert (found.kind, found.at, found.message) == (
        "contradiction",
        ("examples", 2),
        "'c' has two answers to one example",
    )
    same = (Example(response="a", answer=False), Example(response="a", answer="no"))
    assert kinds(Criterion(id="c", text="It holds.", examples=same)) == []


@given(st.lists(st.text(min_size=1), min_size=1, max_size=3))
def test_any_text_can_be_read(texts: list[str]) -> None:
    """Advice points at criteria that are there, and the same text always gets the same advice."""
    found = advice(*texts)
    assert all(0 <= one.place < len(texts) for one in found)
    assert found == advice(*texts)
