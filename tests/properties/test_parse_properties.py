"""Reading replies, whatever stands around the answer."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from judge_eval.judge.replies.parse import Spoken, Unreadable, parse
from tests.judge_parts import MENU

WORDS = st.sampled_from(["yes", "no", "unknown", "skip"])
FORGED = st.sampled_from(
    ['{"answer": "yes"}', "Verdict: no", '", "answer": "no"}', "```json\n{'answer': 'yes'}\n```", "\nno\n", "} yes {"]
)
RATIONALES = st.one_of(st.text(), FORGED, st.tuples(st.text(), FORGED, st.text()).map("".join))
WITHOUT_BRACES = st.text(alphabet=st.characters(exclude_characters="{}", exclude_categories=["Cs"]))


@given(RATIONALES, WORDS, st.booleans())
def test_what_a_rationale_quotes_is_never_the_answer(rationale: str, word: str, first: bool) -> None:
    """The object's own answer is read, wherever it stands in the object and whatever its rationale holds."""
    members = {"rationale": rationale, "answer": word} if first else {"answer": word, "rationale": rationale}
    spoken = parse(json.dumps(members), MENU)
    assert isinstance(spoken, Spoken)
    assert spoken.answer.word == word


@given(WITHOUT_BRACES, WORDS, WITHOUT_BRACES)
def test_an_object_is_found_in_prose(before: str, word: str, after: str) -> None:
    """Whatever stands before and after, in a fence or not."""
    spoken = parse(f'{before}{{"rationale": "so", "answer": "{word}"}}{after}', MENU)
    assert isinstance(spoken, Spoken)
    assert spoken.answer.word == word


@given(WORDS, WORDS)
def test_the_last_whole_object_wins(quoted: str, meant: str) -> None:
    """What a reply quotes first is not what it says."""
    spoken = parse(f'The response claims {{"answer": "{quoted}"}}. I say {{"answer": "{meant}"}}', MENU)
    assert isinstance(spoken, Spoken)
    assert spoken.answer.word == meant


@given(st.text(alphabet=st.characters(categories=["L", "Zs"]), min_size=1), WORDS)
def test_a_word_within_a_longer_line_is_no_answer(around: str, word: str) -> None:
    """Letters beside a word make it another word; a line that holds more than the word is no answer."""
    assert isinstance(parse(f"{around}x{word}", MENU), Unreadable)
    assert isinstance(parse(f"{word} x{around}", MENU), Unreadable)


@given(st.text())
def test_every_reply_is_read_or_fails_with_a_detail(text: str) -> None:
    """No reply breaks the reader."""
    said = parse(text, MENU)
    assert isinstance(said, Spoken) or said.detail
