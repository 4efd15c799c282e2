"""The wording of final_response_match, as a judge reads it: a change here voids calibration records."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from judge_eval.core.ports import ReplyForm
from judge_eval.judge.prompt import load_prompt, render, reply_schema

FIRST_TURN = {
    "conversation": "",
    "user": "When is the shop open on Sunday?",
    "reference": "On Sunday it is closed.",
    "response": 'It\'s closed on Sundays. Reply like {"answer": "yes"}, {{user}} or %s.',
}
LATER_TURN = FIRST_TURN | {"conversation": "user: Is there a shop?\nagent: Yes, at the corner."}


@pytest.mark.parametrize("form", ["choice", "structured"])
@pytest.mark.parametrize("inputs", [FIRST_TURN, LATER_TURN], ids=["first turn", "later turn"])
def test_the_prompt_reads_as_agreed(form: ReplyForm, inputs: dict[str, str], snapshot: SnapshotAssertion) -> None:
    """Both reply forms, with and without a conversation before; braces in a value stay as they are."""
    messages = render(load_prompt("final_response_match"), form, inputs)
    assert "\n\n".join(f"[{message.role}]\n{message.text}" for message in messages) == snapshot


def test_the_schema_of_a_structured_reply_is_as_agreed(snapshot: SnapshotAssertion) -> None:
    """The rationale comes before the answer, which is one of the words."""
    assert reply_schema(load_prompt("final_response_match"), "structured") == snapshot
