"""One reply about several items: each answer is found by its id alone, and read as if it had come by itself."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge_eval.judge.packs.reply import parse_packed
from judge_eval.judge.replies.parse import Spoken
from tests.judge_parts import MENU

MENUS = {"i1": MENU, "i2": MENU}


def read(reply: str) -> list[str]:
    """The name of each item's answer, in the order of the items, or the kind of its failure."""
    found = parse_packed(reply, MENUS)
    return [one.answer.name if isinstance(one, Spoken) else one.failure for one in found.values()]


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ('{"i1": "yes", "i2": "No."}', ["yes", "no"]),
        ('{"i1": {"answer": true}, "i2": {"verdict": "partially valid"}}', ["yes", "no"]),
        ('{"rationale": "as in {\\"i1\\": 1}", "i1": {"answer": "no"}, "i2": {"answer": "yes"}}', ["no", "yes"]),
        ('{"i2": {"answer": "no"}, "i1": {"answer": "yes"}, "i3": {"answer": "no"}}', ["yes", "no"]),
        ('Draft: {"i1": {"answer": "no"}}\n{"i1": {"answer": "yes"}, "i2": {"answer": "yes"}}', ["yes", "yes"]),
        ("{'i1': {'answer': 'yes'}, 'i2': {'answer': 'no'},}", ["yes", "no"]),
        ('{"i1": {"answer": "yes"}, "i2": {"rationale": "It', ["yes", "incomplete"]),
        ('{"i1": {"answer": "yes"}, "i1": {"answer": "no"}, "i2": {"answer": "yes"}}', ["off_menu", "yes"]),
        ('{"i1": {"answer": "yes"}, "i1": {"answer": "maybe"}, "i2": {"answer": "yes"}}', ["off_menu", "yes"]),
        ('{"i1": {"answer": "yes"}, "i1": "yes", "i2": {"answer": "maybe"}}', ["yes", "off_menu"]),
        ('{"i1": {"answer": "yes"}, "i2": {}}', ["yes", "incomplete"]),
        ('{"i1": {"answer": "yes"}, "i2": [1]}', ["yes", "off_menu"]),
        ('{"1": {"answer": "yes"}, "I2": {"answer": "yes"}}', ["incomplete", "incomplete"]),
        ('[{"answer": "yes"}, {"answer": "no"}]', ["incomplete", "incomplete"]),
        ("yes, no", ["incomplete", "incomplete"]),
        ("", ["incomplete", "incomplete"]),
    ],
)
def test_a_reply_is_read_by_id_alone(reply: str, said: list[str]) -> None:
    """Never by order, never by what else stands there; one item that cannot be read leaves the other."""
    assert read(reply) == said


@given(
    answers=st.tuples(*[st.sampled_from(MENU.answers)] * 2),
    others=st.dictionaries(
        st.text().filter(lambda key: key not in MENUS),
        st.recursive(st.none() | st.text(), st.lists, max_leaves=3),
        max_size=3,
    ),
    order=st.randoms(use_true_random=False),
)
def test_neither_order_nor_surplus_keys_matter(answers: tuple[Any, Any], others: dict[str, Any], order: Any) -> None:
    """Whatever else the object holds, and in whatever order."""
    members: list[tuple[str, Any]] = [*others.items()]
    members += [(id_, {"answer": one.word}) for id_, one in zip(MENUS, answers, strict=True)]
    order.shuffle(members)
    assert read(json.dumps(dict(members))) == [one.name for one in answers]
