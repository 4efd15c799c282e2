"""Redaction of made cases and runs: no match is left, and what was equal stays equal."""

from __future__ import annotations

import json
from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from judge_eval.core.case import Case
from judge_eval.core.frozen import Frozen
from judge_eval.core.redaction import RedactRule
from judge_eval.core.rubric import Rubric
from judge_eval.core.run import Run
from judge_eval.pipeline.redact import redacted_case, redacted_run
from judge_eval.text.redactor import Redactor
from tests.properties.made_nouns import CASES, RUNS, VALUES

RULES = tuple(
    RedactRule.model_validate({"pattern": pattern, "with": mark})
    for pattern, mark in (("[a-e0-4]", "#"), (r"[^\x00-\x7f]", "_"))
)
NAMES = {
    *("id", "cluster", "tags", "rubrics", "case_id", "agent", "agents", "name", "author", "nested_in", "app_name"),
    *("required_tools", "forbidden_tools", "kind", "args_match", "data", "mime_type", "repeat", "parallel"),
    *("seconds", "tokens", "model_calls", "tolerance", "pattern", "until"),
}
"""The fields that hold names, measures or patterns: they are not redacted, or not as texts are."""


def texts_of(value: JsonValue) -> Iterator[str]:
    """Every text in a value as JSON has it, without the fields of names."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for inner in value:
            yield from texts_of(inner)
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key not in NAMES:
                yield from texts_of(inner)


def dumped(noun: Frozen) -> JsonValue:
    """The noun as JSON."""
    return json.loads(noun.model_dump_json())


@given(CASES)
def test_no_match_is_left_in_a_case(case: Case) -> None:
    """Whatever a rule matches is gone from every text; the rest of the case stays, and it can still be read."""
    redactor = Redactor(RULES)
    redacted = redacted_case(case, redactor)
    assert not any(redactor.finds(text) for text in texts_of(dumped(redacted)))
    assert Case.model_validate(dumped(redacted)) == redacted
    assert (redacted.id, redacted.tags) == (case.id, case.tags)
    rubrics = [rubric for rubric in redacted.rubrics if isinstance(rubric, Rubric)]
    assert not any(redactor.finds(one.text) for rubric in rubrics for one in rubric.criteria)


@given(RUNS)
def test_no_match_is_left_in_a_run(run: Run) -> None:
    """The same of runs."""
    redactor = Redactor(RULES)
    redacted = redacted_run(run, redactor)
    assert not any(redactor.finds(text) for text in texts_of(dumped(redacted)))
    assert Run.model_validate(dumped(redacted)) == redacted


@given(CASES, RUNS)
def test_without_rules_nothing_changes(case: Case, run: Run) -> None:
    """The very objects come back."""
    assert redacted_case(case, Redactor()) is case
    assert redacted_run(run, Redactor()) is run


@given(VALUES)
def test_equal_values_stay_equal_and_redacting_again_changes_nothing(value: JsonValue) -> None:
    """Redaction looks at the value alone, so that expected and actual arguments agree after it as before."""
    one = Redactor(RULES).value(json.loads(json.dumps(value)))
    assert one == Redactor(RULES).value(json.loads(json.dumps(value)))
    assert Redactor(RULES).value(one) == one


@given(st.text())
def test_a_redacted_text_holds_no_match(text: str) -> None:
    """Of either rule."""
    redactor = Redactor(RULES)
    assert not redactor.finds(redactor.text(text))
