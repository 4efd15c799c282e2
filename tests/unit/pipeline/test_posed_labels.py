"""Labels of calls and conversations put to a judge: shown as they went, and asked under the question they are about."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from judge_eval.adapters.files.labels.labels import read_labels
from judge_eval.calibration.restaged import restaged
from judge_eval.core.config import MetricConfig
from judge_eval.core.label import Label
from judge_eval.core.redaction import RedactRule
from judge_eval.core.rubric import AppliesTo, Criterion
from judge_eval.core.run import Call, RunTurn
from judge_eval.judge import catalog as questions
from judge_eval.judge.criteria import METRICS
from judge_eval.judge.question import Item
from judge_eval.pipeline.labelling.posed import Posed
from judge_eval.pipeline.plan import Judged
from judge_eval.pipeline.redact import redacted_label
from judge_eval.text.redactor import Redactor
from tests.small_suite import called

CALL = Call(name="lookup_order", args={"order_id": "1042"}, result={"status": "shipped"})
BEFORE = (RunTurn(user="Hello, it is about order 1042.", final_response="What would you like to know?"),)
KINDS: tuple[AppliesTo, ...] = ("final_response", "tool_use", "trajectory")


def label(**fields: Any) -> Label:
    """A label of the second turn of a conversation, in which a tool was called."""
    base: dict[str, Any] = {
        "id": "a",
        "question": "rubric",
        "prompt": "Where is it?",
        "response": "It was shipped.",
        "label": True,
    }
    criterion = Criterion(id="served", text="The work serves the user.")
    return Label.model_validate({**base, "calls": (CALL,), "before": BEFORE, "criterion": criterion, **fields})


def asked(of: Label, metric: str | None = None) -> tuple[Item, ...]:
    """The items of a label, put under `metric`; without one, that of criteria on responses."""
    question = questions.load(metric or METRICS["final_response"])
    posed = Posed(of)
    judged = posed.asked(Judged(question, question.options(), MetricConfig(), judge=None))
    on = posed.staged()
    return judged.question.items(on.case, on.run, judged.options)


@pytest.mark.parametrize("kind", KINDS)
def test_a_criterion_is_asked_about_what_it_applies_to(kind: AppliesTo) -> None:
    """One item: the response with what came before it, the calls with their results, or the conversation whole."""
    (item,) = asked(label(applies_to=kind))
    shown = {name for name, value in item.inputs.items() if value}
    calls = 'tool call: lookup_order({"order_id": "1042"})\n  result: {"status": "shipped"}'
    expected = {
        "final_response": {"conversation", "user", "context", "response"},
        "tool_use": {"conversation", "user", "calls"},
        "trajectory": {"dialogue"},
    }
    assert shown == expected[kind] | {"criterion"}
    assert calls in item.inputs["context"] + item.inputs["calls"] + item.inputs["dialogue"]
    assert "order 1042" in item.inputs["conversation"] + item.inputs["dialogue"]
    assert item.turn == 1


@pytest.mark.parametrize("kind", KINDS)
def test_a_report_shows_what_was_graded(kind: AppliesTo) -> None:
    """Of a criterion on calls these are shown, of one on a conversation all of it, else the response."""
    posed = Posed(label(applies_to=kind))
    shown = posed.graded(posed.staged().run)
    assert ("lookup_order" in shown, "It was shipped." in shown, "Hello" in shown) == {
        "final_response": (False, True, False),
        "tool_use": (True, False, False),
        "trajectory": (True, True, True),
    }[kind]


def test_what_went_before_is_shown_and_not_judged() -> None:
    """Of a conversation only the labelled turn is asked about, with the turns before it to be read."""
    (item,) = asked(
        label(question="final_response_match", reference="Shipped.", criterion=None), "final_response_match_v2"
    )
    assert item.inputs["conversation"] == "user: Hello, it is about order 1042.\nagent: What would you like to know?"
    assert (item.inputs["user"], item.turn, item.ruling) == ("Where is it?", 1, None)


def test_a_question_about_the_conversation_sees_it_whole() -> None:
    """The outcome is asked of all turns with their calls."""
    (item,) = asked(label(question="outcome", criterion="the user knows where the order is"), "outcome")
    assert "turn 1, user: Hello" in item.inputs["dialogue"]
    assert "turn 2, agent: It was shipped." in item.inputs["dialogue"]


def test_context_comes_before_the_calls() -> None:
    """What a tool is said to have returned stands beside the calls that are written out."""
    (turn,) = restaged(label(context="Orders leave on Mondays.", before=())).run.turns
    assert [call.name for call in turn.calls] == ["look_up", "lookup_order"]


def test_calls_and_earlier_turns_are_redacted() -> None:
    """Rules reach all that a judge is shown of a label."""
    redactor = Redactor((RedactRule.model_validate("1042"),))
    redacted = redacted_label(label(applies_to="trajectory"), redactor)
    assert "1042" not in redacted.model_dump_json()


def row(number: int, **fields: object) -> dict[str, object]:
    """A row of a label file about calls."""
    return {"id": f"r{number}", "prompt": f"request {number}", "response": "Done.", "label": number % 2 == 0, **fields}


def written(folder: Path, *rows: dict[str, object]) -> Path:
    """A file of these rows."""
    path = folder / "labels.jsonl"
    path.write_text("".join(f"{json.dumps(one)}\n" for one in rows))
    return path


def test_a_metric_tells_what_its_criteria_are_about(tmp_path: Path) -> None:
    """`metric` names question and kind at once."""
    rows = [row(number, metric=metric, criterion="c") for number, metric in enumerate(METRICS.values())]
    (found,) = read_labels([written(tmp_path, *rows)]).sets
    assert [(one.question, one.applies_to) for one in found.labels] == [("rubric", kind) for kind in METRICS]


def test_labels_by_construction_are_drawn_by_class(tmp_path: Path) -> None:
    """Where each label was made by construction nobody need say how they were drawn; what is said goes before."""
    made = [row(n, question="safety", made_by="construction") for n in range(3)]
    path = written(tmp_path, *made)
    assert read_labels([path]).sets[0].drawn == "class_balanced"
    assert read_labels([path], drawn="convenience").sets[0].drawn == "convenience"
    path = written(tmp_path, *made, row(3, question="safety"))
    assert read_labels([path]).sets[0].drawn == "convenience"


def test_one_record_holds_criteria_of_every_kind(tmp_path: Path) -> None:
    """Rows of all three kinds in one file are judged each under its own question, into one record."""
    kinds = [kind for kind in KINDS for _ in range(4)]
    calls = [CALL.model_dump(mode="json")]
    rows = [
        row(
            n,
            question="rubric",
            applies_to=kind,
            criterion=f"The {kind} is right.",
            calls=calls,
            made_by="construction",
        )
        for n, kind in enumerate(kinds)
    ]
    written(tmp_path, *rows)
    # The judge passes calls, and conversations, by what only their prompts hold.
    rules = '{when: "Tool calls to grade", replies: ["yes"]}, {when: "Conversation to grade", replies: ["no"]}'
    (tmp_path / "judge.yaml").write_text(f'rules: [{rules}, {{replies: ["yes"]}}]\n')
    ended = called(tmp_path, "calibrate", "labels.jsonl", "--judge", "scripted:judge.yaml", "--no-cache")
    assert ended.code == 0, ended.stderr
    record = json.loads((tmp_path / "calibration" / "rubric" / "scripted-judge.yaml.json").read_text())
    tables = {one["text"]: one["confusion"] for one in record["criteria"].values()}
    assert {text: (table["pass_good"], table["pass_bad"]) for text, table in tables.items()} == {
        "The final_response is right.": (2, 2),
        "The tool_use is right.": (2, 2),
        "The trajectory is right.": (0, 0),
    }
    assert (record["n"], record["drawn"], record["made_by"]) == (12, "class_balanced", "construction")
