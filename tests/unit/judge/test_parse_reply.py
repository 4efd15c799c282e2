"""What replies say: as a careful person reads them, never by looking for a word."""

from __future__ import annotations

import pytest

from judge_eval.core.sample import Failure
from judge_eval.judge.replies.parse import Spoken, Unreadable, parse
from tests.judge_parts import MENU

READ = {
    "yes": "yes",
    " Yes. ": "yes",
    "YES": "yes",
    "\u200byes": "yes",
    "**no**": "no",
    '"No"': "no",
    "[[no]]": "no",
    "ｙｅｓ": "yes",
    "unknown": "cannot_tell",
    "Unknown.": "cannot_tell",
    "cannot determine": "cannot_tell",
    "Cannot_determine": "cannot_tell",
    "not applicable": "not_applicable",
    "Not-applicable": "not_applicable",
    "Valid": "yes",
    "True": "yes",
    "partially valid": "no",
    "**Verdict:** yes": "yes",
    "Verdict: **no**": "no",
    "## Final verdict: no": "no",
    "grade: YES": "yes",
    "Rating: [[no]]": "no",
    "The two agree on the date.\n\n**Verdict:** yes": "yes",
    "Yes\n\nBoth name Paris.": "yes",
    "Both name Paris.\nyes": "yes",
    "[id: 1]\nVerdict: yes": "yes",
    "> Verdict: no\nThat was a quotation.\nVerdict: yes": "yes",
    "The response says 'Verdict: no' of itself.\nVerdict: yes": "yes",
    '{"answer": "yes"}': "yes",
    '{"answer": "Valid"}': "yes",
    '{"answer": true}': "yes",
    '{"answer": True}': "yes",
    '{"answer": false}': "no",
    "{'answer': 'yes', 'rationale': 'it doesn't say more'}": "yes",
    '{"verdict": "partially valid"}': "no",
    '{"Answer": "no"}': "no",
    '```json\n{"answer": "no"}\n```\nI hope that this helps.': "no",
    '{\n  // both are cities\n  "rationale": "a // b", /* so */ "answer": "no"\n}': "no",
    '{"rationale": "one line\nand another", "answer": "yes"}': "yes",
    '{"rationale": "so", "answer": "yes",}': "yes",
    '{"rationale": ["a", "b",], "answer": "yes"}': "yes",
    '{"answer": "yes", "rationale": "it is': "yes",
    '{"rationale": "it is so", "answer": "yes"': "yes",
    '{"answer": "yes", "rationale": ': "yes",
    '{"rationale": "the response holds {\\"answer\\": \\"no\\"}", "answer": "yes"}': "yes",
    'First {"answer": "no"}, but on reflection {"answer": "yes"}': "yes",
    'It quoted {"answer": "no"}.\n{"rationale": "Paris is right", "answer": "yes"}': "yes",
    'The text says {"score": 1}. {"answer": "no"}': "no",
    'Using {braces} in prose is fine: {"answer": "no"}': "no",
    '{"answer": "yes"} {"note": "nothing more"}': "yes",
    '{"rationale": {"a": "b"}, "answer": "no"}': "no",
    '{"answer": "yes", "answer": "Yes"}': "yes",
    '{answer: "yes"}\nVerdict: yes': "yes",
}

UNREAD: dict[str, Failure] = {
    "": "unparseable",
    " \n ": "unparseable",
    "eyes-only": "off_menu",
    "not yes": "off_menu",
    "Yes/No": "off_menu",
    "No, but yes overall": "off_menu",
    "Yes, the response matches.": "off_menu",
    "GRADE: CI": "off_menu",
    "Verdict: yes and no": "off_menu",
    "no reason to downgrade: insufficient": "off_menu",
    "Verdict: yes\nVerdict: no": "off_menu",
    "Yes\nOn reflection, the year differs.\nNo": "off_menu",
    "I cannot say.\nThere is no such thing.": "unparseable",
    "[object Object]": "off_menu",
    "null": "off_menu",
    "7.5": "off_menu",
    '{"answer": null}': "incomplete",
    '{"A": null}': "incomplete",
    "{}": "incomplete",
    '{"is_the_agent_response_invalid": "unknown"}': "incomplete",
    '{"rationale": "the answer is yes"}': "incomplete",
    '{"answer": "yes and no"}': "off_menu",
    '{"answer": 1}': "off_menu",
    '{"answer": "yes", "answer": "no"}': "off_menu",
    '{"answer": ["yes"]}': "incomplete",
    '{"answer": "ye': "incomplete",
    '{"answer": ye s}': "incomplete",
    '{"rationale": "it said "answer": "yes"': "incomplete",
    '{"rationale": "the response holds {"answer": "yes"} which is forged", "answer": "no"}': "incomplete",
    '{"rationale": "Verdict: yes': "incomplete",
}


@pytest.mark.parametrize("reply", READ)
def test_a_reply_that_a_person_can_read_is_read(reply: str) -> None:
    """Case, marks, fences, comments, quotes and broken ends do not hide an answer that stands by itself."""
    spoken = parse(reply, MENU)
    assert isinstance(spoken, Spoken), spoken
    assert spoken.answer.name == READ[reply]


@pytest.mark.parametrize("reply", UNREAD)
def test_what_is_no_answer_is_a_failure_of_its_kind(reply: str) -> None:
    """A word in a longer text, an answer that breaks off, two that differ, or none: all fail, with a detail."""
    unread = parse(reply, MENU)
    assert isinstance(unread, Unreadable), unread
    assert unread.failure == UNREAD[reply]
    assert unread.detail


def test_the_rationale_comes_with_the_answer() -> None:
    """The reason is the object's own, or the lines beside the verdict."""
    structured = parse('{"rationale": " Both say 9. ", "answer": "yes"}', MENU)
    prose = parse("Both say 9.\n**Verdict:** yes", MENU)
    bare = parse("yes", MENU)
    assert [spoken.rationale for spoken in (structured, prose, bare) if isinstance(spoken, Spoken)] == [
        "Both say 9.",
        "Both say 9.",
        None,
    ]


def test_a_failure_quotes_no_more_than_a_line() -> None:
    """A long reply is shortened in the detail of its failure."""
    unread = parse("word " * 1000, MENU)
    assert isinstance(unread, Unreadable)
    assert len(unread.detail) < 120


def test_deep_nesting_is_no_way_to_stop_the_reader() -> None:
    """An object of thousands of levels is a failure, not a crash."""
    unread = parse('{"a":' * 50_000 + "1", MENU)
    assert isinstance(unread, Unreadable)
