"""The wording of grounding, as a judge reads it: a change here voids calibration records."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from judge_eval.core.case import Case
from judge_eval.core.ports import ReplyForm
from judge_eval.core.run import AgentDetails, Call, Run, RunTurn
from judge_eval.judge.prompt import load_prompt, render
from judge_eval.judge.questions.grounding import GroundingOptions, items

RUN = Run(
    case_id="c",
    turns=(
        RunTurn(
            user="When is the shop open?",
            calls=(Call(name="hours", args={"day": "Sunday"}, result={"open": [9, 17], "note": '{"answer": "yes"}'}),),
            final_response="It opens at 9. Anything else?",
        ),
    ),
    agents={"shop": AgentDetails(instructions="Be kind.", tools=({"name": "hours", "description": "Opening hours."},))},
)  # fmt: skip


@pytest.mark.parametrize("form", ["choice", "structured"])
def test_the_prompt_reads_as_agreed(form: ReplyForm, snapshot: SnapshotAssertion) -> None:
    """Both reply forms: evidence and conversation, which the claims of a response share, come before the claim."""
    item = items(Case(id="c", cluster="c"), RUN, GroundingOptions())[0]
    messages = render(load_prompt("grounding"), form, item.inputs)
    assert "\n\n".join(f"[{message.role}]\n{message.text}" for message in messages) == snapshot


def test_the_claims_of_a_response_share_all_that_stands_before_them() -> None:
    """Servers that keep what they have read need to read the evidence once."""
    prompt = load_prompt("grounding")
    texts = [
        "\n".join(message.text for message in render(prompt, "choice", item.inputs))
        for item in items(Case(id="c", cluster="c"), RUN, GroundingOptions())
    ]
    before = [text.partition("\nThe claim:\n")[0] for text in texts]
    assert len(texts) == 2 and before[0] == before[1] != ""


def test_evidence_that_is_shortened_is_called_so(snapshot: SnapshotAssertion) -> None:
    """The judge knows that there was more."""
    turn = RUN.turns[0].model_copy(update={"calls": tuple(Call(name="t", result="x" * 900) for _ in range(3))})
    run = RUN.model_copy(update={"turns": (turn,)})
    item = items(Case(id="c", cluster="c"), run, GroundingOptions(max_evidence_bytes=1_500))[0]
    text = render(load_prompt("grounding"), "choice", item.inputs)[1].text
    assert text.replace("x" * 900, "xxx") == snapshot
