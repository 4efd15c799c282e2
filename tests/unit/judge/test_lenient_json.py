"""Objects in prose, read in spite of small faults."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge_eval.judge.replies.lenient_json import Found, objects_in

SCALARS = st.one_of(st.text(), st.integers(), st.booleans(), st.none())


@given(st.dictionaries(st.text(), SCALARS))
def test_json_is_read_as_json(members: dict[str, object]) -> None:
    """An object that is JSON gives its members, wherever it stands in prose."""
    (found,) = objects_in(f"So I say: {json.dumps(members)} and no more")
    assert dict(found.members) == members
    assert found.closed


@given(st.dictionaries(st.text(), SCALARS, min_size=1), st.data())
def test_a_cut_object_gives_members_that_it_has(members: dict[str, object], data: st.DataObject) -> None:
    """Cut off anywhere, an object gives some of its first members whole, and never one that is not its own."""
    text = json.dumps(members)
    cut = data.draw(st.integers(2, len(text) - 1))
    for found in objects_in(text[:cut]):
        whole = [(key, value) for key, value in found.members if not isinstance(value, int) or isinstance(value, bool)]
        assert all(members.get(key) == value for key, value in whole)


@given(st.text(alphabet="{}[]\"':,/*\\ anu1\n"))
def test_no_text_breaks_the_reader(text: str) -> None:
    """Any text gives objects or none, and ends."""
    assert all(isinstance(found, Found) for found in objects_in(text))


@pytest.mark.parametrize(
    ("text", "members"),
    [
        ("{'a': 'it\\'s', \"b\": None}", {"a": "it's", "b": None}),
        ('{"a": "\\u00e9\\n\\q\\u00", b: 1,}', {"a": "é\nqu00", "b": 1}),
        ('{"a": [1, {"b": [true, false]},], // c\n "d": -1.5e3}', {"a": [1, {"b": [True, False]}], "d": -1500.0}),
        ("{/* first */ 'a' : 'x' }", {"a": "x"}),
    ],
)
def test_small_faults_are_borne(text: str, members: dict[str, object]) -> None:
    """Single quotes, Python's words, comments, trailing commas, bare keys and bad escapes do not hide a member."""
    (found,) = objects_in(text)
    assert dict(found.members) == members
    assert found.closed


@pytest.mark.parametrize("text", ['{"a" 1}', '{"a": 1 "b": 2}', '{"a": [1 2]}', '{"a": [1', '{"a": what}', '{"a": :}'])
def test_what_breaks_off_is_not_closed(text: str) -> None:
    """An object that cannot be read to its end is said to be open."""
    assert [found.closed for found in objects_in(text)] == [False]
