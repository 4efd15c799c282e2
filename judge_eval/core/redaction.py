"""A redaction rule: what must leave no trace past the door, and what stands in its place."""

from __future__ import annotations

import re

from pydantic import ConfigDict, Field, field_validator, model_validator

from judge_eval.core.frozen import Frozen

MARK = "[redacted]"


class RedactRule(Frozen):
    """A regular expression and the text, taken as it stands, that replaces all it matches; `name` is for people.

    A bare text is the pattern of a rule.
    """

    model_config = ConfigDict(populate_by_name=True, serialize_by_alias=True)

    pattern: str
    with_: str = Field(default=MARK, alias="with")
    name: str | None = Field(default=None, min_length=1)

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, written: object) -> object:
        return {"pattern": written} if isinstance(written, str) else written

    @field_validator("pattern")
    @classmethod
    def _is_expression(cls, pattern: str) -> str:
        try:
            matches_nothing = re.compile(pattern).search("") is not None
        except (re.error, OverflowError, RecursionError) as error:
            raise ValueError(f"the pattern is no regular expression: {error}") from error
        if matches_nothing:
            raise ValueError("the pattern matches the empty text, which stands everywhere")
        return pattern

    @model_validator(mode="after")
    def _comes_to_rest(self) -> RedactRule:
        if re.sub(self.pattern, lambda _: self.with_, self.with_) != self.with_:
            raise ValueError(f"the pattern matches its own replacement '{self.with_}', which would be replaced again")
        return self
