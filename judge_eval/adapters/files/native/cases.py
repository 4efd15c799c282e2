"""Cases in this project's own shape: YAML, JSON or JSONL."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, JsonValue, PlainValidator, model_validator

from judge_eval.adapters.files.native.matchers import read_matcher
from judge_eval.adapters.files.native.parts import Parts, read_parts
from judge_eval.adapters.files.parsing.document import Document
from judge_eval.adapters.files.parsing.field_path import FieldPath
from judge_eval.adapters.files.parsing.problems import validated
from judge_eval.core.case import ArgumentMatcher, Case, Expectation, ExpectedCall, Quarantine, Scenario, Session, Turn
from judge_eval.core.rubric import Rubric


class _Written(BaseModel):
    """What every written shape shares: an unknown key is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False, defer_build=True)


class WrittenCall(_Written):
    """An expected call, with matchers as the values of arguments."""

    name: str = Field(min_length=1)
    args: dict[str, Annotated[ArgumentMatcher, PlainValidator(read_matcher)]] = Field(
        default_factory=dict[str, ArgumentMatcher]
    )
    args_match: Literal["exact", "subset"] = "exact"


class WrittenTurn(_Written):
    """One exchange; `calls` left out: nothing is said about calls; empty: no call is expected."""

    user: Parts
    calls: tuple[WrittenCall, ...] | None = None
    reference: str | None = None
    rubrics: tuple[Rubric, ...] = ()


class WrittenCase(_Written):
    """A case as written; it has turns or a scenario."""

    id: str = Field(min_length=1)
    cluster: str | None = Field(default=None, min_length=1)
    turns: tuple[WrittenTurn, ...] = ()
    scenario: Scenario | None = None
    session: Session | None = None
    state: dict[str, JsonValue] = Field(default_factory=dict[str, JsonValue])
    expect: Expectation = Expectation()
    rubrics: tuple[str | Rubric, ...] = ()
    tags: tuple[str, ...] = ()
    skip: str | None = Field(default=None, min_length=1)
    quarantine: Quarantine | None = None
    notes: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _turns_or_scenario(self) -> Self:
        if bool(self.turns) == (self.scenario is not None):
            raise ValueError("a case has either turns, at least one, or a scenario")
        return self


class WrittenDefaults(_Written):
    """What holds for every case of a file that does not say otherwise."""

    state: dict[str, JsonValue] = Field(default_factory=dict[str, JsonValue])
    rubrics: tuple[str | Rubric, ...] = ()
    tags: tuple[str, ...] = ()


class WrittenSuite(_Written):
    """A file of cases under common defaults; the cases are checked one by one."""

    defaults: WrittenDefaults = WrittenDefaults()
    cases: list[JsonValue]


@dataclass(frozen=True, slots=True)
class Place:
    """A case's place in a document, and the defaults that hold there."""

    at: FieldPath
    defaults: WrittenDefaults


def read_native_case(document: Document, place: Place) -> Case:
    """The case at a place.

    Raises: InputError with every problem found.
    """
    written = validated(WrittenCase, document, place.at)
    defaults = place.defaults
    return Case(
        id=written.id,
        cluster=written.cluster or written.id,
        turns=tuple(_turn(turn, document, (*place.at, "turns", index)) for index, turn in enumerate(written.turns)),
        scenario=written.scenario,
        session=written.session,
        state={**defaults.state, **written.state},
        expect=written.expect,
        rubrics=(*(rubric for rubric in defaults.rubrics if rubric not in written.rubrics), *written.rubrics),
        tags=(*(tag for tag in defaults.tags if tag not in written.tags), *written.tags),
        skip=written.skip,
        quarantine=written.quarantine,
        notes=written.notes,
    )


def _turn(turn: WrittenTurn, document: Document, at: FieldPath) -> Turn:
    calls = None
    if turn.calls is not None:
        calls = tuple(ExpectedCall(name=call.name, args=call.args, args_match=call.args_match) for call in turn.calls)
    user = read_parts(turn.user, document, (*at, "user"))
    return Turn(user=user, calls=calls, reference=turn.reference, rubrics=turn.rubrics)
