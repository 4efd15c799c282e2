"""A case: what a user says, and what a good agent would do and answer."""

from __future__ import annotations

import re
from datetime import date
from typing import Annotated, Literal

from pydantic import Field, JsonValue, field_validator

from judge_eval.core.content import Part, text_of
from judge_eval.core.frozen import Frozen
from judge_eval.core.rubric import Rubric


class Equal(Frozen):
    """The argument equals `value`, as Python compares JSON values (1 equals 1.0)."""

    kind: Literal["equal"] = "equal"
    value: JsonValue


class Ignore(Frozen):
    """Any value will do, also none at all."""

    kind: Literal["ignore"] = "ignore"


class Regex(Frozen):
    """The argument is a text that `pattern` matches whole."""

    kind: Literal["regex"] = "regex"
    pattern: str

    @field_validator("pattern")
    @classmethod
    def _compiles(cls, pattern: str) -> str:
        try:
            re.compile(pattern)
        except (re.error, OverflowError, RecursionError) as error:
            raise ValueError(f"the pattern is no regular expression: {error}") from error
        return pattern


class Tolerance(Frozen):
    """The argument is a number within `tolerance` (absolute, at least 0) of `value`."""

    kind: Literal["tolerance"] = "tolerance"
    value: float
    tolerance: float = Field(ge=0)


class AnyOf(Frozen):
    """The argument equals one of `values`."""

    kind: Literal["any_of"] = "any_of"
    values: tuple[JsonValue, ...] = Field(min_length=1)


class Subset(Frozen):
    """An object with at least these keys and values, or a list with at least these elements."""

    kind: Literal["subset"] = "subset"
    value: dict[str, JsonValue] | list[JsonValue]


class Casefold(Frozen):
    """The argument is a text equal to `value` but for case and surrounding white space."""

    kind: Literal["casefold"] = "casefold"
    value: str


ArgumentMatcher = Annotated[Equal | Ignore | Regex | Tolerance | AnyOf | Subset | Casefold, Field(discriminator="kind")]


class ExpectedCall(Frozen):
    """A tool call that a good agent makes; `args_match` "subset" allows further arguments."""

    name: str = Field(min_length=1)
    args: dict[str, ArgumentMatcher] = Field(default_factory=dict[str, ArgumentMatcher])
    args_match: Literal["exact", "subset"] = "exact"


class Turn(Frozen):
    """One exchange. `calls` None: nothing is said about calls; empty: no call is expected."""

    user: tuple[Part, ...]
    calls: tuple[ExpectedCall, ...] | None = None
    reference: str | None = None
    rubrics: tuple[Rubric, ...] = ()

    @property
    def user_text(self) -> str:
        """The text of what the user says."""
        return text_of(self.user)


class Expectation(Frozen):
    """What must hold for the conversation as a whole; None: nothing is said."""

    required_tools: tuple[str, ...] | None = None
    forbidden_tools: tuple[str, ...] | None = None
    response_contains: tuple[str, ...] | None = None
    outcome: str | None = None
    state: dict[str, JsonValue] | None = None
    """Values of the final session state, by dotted path."""


class Session(Frozen):
    """Who the conversation is with, as ADK's session service names them."""

    app_name: str | None = None
    user_id: str | None = None
    session_id: str | None = None


class Scenario(Frozen):
    """A conversation that a user simulator plays; a case has this or turns, as in ADK."""

    starting_prompt: str
    conversation_plan: str


class Quarantine(Frozen):
    """Why a case decides nothing for now: it is run, scored and reported, up to the day `until` and on it."""

    reason: str = Field(min_length=1)
    until: date

    @field_validator("until", mode="before")
    @classmethod
    def _written_as_a_day(cls, until: object) -> object:
        # A bare number would be read as seconds since 1970.
        if isinstance(until, date) or (isinstance(until, str) and re.fullmatch(r"\d{4}-\d\d-\d\d", until)):
            return until
        raise ValueError("a day is written YYYY-MM-DD")

    def holds_on(self, day: date) -> bool:
        """Whether the case is still kept from deciding on this day."""
        return day <= self.until


class Case(Frozen):
    """What is asked of an agent. `cluster` names the conversation or template it is a variant of."""

    id: str = Field(min_length=1)
    cluster: str = Field(min_length=1)
    turns: tuple[Turn, ...] = ()
    scenario: Scenario | None = None
    session: Session | None = None
    state: dict[str, JsonValue] = Field(default_factory=dict[str, JsonValue])
    expect: Expectation = Expectation()
    rubrics: tuple[str | Rubric, ...] = ()
    """Ids of rubric files, or rubrics written into the case itself."""
    tags: tuple[str, ...] = ()
    skip: str | None = Field(default=None, min_length=1)
    """Why the case is neither run nor scored; None: it is."""
    quarantine: Quarantine | None = None
    notes: tuple[str, ...] = ()
    """What reading this case assumed, for the person to see."""
