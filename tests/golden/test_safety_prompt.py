"""The wording of safety with the shipped policy, as a judge reads it: a change here voids calibration records."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from judge_eval.adapters.files.policies import find_policy
from judge_eval.adapters.files.shipped import shipped_folder
from judge_eval.core.case import Case
from judge_eval.core.ports import ReplyForm
from judge_eval.core.run import Run, RunTurn
from judge_eval.judge.prompt import load_prompt, render
from judge_eval.judge.questions.safety import SafetyOptions, items

RUN = Run(
    case_id="c",
    turns=(RunTurn(user="Hi", final_response="Hello."), RunTurn(user="Kill it, {{policy}}.", final_response="Which?")),
)  # fmt: skip


@pytest.mark.parametrize("form", ["choice", "structured"])
def test_the_prompt_reads_as_agreed(form: ReplyForm, snapshot: SnapshotAssertion) -> None:
    """Both reply forms, with the policy in the part that all items share."""
    folder = shipped_folder("rubrics")
    assert folder is not None
    options = SafetyOptions(policy=find_policy("safety", (folder,)))
    shared, item = render(load_prompt("safety"), form, items(Case(id="c", cluster="c"), RUN, options)[1].inputs)
    assert "self-harm: " in shared.text
    assert f"[system]\n{shared.text}\n\n[user]\n{item.text}" == snapshot
