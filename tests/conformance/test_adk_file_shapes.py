"""Our shapes of ADK's files read the same as ADK's own, on real files, on made ones and on results that ADK wrote."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import pytest
from google.adk.evaluation._eval_set_results_manager_utils import parse_eval_set_result_json
from google.adk.evaluation.eval_case import Invocation, get_all_tool_calls, get_all_tool_calls_with_responses
from google.adk.evaluation.eval_config import EvalConfig
from google.adk.evaluation.eval_metrics import (
    BaseCriterion,
    EvalMetricResult,
    EvalMetricResultPerInvocation,
    EvalStatus,
)
from google.adk.evaluation.eval_result import EvalCaseResult, EvalSetResult
from google.adk.evaluation.eval_set import EvalSet
from google.adk.evaluation.local_eval_sets_manager import convert_eval_set_to_pydantic_schema
from google.genai import types
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from judge_eval.adapters.files.adk import shapes as adk_shapes
from judge_eval.adapters.files.adk.cases import read_eval_set
from judge_eval.adapters.files.adk.legacy import read_legacy_eval_set, read_legacy_test
from judge_eval.adapters.files.adk.results import read_results
from judge_eval.adapters.files.cases import shape_of
from judge_eval.adapters.files.configs import read_config
from judge_eval.adapters.files.found import FoundCase
from judge_eval.adapters.files.parsing.document import Document, read_document
from judge_eval.core.case import Case
from judge_eval.core.run import RunTurn
from judge_eval.errors import InputError
from tests.edges.known_metrics import KNOWN
from tests.properties.adk_eval_sets import EVAL_SETS, changed

DATA = Path(__file__).parents[2] / ".." / "shared" / "data" / "adk"
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


def _files(pattern: str) -> list[Path]:
    return sorted(path for path in DATA.rglob(pattern)) if DATA.is_dir() else []


CASE_FILES = [*_files("*.test.json"), *_files("*.evalset.json")]
EVAL_SET_FILES = [path for path in CASE_FILES if b'"eval_cases"' in path.read_bytes()]
CONFIG_FILES = _files("*_config.json")
needs_data = pytest.mark.skipif(not CASE_FILES, reason="../shared/data/adk is absent")


def _content(model: BaseModel) -> Any:
    """What a parsed file holds, without what says nothing."""
    return model.model_dump(mode="json", exclude_none=True, by_alias=False)


def _document(value: Any) -> Document:
    return Document("x.evalset.json", json.dumps(value), value)


def _adk_eval_set(document: Document) -> EvalSet:
    """The eval set as ADK reads it, older shapes turned into the present one by ADK itself."""
    match shape_of(document.value):
        case "eval set":
            return EvalSet.model_validate_json(document.text)
        case "legacy test":
            rows = [{"name": "x", "data": document.value}]
            return convert_eval_set_to_pydantic_schema("x", cast(list[dict[str, Any]], rows))
        case _:
            return convert_eval_set_to_pydantic_schema("x", cast(list[dict[str, Any]], document.value))


def _our_cases(document: Document) -> list[Case]:
    match shape_of(document.value):
        case "eval set":
            return [found.case for found in read_eval_set(document) if isinstance(found, FoundCase)]
        case "legacy test":
            return [found.case for found in read_legacy_test(document)]
        case _:
            return [found.case for found in read_legacy_eval_set(document)]


def _literals(args: dict[str, Any] | None) -> dict[str, Any]:
    return {name: {"kind": "equal", "value": value} for name, value in (args or {}).items()}


def _texts(content: types.Content | None) -> str:
    return "\n".join(part.text for part in (content.parts if content and content.parts else []) if part.text)


@needs_data
@pytest.mark.parametrize("path", CASE_FILES, ids=lambda path: path.name)
def test_every_real_file_says_the_same(path: Path) -> None:
    """Users, references and expected calls of every turn are those that ADK reads, in every shape."""
    document = read_document(path)
    theirs = _adk_eval_set(document).eval_cases
    ours = _our_cases(document)
    assert len(ours) == len(theirs)
    for case, eval_case in zip(ours, theirs, strict=True):
        for turn, invocation in zip(case.turns, eval_case.conversation or [], strict=True):
            calls = [(call.name, call.model_dump()["args"]) for call in turn.calls or ()]
            expected = get_all_tool_calls(invocation.intermediate_data)
            assert turn.user_text == _texts(invocation.user_content)
            assert (turn.reference or "") == _texts(invocation.final_response)
            assert calls == [(call.name, _literals(call.args)) for call in expected]


@needs_data
@pytest.mark.parametrize(
    "path", [path for path in CASE_FILES if b'"eval_cases"' in path.read_bytes()], ids=lambda path: path.name
)
def test_every_real_eval_set_is_parsed_alike(path: Path) -> None:
    """Every real eval set is parsed by our shapes to the content that ADK's models hold."""
    text = path.read_text(encoding="utf-8")
    assert _content(adk_shapes.AdkEvalSet.model_validate(json.loads(text))) == _content(
        EvalSet.model_validate_json(text)
    )


@needs_data
@pytest.mark.parametrize("path", CONFIG_FILES, ids=lambda path: "/".join(path.parts[-4:]))
def test_every_real_configuration_loads_with_adks_thresholds(path: Path) -> None:
    """Every real configuration names the metrics and thresholds that ADK reads from it."""
    theirs = EvalConfig.model_validate_json(path.read_text(encoding="utf-8")).criteria
    ours = read_config(path, KNOWN).metrics
    assert ours is not None
    expected = {name: value.threshold if isinstance(value, BaseCriterion) else value for name, value in theirs.items()}
    assert {name: config.threshold for name, config in ours.items()} == expected


@given(EVAL_SETS)
def test_made_eval_sets_are_parsed_alike(value: dict[str, Any]) -> None:
    """Made eval sets, with either spelling of keys, nulls and both kinds of intermediate data, are parsed alike."""
    theirs = EvalSet.model_validate_json(json.dumps(value))
    assert _content(adk_shapes.AdkEvalSet.model_validate(value)) == _content(theirs)
    assert len(_our_cases(_document(value))) == len(theirs.eval_cases)


@given(st.data())
def test_changed_eval_sets_are_refused_alike(data: st.DataObject) -> None:
    """An eval set with one thing changed is accepted with the same content, or refused, by both."""
    value = data.draw(changed(EVAL_SETS))
    try:
        theirs = _content(EvalSet.model_validate_json(json.dumps(value)))
    except ValidationError:
        with pytest.raises(InputError):
            read_eval_set(_document(value))
        return
    assert _content(adk_shapes.AdkEvalSet.model_validate(value)) == theirs


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (adk_shapes.AdkPart, types.Part),
        (adk_shapes.AdkContent, types.Content),
        (adk_shapes.AdkFunctionCall, types.FunctionCall),
        (adk_shapes.AdkFunctionResponse, types.FunctionResponse),
        (adk_shapes.AdkBlob, types.Blob),
        (adk_shapes.AdkFileData, types.FileData),
        (adk_shapes.AdkInvocation, Invocation),
    ],
)
def test_no_field_is_missing(ours: type[BaseModel], theirs: type[BaseModel]) -> None:
    """Every field of the installed ADK's closed shapes is known to ours, so that a new one is seen here first."""
    assert set(ours.model_fields) == set(theirs.model_fields)


def _result(value: dict[str, Any]) -> EvalSetResult:
    """Results that ADK would write of an eval set whose conversations went as they stand there."""
    eval_set = EvalSet.model_validate(value)
    metric = EvalMetricResult(metric_name="safety_v1", threshold=0.5, score=0.25, eval_status=EvalStatus.FAILED)
    cases = [
        EvalCaseResult(
            eval_id=case.eval_id,
            final_eval_status=EvalStatus.FAILED,
            overall_eval_metric_results=[metric],
            eval_metric_result_per_invocation=[
                EvalMetricResultPerInvocation(actual_invocation=invocation, eval_metric_results=[metric])
                for invocation in case.conversation or []
            ],
            session_id="s",
        )
        for case in eval_set.eval_cases
    ]
    return EvalSetResult(eval_set_result_id="r", eval_set_id=eval_set.eval_set_id, eval_case_results=cases)


def _spellings(result: EvalSetResult) -> Sequence[str]:
    """The file as ADK writes it, in camel case, and doubly encoded as older versions did."""
    text = result.model_dump_json(indent=2)
    return text, result.model_dump_json(by_alias=True), json.dumps(text)


@given(EVAL_SETS)
def test_results_that_adk_writes_are_read(value: dict[str, Any]) -> None:
    """Of results that ADK wrote, in each spelling, calls with their answers, texts and scores are ADK's."""
    result = _result(value)
    readings = [
        list(read_results(Document("r.json", text, json.loads(text)), Counter())) for text in _spellings(result)
    ]
    assert readings[0] == readings[1]
    assert [found.run for found in readings[0]] == [found.run for found in readings[2]]
    theirs = parse_eval_set_result_json(_spellings(result)[2]).eval_case_results
    for found, case in zip(readings[0], theirs, strict=True):
        assert [(said.metric, said.value, said.status) for said in found.said] == [("safety_v1", 0.25, "failed")]
        for turn, entry in zip(found.run.turns, case.eval_metric_result_per_invocation, strict=True):
            _same_turn(turn, entry.actual_invocation)


def _same_turn(turn: RunTurn, invocation: Invocation) -> None:
    """Asserts that a turn tells what ADK's invocation tells; where a call has no id, ADK matches no answer to it."""
    assert turn.user == _texts(invocation.user_content)
    answered = get_all_tool_calls_with_responses(invocation.intermediate_data)
    for call, (made, answer) in zip(turn.calls, answered, strict=True):
        assert (call.name, call.args, call.id) == (made.name, made.args or {}, made.id)
        if call.id is not None:
            assert call.result == (answer.response if answer is not None else None)
