"""Cases in the plain shape: an id, an input, and the expectations of one exchange."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from judge_eval.adapters.files.native.cases import Place
from judge_eval.adapters.files.native.parts import Parts, read_parts
from judge_eval.adapters.files.parsing.document import Document
from judge_eval.adapters.files.parsing.problems import validated
from judge_eval.core.case import Case, Expectation, Turn


class PlainExpectations(BaseModel):
    """What a plain case expects; left out: nothing is said."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    must_call_tools: tuple[str, ...] | None = None
    must_not_call_tools: tuple[str, ...] | None = None
    outcome: str | None = None


class PlainCase(BaseModel):
    """A plain case as written."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    id: str = Field(min_length=1)
    input: Parts
    expectations: PlainExpectations = PlainExpectations()
    tags: tuple[str, ...] = ()


def read_plain_case(document: Document, place: Place) -> Case:
    """The case at a place.

    Raises: InputError with every problem found.
    """
    written = validated(PlainCase, document, place.at)
    defaults = place.defaults
    return Case(
        id=written.id,
        cluster=written.id,
        turns=(Turn(user=read_parts(written.input, document, (*place.at, "input"))),),
        state=defaults.state,
        expect=Expectation(
            required_tools=written.expectations.must_call_tools,
            forbidden_tools=written.expectations.must_not_call_tools,
            outcome=written.expectations.outcome,
        ),
        rubrics=defaults.rubrics,
        tags=(*(tag for tag in defaults.tags if tag not in written.tags), *written.tags),
    )
