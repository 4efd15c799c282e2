"""Cases of ADK's eval sets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pydantic.alias_generators import to_camel

from judge_eval.adapters.files.adk.content import calls_of, said, user_parts
from judge_eval.adapters.files.adk.rubrics import ReadRubrics, read_adk_rubrics
from judge_eval.adapters.files.adk.shapes import (
    AdkEvalCase,
    AdkEvalSet,
    AdkFunctionCall,
    AdkInvocation,
    AdkSessionInput,
    JsonObject,
)
from judge_eval.adapters.files.found import BrokenCase, FoundCase, Origin
from judge_eval.adapters.files.parsing.document import Document
from judge_eval.adapters.files.parsing.field_path import FieldPath, field_text, value_at
from judge_eval.adapters.files.parsing.problems import Findings, validated
from judge_eval.core.case import ArgumentMatcher, Case, Equal, Expectation, ExpectedCall, Scenario, Session, Turn
from judge_eval.core.frozen import MisfitError
from judge_eval.errors import InputError, Problem, nearest


def read_eval_set(document: Document) -> list[FoundCase | BrokenCase]:
    """The cases of an eval set, in its order.

    Raises: InputError with every problem of its shape.
    """
    eval_set = validated(AdkEvalSet, document)
    if not eval_set.eval_cases:
        remedy = "add a case, or leave the file out"
        problem = _problem(document, ("eval_cases",), "the eval set has no cases", found="[]", remedy=remedy)
        raise InputError(problem)
    findings = Findings()
    found: list[FoundCase | BrokenCase] = []
    for index, written in enumerate(eval_set.eval_cases):
        try:
            found.append(_read_case(written, document, ("eval_cases", index)))
        except InputError as error:
            findings.add(error.problems)
    findings.raise_any()
    return found


def expected_call(call: AdkFunctionCall) -> ExpectedCall | None:
    """The call as an expectation, its arguments literal; None where it has no name."""
    if not call.name:
        return None
    return ExpectedCall(name=call.name, args=literal(call.args))


def literal(args: JsonObject | None) -> dict[str, ArgumentMatcher]:
    """The arguments as matchers: ADK knows literal values only, so nothing in them is read as a matcher."""
    return {name: Equal(value=value) for name, value in (args or {}).items()}


def session_of(written: AdkSessionInput) -> Session:
    """Who the conversation is with; ADK's empty texts say nothing."""
    return Session(
        app_name=written.app_name or None, user_id=written.user_id or None, session_id=written.session_id or None
    )


def _read_case(written: AdkEvalCase, document: Document, at: FieldPath) -> FoundCase | BrokenCase:
    origin = Origin(document.place, field=field_text(at))
    twice = _twice(written, document, at)
    if twice is not None:
        return BrokenCase(written.eval_id, origin, twice)
    rubrics = _rubrics(written, document, at)
    notes = [note for read in rubrics for note in read.notes]
    notes += _strangers(written.model_extra or {}, AdkEvalCase, "the case")
    if written.session_input is not None:
        notes += _strangers(written.session_input.model_extra or {}, AdkSessionInput, "session_input")
    session = written.session_input
    case = Case(
        id=written.eval_id,
        cluster=written.eval_id,
        turns=tuple(_turns(written, rubrics[1:], document, at)),
        scenario=_scenario(written, notes),
        session=None if session is None else session_of(session),
        state={} if session is None else session.state,
        expect=Expectation(state=written.final_session_state or None),
        rubrics=rubrics[0].rubrics,
        notes=tuple(notes),
    )
    return FoundCase(case, origin)


def _turns(written: AdkEvalCase, rubrics: list[ReadRubrics], document: Document, at: FieldPath) -> Iterator[Turn]:
    invocations = written.conversation or []
    if written.conversation is not None and not invocations:
        path = (*at, "conversation")
        raise InputError(_problem(document, path, "the conversation is empty", found="[]", remedy="add an invocation"))
    for index, (invocation, read) in enumerate(zip(invocations, rubrics, strict=True)):
        calls = _calls(invocation, document, (*at, "conversation", index))
        reference = said(invocation.final_response.parts) if invocation.final_response is not None else None
        yield Turn(user=user_parts(invocation.user_content), calls=calls, reference=reference, rubrics=read.rubrics)


def _calls(invocation: AdkInvocation, document: Document, at: FieldPath) -> tuple[ExpectedCall, ...] | None:
    if invocation.intermediate_data is None:
        return None
    calls = [expected_call(call) for call in calls_of(invocation.intermediate_data)]
    if None in calls:
        path = _spelled(document, at, "intermediate_data")
        message = f"tool call {calls.index(None) + 1} has no name"
        raise InputError(_problem(document, path, message, remedy="add the name of the tool"))
    return tuple(call for call in calls if call is not None)


def _rubrics(written: AdkEvalCase, document: Document, at: FieldPath) -> list[ReadRubrics]:
    """The rubrics of the case, then those of each invocation."""
    holders = [("case", at, written.rubrics)]
    holders += [
        (f"turn {index + 1}", (*at, "conversation", index), invocation.rubrics)
        for index, invocation in enumerate(written.conversation or ())
    ]
    read: list[ReadRubrics] = []
    for place, path, rubrics in holders:
        try:
            read.append(read_adk_rubrics(rubrics or (), place))
        except MisfitError as error:
            path = (*path, "rubrics", *error.at)
            raise InputError(_problem(document, path, str(error), remedy=error.remedy)) from error
    return read


def _twice(written: AdkEvalCase, document: Document, at: FieldPath) -> Problem | None:
    """The problem of a rubric id that stands at two places which hold for one turn."""
    of_case = [(rubric.rubric_id, (*at, "rubrics", index)) for index, rubric in enumerate(written.rubrics or ())]
    of_turns = [
        [
            (rubric.rubric_id, (*at, "conversation", turn, "rubrics", index))
            for index, rubric in enumerate(invocation.rubrics or ())
        ]
        for turn, invocation in enumerate(written.conversation or ())
    ]
    for places in (of_case, *([*of_case, *of_turn] for of_turn in of_turns)):
        seen: dict[str, FieldPath] = {}
        for rubric_id, path in places:
            if rubric_id in seen:
                message = f"the rubric id '{rubric_id}' stands twice, also at {field_text(seen[rubric_id])}"
                problem = _problem(
                    document, path, message, found=f"'{rubric_id}'", remedy="give one of them another id"
                )
                return replace(problem, case_id=written.eval_id)
            seen[rubric_id] = path
    return None


def _scenario(written: AdkEvalCase, notes: list[str]) -> Scenario | None:
    scenario = written.conversation_scenario
    if scenario is None:
        return None
    if scenario.user_persona is not None:
        notes.append("user_persona is left aside: the conversation is taken as it was recorded")
    return Scenario(starting_prompt=scenario.starting_prompt, conversation_plan=scenario.conversation_plan)


def _strangers(extra: dict[str, object], shape: type[AdkEvalCase | AdkSessionInput], where: str) -> Iterator[str]:
    """A note for each key that ADK ignores without a word."""
    for name in extra:
        hint = nearest(name, shape.model_fields)
        yield f"the key '{name}' of {where} is not known and was left aside" + (f" ({hint})" if hint else "")


def _spelled(document: Document, at: FieldPath, name: str) -> FieldPath:
    """The path of the field `name` under `at`, in the case in which the file writes it."""
    container = value_at(document.value, at)
    camel = to_camel(name)
    return (*at, camel if isinstance(container, dict) and camel in container else name)


def _problem(
    document: Document, path: FieldPath, message: str, *, found: str | None = None, remedy: str | None = None
) -> Problem:
    return Problem(
        message,
        place=document.place,
        line=document.line_of(path),
        field=field_text(path),
        found=found,
        remedy=remedy,
    )
