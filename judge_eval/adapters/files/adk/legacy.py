"""Cases of ADK's two older shapes: a list of rows, and a list of named conversations of rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from judge_eval.adapters.files.adk.cases import literal, session_of
from judge_eval.adapters.files.adk.shapes import AdkSessionInput, JsonObject
from judge_eval.adapters.files.found import FoundCase, Origin
from judge_eval.adapters.files.parsing.document import Document
from judge_eval.adapters.files.parsing.field_path import FieldPath, field_text, value_at
from judge_eval.adapters.files.parsing.problems import Findings, validated
from judge_eval.adapters.files.session_file import SessionStart, session_beside
from judge_eval.core.case import Case, ExpectedCall, Turn
from judge_eval.core.content import Part
from judge_eval.errors import InputError, Problem, nearest


class _Legacy(BaseModel):
    """An older shape; ADK ignores what it does not know, and so a note says what was left aside."""

    model_config = ConfigDict(extra="allow", frozen=True, defer_build=True)


class LegacyCall(_Legacy):
    """An expected call; what the tool is mocked to give back is no expectation."""

    tool_name: str = Field(min_length=1)
    tool_input: JsonObject | None
    mock_tool_output: JsonValue = None


class LegacyRow(_Legacy):
    """One exchange; `expected_tool_use` left out or null: nothing is said about calls."""

    query: str
    expected_tool_use: list[LegacyCall] | None = None
    expected_intermediate_agent_responses: JsonValue = None
    reference: str | None = None


class LegacyConversation(_Legacy):
    """A named conversation."""

    name: str = Field(min_length=1)
    data: list[JsonValue]
    initial_session: JsonObject | None = None


ROW_KEYS = frozenset(LegacyRow.model_fields)
"""The keys of a row, by which the shape is known."""


def read_legacy_test(document: Document) -> list[FoundCase]:
    """The one case of a list of rows; its id is the file's name, and the session file beside it gives its state.

    Raises: InputError with every problem found.
    """
    name = Path(document.place).name.removesuffix(".json").removesuffix(".test").removesuffix(".evalset")
    return [_case(name or "test", document, (), session_beside(Path(document.place)))]


def read_legacy_eval_set(document: Document) -> list[FoundCase]:
    """The cases of a list of named conversations.

    Raises: InputError with every problem found.
    """
    findings = Findings()
    cases: list[FoundCase] = []
    for index, _ in enumerate(_list(document.value)):
        try:
            written = validated(LegacyConversation, document, (index,))
            cases.append(_case(written.name, document, (index, "data"), _start(written, document)))
        except InputError as error:
            findings.add(error.problems)
    findings.raise_any()
    return cases


def _case(case_id: str, document: Document, at: FieldPath, start: SessionStart) -> FoundCase:
    """The case whose rows stand at `at`. Raises: InputError with every problem found."""
    findings = Findings()
    rows: list[LegacyRow] = []
    for index, _ in enumerate(_list(value_at(document.value, at))):
        try:
            rows.append(validated(LegacyRow, document, (*at, index)))
        except InputError as error:
            findings.add(error.problems)
    findings.raise_any()
    if not rows:
        line, remedy = document.line_of(at), "add a row with a query, or leave it out"
        field = field_text(at)
        problem = Problem("there are no rows", place=document.place, line=line, field=field, found="[]", remedy=remedy)
        raise InputError(problem)
    case = Case(
        id=case_id,
        cluster=case_id,
        turns=tuple(_turn(row) for row in rows),
        session=start.session,
        state=start.state or {},
        notes=(*start.notes, *_strangers(rows)),
    )
    return FoundCase(case, Origin(document.place, field=field_text(at[:1])))


def _turn(row: LegacyRow) -> Turn:
    calls = None
    if row.expected_tool_use is not None:
        calls = tuple(_call(call) for call in row.expected_tool_use)
    user = (Part(text=row.query),) if row.query else ()
    return Turn(user=user, calls=calls, reference=row.reference or None)


def _call(call: LegacyCall) -> ExpectedCall:
    return ExpectedCall(name=call.tool_name, args=literal(call.tool_input))


def _start(written: LegacyConversation, document: Document) -> SessionStart:
    notes = tuple(_stranger(name, LegacyConversation.model_fields) for name in written.model_extra or {})
    if not written.initial_session:
        return SessionStart(notes=notes)
    given = {"app_name": "", "user_id": "", **written.initial_session}
    session = validated(AdkSessionInput, Document(document.place, document.text, given, lines=False))
    return SessionStart(session_of(session), session.state, notes)


def _strangers(rows: Sequence[LegacyRow]) -> list[str]:
    names = dict.fromkeys(name for row in rows for name in row.model_extra or {})
    return [_stranger(name, LegacyRow.model_fields) for name in names]


def _stranger(name: str, known: Iterable[str]) -> str:
    hint = nearest(name, known)
    return f"the key '{name}' is not known and was left aside" + (f" ({hint})" if hint else "")


def _list(value: JsonValue) -> list[JsonValue]:
    return value if isinstance(value, list) else []
