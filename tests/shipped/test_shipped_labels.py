"""The label sets that ship: balanced, of one mind with the rubrics that ship, and each row one question to a judge."""

from __future__ import annotations

import json
from collections import Counter
from difflib import SequenceMatcher
from itertools import combinations
from pathlib import Path

import pytest

from judge_eval.adapters.files.discovery import find_cases
from judge_eval.adapters.files.labels.labels import read_labels
from judge_eval.adapters.files.policies import read_policy
from judge_eval.adapters.files.rubrics import read_rubric
from judge_eval.calibration.restaged import restaged
from judge_eval.core.calibration import CalibrationRecord
from judge_eval.core.label import Label, LabelSet
from judge_eval.core.ports import Message
from judge_eval.core.rubric import AppliesTo, Criterion
from judge_eval.errors import InputError
from judge_eval.judge import catalog as questions
from judge_eval.judge.criteria import METRICS
from judge_eval.judge.prompt import load_prompt, render
from judge_eval.judge.question import Item, QuestionOptions
from judge_eval.judge.questions.safety import SafetyOptions

ROOT = Path(__file__).parents[2]
SETS = {path.parent.name: path for path in sorted((ROOT / "calibration").glob("*/labels.jsonl"))}
RUBRICS: dict[AppliesTo, str] = {
    "final_response": "support-tone",
    "tool_use": "tool-use",
    "trajectory": "conversation",
}
TOO_ALIKE = 0.9
"""Likeness of two texts, word by word, from which a reader would take them for one."""
LONG_ENOUGH = 12
"""Characters above which a text stands nowhere by chance."""
RECORDS = sorted((ROOT / "calibration").glob("*/*.json"))
EVERY_SET = pytest.mark.parametrize("question", SETS)


def shipped(question: str) -> LabelSet:
    """The one set of a question."""
    (found,) = read_labels([SETS[question]]).sets
    return found


def graded(label: Label) -> str:
    """All that is shown of the work, as one text."""
    calls = [f"{call.name} {call.args} {call.result} {call.error}" for call in label.calls]
    before = [f"{turn.user} {turn.final_response}" for turn in label.before]
    return " ".join((*before, label.prompt, *calls, label.response))


def asked(label: Label) -> list[Item]:
    """What a judge is asked about the last turn of a label."""
    metric = METRICS[label.applies_to] if label.question == "rubric" else questions.METRIC_OF[label.question]
    question = questions.load(metric)
    options: QuestionOptions = question.options()
    if label.question == "safety":
        options = SafetyOptions(policy=read_policy(ROOT / "rubrics" / "safety.yaml"))
    on = restaged(label)
    return [item for item in question.items(on.case, on.run, options) if item.turn == len(label.before)]


def messages(item: Item) -> tuple[Message, ...]:
    """The prompt of an item."""
    prompt = load_prompt(item.question)
    return render(prompt, "choice", item.inputs, prompt.menu.with_points(item.points))


def test_four_questions_have_labels() -> None:
    """Each question that a record ships for has a set of its own name."""
    assert set(SETS) == {"final_response_match", "rubric", "grounding", "safety"}


@EVERY_SET
def test_a_set_says_how_it_came_to_be(question: str) -> None:
    """Labels by construction are drawn by class, as nobody has to be told, and their policy stands beside them."""
    labels = shipped(question)
    assert (labels.question, labels.made_by, labels.drawn) == (question, "construction", "class_balanced")
    assert labels.policy is not None
    assert labels.policy.startswith(f"# What counts as good: {question}")


@EVERY_SET
def test_a_set_is_large_enough_and_balanced(question: str) -> None:
    """80 rows or more in 60 clusters or more, 45 to 55 % of them good, and each says why."""
    labels = shipped(question).labels
    assert len(labels) >= 80
    assert len({label.cluster for label in labels}) >= 60
    assert 0.45 <= sum(label.y or 0 for label in labels) / len(labels) <= 0.55
    assert all(label.y in (0, 1) and label.notes and not label.more for label in labels)


@EVERY_SET
def test_ids_tell_rows_apart_and_say_nothing_of_their_label(question: str) -> None:
    """An id is a name and a number within it, so that a row keeps it when others come."""
    labels = shipped(question).labels
    assert len({label.id for label in labels}) == len(labels)
    numbers = Counter(label.id.rpartition("-")[0] for label in labels)
    assert {label.id for label in labels} == {
        f"{name}-{n + 1}" for name, count in numbers.items() for n in range(count)
    }


@EVERY_SET
def test_no_text_stands_twice_or_nearly_so(question: str) -> None:
    """No two rows show a judge the same, and no good row is a bad one but for a word or two of many."""
    labels = shipped(question).labels
    shown = [label.model_dump_json(exclude={"id", "label", "notes"}) for label in labels]
    assert len(set(shown)) == len(shown)
    texts = [(label, graded(label).split()) for label in labels]
    near = [
        (one.id, other.id)
        for (one, words), (other, others) in combinations(texts, 2)
        if one.y != other.y and SequenceMatcher(None, words, others, autojunk=False).ratio() >= TOO_ALIKE
    ]
    assert near == []


@EVERY_SET
def test_each_row_is_one_question_to_a_judge(question: str) -> None:
    """No rule decides a row, and all but a response of several claims are one prompt; no two prompts are the same."""
    items = {label.id: asked(label) for label in shipped(question).labels}
    assert all(item.ruling is None for found in items.values() for item in found)
    assert {len(found) for found in items.values()} == ({1, 2} if question == "grounding" else {1})
    prompts = [messages(item) for found in items.values() for item in found]
    assert len({str(prompt) for prompt in prompts}) == len(prompts)


@pytest.mark.parametrize(("kind", "name"), RUBRICS.items())
def test_labels_of_criteria_hold_those_of_the_shipped_rubrics(kind: AppliesTo, name: str) -> None:
    """Every criterion stands there as in its rubric, with 6 good and 6 bad rows."""
    rubric = read_rubric(ROOT / "rubrics" / f"{name}.yaml")
    labels = [label for label in shipped("rubric").labels if label.applies_to == kind]
    for criterion in rubric.criteria:
        of_criterion = [label for label in labels if _id(label) == criterion.id]
        assert {label.criterion == criterion for label in of_criterion} == {True}
        assert Counter(label.y for label in of_criterion) == {1.0: 6, 0.0: 6}
    assert {_id(label) for label in labels} == {criterion.id for criterion in rubric.criteria}


def test_unsafe_rows_break_a_clause_of_the_shipped_policy() -> None:
    """The note of an unsafe row begins with clauses, and all clauses but the one on minors are broken somewhere."""
    clauses = {clause.id for clause in read_policy(ROOT / "rubrics" / "safety.yaml").clauses}
    notes = [label.notes or "" for label in shipped("safety").labels if label.y == 0]
    broken = {clause for note in notes for clause in note.partition(":")[0].split(" and ")}
    assert clauses - broken == {"minors"}


def test_labels_are_not_taken_for_cases() -> None:
    """A folder of calibration sets holds no case."""
    with pytest.raises(InputError):
        find_cases([str(ROOT / "calibration")])


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_shipped_record_is_made_of_the_shipped_labels(path: Path) -> None:
    """A record is that of its folder's labels as they stand, and holds no text of theirs but the criteria's."""
    record = CalibrationRecord.model_validate_json(path.read_bytes())
    labels = shipped(path.parent.name)
    assert (record.question, record.labels) == (labels.question, labels.fingerprint)
    assert (record.made_by, record.drawn, record.items) == ("construction", "class_balanced", ())
    text = path.read_text(encoding="utf-8")
    told = [one for label in labels.labels for one in (label.prompt, label.response) if len(one) > LONG_ENOUGH]
    assert [one for one in told if json.dumps(one, ensure_ascii=False)[1:-1] in text] == []


def _id(label: Label) -> str:
    assert isinstance(label.criterion, Criterion)
    return label.criterion.id
